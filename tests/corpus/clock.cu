// Types of <time.h>.
// kernels: clock_types
#include <time.h>

extern "C" __global__ void clock_types(clock_t a, char b, time_t c, clock_t *d)
{
}

// Every error of a run is reported, not the first alone.
#include <custub/kernel.h>
extern "C" __global__ void first(float *x CUSTUB_COUNTED_BY(m))
{
}
extern "C" CUSTUB_THREADS(1 / 0) __global__ void second(float *x CUSTUB_COUNTED_BY(x))
{
}

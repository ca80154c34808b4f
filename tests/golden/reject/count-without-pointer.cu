#include <custub/kernel.h>
struct s {
    int n;
};
extern "C" __global__ void k(int n CUSTUB_COUNTED_BY(4), s t CUSTUB_SIZED_BY(8), float *x CUSTUB_COUNTED_BY(n))
{
}

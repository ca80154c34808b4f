#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n, n, n, n) CUSTUB_BLOCK() __global__ void k(int n)
{
}

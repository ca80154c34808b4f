#include <custub/kernel.h>
extern "C" CUSTUB_DIMENSIONS(4) __global__ void four(int n)
{
}
extern "C" CUSTUB_DIMENSIONS(n) __global__ void variable(int n)
{
}

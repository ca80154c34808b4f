// An unknown type in a signature: libclang would take it for an int. clang's errors come alone.
#include <custub/kernel.h>
extern "C" __global__ void k(unknown_t n, float *x)
{
}
extern "C" __global__ void unchecked(int n, float *x CUSTUB_COUNTED_BY(m)) {}
extern "C" __global__ void missing_brace(int n

// Complex numbers of the toolkit.
// needs: cuda
// kernels: complex_numbers
#include <cuComplex.h>

extern "C" __global__ void complex_numbers(char a, cuFloatComplex b, cuDoubleComplex c,
                                           cuComplex *d, const cuDoubleComplex *e)
{
}

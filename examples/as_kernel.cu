/* Converts elements of type SRC to type DST. The build, or the program while it runs, defines both
 * macros, and compiles this file once for each pair of types. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <custub/kernel.h>
#include <stdint.h>

/* The small floating-point types convert only to float. */
template <class T> struct widened { typedef T type; };
template <> struct widened<__half> { typedef float type; };
template <> struct widened<__nv_bfloat16> { typedef float type; };

extern "C" CUSTUB_THREADS(n) __global__ void as_kernel(
    size_t n,
    const SRC *__restrict__ from CUSTUB_COUNTED_BY(n),
    DST *__restrict__ to CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = static_cast<DST>(static_cast<widened<SRC>::type>(from[i]));
}

/* Kernels that get addresses as integers, in the style of libvmaf's. */
#include "picture.h"

/* The sum of the absolute differences of two pictures of bytes. */
extern "C" CUSTUB_THREADS(width, height) CUSTUB_FIELD(blurred.data, SIZED_BY(2 * width * height))
__global__ void motion(
    const picture src, picture_buffer blurred, CUdeviceptr before CUSTUB_COUNTED_BY(width * height)
    CUSTUB_ELEMENT(const unsigned char) CUSTUB_DISJOINT(blurred.data),
    CUdeviceptr sad CUSTUB_COUNTED_BY(1) CUSTUB_ELEMENT(unsigned long long), unsigned width,
    unsigned height)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height) {
        int now = reinterpret_cast<const uint8_t *>(src.data[0] + y * src.stride[0])[x];
        int then = reinterpret_cast<const uint8_t *>(before)[y * width + x];
        reinterpret_cast<uint16_t *>(blurred.data)[y * width + x] = static_cast<uint16_t>(now);
        atomicAdd(reinterpret_cast<unsigned long long *>(sad),
                  static_cast<unsigned long long>(now < then ? then - now : now - then));
    }
}

/* Restrict only forbids overlaps with memory that the kernel writes. */
extern "C" CUSTUB_THREADS(n) __global__ void scale(
    int n, float *__restrict__ y CUSTUB_COUNTED_BY(n),
    CUdeviceptr x CUSTUB_COUNTED_BY_OR_NULL(n) CUSTUB_ELEMENT(const float),
    const float *__restrict__ factors CUSTUB_COUNTED_BY(n),
    CUdeviceptr constants CUSTUB_SIZED_BY(4 * n) CUSTUB_ELEMENT(const void), picture_work work)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < n)
        y[i] = work.gain * (x ? reinterpret_cast<const float *>(x)[i] : 1) * factors[i] *
               reinterpret_cast<const float *>(constants)[i];
}

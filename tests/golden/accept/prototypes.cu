// custub: --prototypes --arch sm_80,sm_90 --image ptx=other.ptx
// Kernels that other compilers compile: declarations alone have launch functions.
#include <custub/kernel.h>

// Triton's kernels have a block of num_warps * 32 threads, shared memory, and parameters of their own.
extern "C" CUSTUB_BLOCK(128) CUSTUB_SHARED(4096) CUSTUB_THREADS(ceil_div(n, 1024) * 128)
__global__ void add_kernel(const float *x CUSTUB_COUNTED_BY(n), const float *y CUSTUB_COUNTED_BY(n),
                           float *sum CUSTUB_COUNTED_BY(n), int n, void *global_scratch,
                           void *profile_scratch);

struct shape { int rows, pitch; };

extern "C" {
__global__ void twice(shape s, float *data);
CUSTUB_THREADS(s.rows) __global__ void twice(shape s, float *data CUSTUB_COUNTED_BY(s.rows * s.pitch));
__global__ void __launch_bounds__(256) __cluster_dims__(2, 1, 1) limited(int n);
// The body is not compiled, but tells how many dimensions the kernel uses.
__global__ void defined(float *data) { data[threadIdx.x] = 1; }
}

namespace math
{
CUSTUB_THREADS(n) __global__ void scale(int n, float *y CUSTUB_COUNTED_BY(n));
template <class T> CUSTUB_THREADS(n) __global__ void axpy(int n, T a, T *y CUSTUB_COUNTED_BY(n));
__global__ void without_stub(int n);
} // namespace math
CUSTUB_STUB(scale, math::scale);
CUSTUB_STUB(axpy_f32, math::axpy<float>);

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void newest(int n);
#endif

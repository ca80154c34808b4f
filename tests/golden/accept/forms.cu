// The ways in which kernels come about.
// custub: --arch sm_80,sm_90
#include "forms.cuh"

#define OPERATION(type, name, expression)                                                          \
    extern "C" __global__ void name##_##type(int n, const type *x, type *y)                        \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n)                                                                                 \
            y[i] = expression;                                                                     \
    }

OPERATION(float, square, x[i] * x[i])
OPERATION(double, square, x[i] * x[i])

extern "C" {
__global__ void in_block(int a) {}
}

extern "C" __global__ void declared_first(int a, float *b);
extern "C" __global__ void declared_first(int other_name, float *b) {}
extern "C" __global__ void declared_only(int a);

const int threads = 64;
extern "C" __global__ __launch_bounds__(threads * 2) void bounds(int a) {}
extern "C" void __launch_bounds__(256, 4) __global__ attributes_behind(int a) {}
template <int N> struct traits {
    static const int value = N;
};
extern "C" __global__ void __launch_bounds__(traits<96>::value) template_bounds(int a) {}
extern "C" __global__ void __cluster_dims__(2, 1, 1) clustered(int a) {}
extern "C" __global__ void __cluster_dims__(traits<2>::value) template_cluster(int a) {}
extern "C" __global__ void __launch_bounds__(traits<__CUDA_ARCH__>::value) varying(int a) {}
extern "C" __global__ void __launch_bounds__(0) limitless(int a) {}

__global__ void without_c_linkage(int a) {}
template <class T> __global__ void generic(T a) {}
static __device__ void helper(int a) {}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void newer(int a) {}
#endif
#ifdef __NVCC__
extern "C" __global__ void for_nvcc(int a) {}
#endif
#ifndef __CUDACC__
extern "C" __global__ void never(int a) {}
#endif

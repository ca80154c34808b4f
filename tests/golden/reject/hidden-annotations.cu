// Annotations that clang drops where it is told not to say so.
#include <custub/kernel.h>
#include "hidden-annotations.cuh"
#pragma clang diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#pragma GCC diagnostic ignored "-Weverything"
extern "C" __global__ void plain(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __global__ void plain(int n, float *x);

// Clang drops nothing of a definition that has another one.
extern "C" CUSTUB_GRID_STRIDE __global__ void strided(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __global__ void strided(int n, float *x);
extern "C" __launch_bounds__(64) __global__ void bounded(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __global__ void bounded(int n, float *x);
extern "C" __attribute__((global)) void spelled(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __attribute__((global)) void spelled(int n, float *x);

// One of a macro's two, and its first.
#define QUIET _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wattributes\"")
#define PASTE(name, contract)                                                                       \
    extern "C" contract __attribute__((global)) void name##_a(int n) {}                             \
    QUIET extern "C" __attribute__((global)) void name##_b(int n) {}                                \
    extern "C" contract __attribute__((global)) void name##_b(int n);
PASTE(pasted, CUSTUB_THREADS(n))

// No kernel, and no place in the tree.
CUSTUB_THREADS(n);
extern "C" __global__ void inner(int n, float *x)
{
    float *y CUSTUB_COUNTED_BY(n) = (float * CUSTUB_COUNTED_BY(n)) x;
    auto f = [](float *z CUSTUB_COUNTED_BY(n)) { CUSTUB_REQUIRES(n > 0); };
}
template <class T> __global__ void generic(int n, T *x) {}
template CUSTUB_THREADS(n) __global__ void generic<int>(int n, int *x);
template <class T> struct box {
    static __device__ void method(T *x CUSTUB_COUNTED_BY(1)) {}
};
typedef void (*pointer)(float *x CUSTUB_COUNTED_BY(1));
CUSTUB_BLOCK(32) struct s { int a; };
extern "C" __global__ void called(int n, void (*f)(float *x CUSTUB_COUNTED_BY(n))) {}
__device__ void stubs() { CUSTUB_STUB(inside, bounded); }
__device__ void calls(void (*f)(float *x CUSTUB_COUNTED_BY(1)));

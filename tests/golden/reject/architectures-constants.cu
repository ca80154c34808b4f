// custub: --arch sm_80,sm_86,sm_90
#include <custub/kernel.h>
#if __CUDA_ARCH__ >= 900
#define VALUE 8
struct part { double d; };
constexpr int NEW = 3;
#else
#define VALUE 4
struct part { float f; };
constexpr int OLD = 3;
#endif
constexpr int N = VALUE;
enum { M = -VALUE };
typedef part parts[4];
extern "C" __global__ void by_constant(float *x CUSTUB_COUNTED_BY(N)) {}
extern "C" __global__ void by_negative(float *x CUSTUB_COUNTED_BY(8 + M)) {}
extern "C" __global__ void by_sizeof(void *x CUSTUB_SIZED_BY(sizeof(part))) {}
extern "C" __global__ void by_pointer(void *x CUSTUB_SIZED_BY(sizeof(part *))) {}
extern "C" __global__ void by_array(void *x CUSTUB_SIZED_BY(sizeof(parts))) {}
extern "C" __global__ void by_old(float *x CUSTUB_COUNTED_BY(OLD)) {}
extern "C" __global__ void by_new(float *x CUSTUB_COUNTED_BY(NEW)) {}
extern "C" __global__ void by_macro(float *x CUSTUB_COUNTED_BY(VALUE)) {}
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void only_wrong(float *x CUSTUB_COUNTED_BY(OLD)) {}
#else
extern "C" __global__ void only_old(float *x CUSTUB_COUNTED_BY(N), void *y CUSTUB_SIZED_BY(OLD * sizeof(part))) {}
#endif

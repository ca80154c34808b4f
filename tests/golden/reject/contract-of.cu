#include <custub/kernel.h>
extern "C" __global__ void twice(int n, float *x) {}
extern "C" __global__ void twice_over(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __global__ void own(int n, float *x) {}
extern "C" __global__ void own_count(int n, float *x CUSTUB_COUNTED_BY(n)) {}
extern "C" __global__ void other_type(int n, const float *x) {}
extern "C" __global__ void fewer(int n, float *x) {}
extern "C" __global__ void swapped(int rows, int columns, float *x) {}
extern "C" __global__ void body(int n) {}
extern "C" __global__ void no_kernel(int n) {}
extern "C" __global__ void mangled_contract(int n) {}
template <class T> __global__ void generic(T n) {}

extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(twice)(int n, float *x);
extern "C" __global__ void CUSTUB_CONTRACT_OF(twice)(int n, float *x CUSTUB_COUNTED_BY(n));
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(twice_over)(int n, float *x);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(twice_over)(int n, float *x);
extern "C" CUSTUB_REQUIRES(n > 1) __global__ void CUSTUB_CONTRACT_OF(own)(int n, float *x);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(own_count)(int n, float *x);
extern "C" __global__ void CUSTUB_CONTRACT_OF(other_type)(int n, float *x CUSTUB_COUNTED_BY(n));
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(fewer)(int n);
extern "C" CUSTUB_THREADS(columns, rows) __global__ void CUSTUB_CONTRACT_OF(swapped)(
    int columns, int rows, float *x);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(body)(int n) {}
extern "C" CUSTUB_THREADS(n) void CUSTUB_CONTRACT_OF(no_kernel)(int n);
CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(mangled_contract)(int n);
template <class T> CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(generic)(T n);

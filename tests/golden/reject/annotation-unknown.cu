// Misspelt macros: beside what clang says of them, a note names the macro that is meant.
#include <custub/kernel.h>
extern "C" CUSTUB_THREAD(n) __global__ void a(int n, float *x CUSTUB_COUNTED_BY(n)) {}
extern "C" __global__ void b(int n, float *x CUSTUB_COUNTEDBY(n), float *y CUSTUB_SIZEDBY(n)) {}
extern "C" __global__ void c(int n, float *x custub_align(16) CUSTUB_COUNTED_BY(n)) {}
extern "C" __global__ void CUSTUB_CONTRACTOF(d)(int n, float *x);
extern "C" __global__ void e(int n, float *x CUSTUB_OF_SOMEBODY) {}
#define CUSTUB_PLUGIN_TYPE(n) unknown
extern "C" __global__ void f(CUSTUB_PLUGIN_TYPE(1) n) {}

// Misspelt macros: what was meant is read in their place, so that other errors are found too.
#include <custub/kernel.h>
extern "C" CUSTUB_THREAD(n) __global__ void a(int n, float *x CUSTUB_COUNTED_BY(m)) {}
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOK(256) __global__ void b(int n, float *x) {}
extern "C" __global__ void c(int n, float *x CUSTUB_COUNTEDBY(n), float *y CUSTUB_SIZEDBY(n)) {}
extern "C" CUSTUB_GRIDSTRIDE CUSTUB_THREADS(n) __global__ void d(int n, float *x) {}
extern "C" __global__ void e(int n, float *x CUSTUB_ALIGN(16) CUSTUB_COUNTED_BY(n)) {}
extern "C" __global__ CUSTOB_REQUIRES(n > 0) void f(int n, float *x) {}
extern "C" __global__ void CUSTUB_CONTRACTOF(d)(int n, float *x);
extern "C" custub_shared(1024) __global__ void g(float *x) {}
extern "C" CUSTUB_OF_SOMEBODY __global__ void h(float *x) {}
extern "C" CUSTUB_OF_SOMEBODY_ELSE(1) __global__ void i(float *x) {}
extern "C" {
CUSTUB_COOPERATVE
__global__ void j(float *x) {}
}
#define MINE CUSTUB_DIMENSION(1)
extern "C" MINE __global__ void k(unknown x) {}
#define KERNEL(name, T) \
    extern "C" CUSTUB_THREADS(n) __global__ void name(int n, \
        T *x CUSTUB_COUNT_BY(n)) {}
KERNEL(of_float, float)
KERNEL(of_double, double)
#define CUSTUB_OWN(n) unknown
extern "C" __global__ void l(CUSTUB_OWN(1) n) {}

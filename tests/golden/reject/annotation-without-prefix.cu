// Macros of <custub/kernel.h> without their prefix: a note beside clang's error has the whole name.
#include <custub/kernel.h>
extern "C" __global__ void a(int n, float *x COUNTED_BY(4)) {}
THREADS(n)
extern "C" __global__ void b(int n) {}
struct s {
    int n;
    float *x SIZED_BY(n);
};
extern "C" __global__ void c(s a, float *x OTHER(3)) {}

// Where annotations may stand; and what looks like one that was dropped, and is none.
#pragma clang diagnostic ignored "-Wattributes"
#include <custub/kernel.h>
#pragma comment(lib, "cudart.lib")
#pragma comment(lib, "custub")
#include "annotations.cuh"
#include "annotations.cuh"

// Before the definition, over several declarations.
extern "C" CUSTUB_THREADS(n) __global__ void declared(int n, float *x);
extern "C" __global__ void declared(int n, float *x CUSTUB_COUNTED_BY(n));
extern "C" __global__ void declared(int n, float *y) { y[threadIdx.x] = 0; }
extern "C" __global__ void declared(int m, float *z);
extern "C" CUSTUB_THREADS(n) __global__ void declared(int n, float *x CUSTUB_COUNTED_BY(n));
extern "C" __launch_bounds__(64) __global__ void swapped(int a, int b);
extern "C" __global__ void swapped(int b, int a) {}
extern "C" CUSTUB_REQUIRES(n > 0) __global__ void elsewhere(int n);

// Several at one place, of one text, in arguments of macros, and with an empty declaration.
#define COUNTED(type, name) type *name CUSTUB_COUNTED_BY(n)
#define BOTH(name, contract)                                                                        \
    extern "C" contract __global__ void name##_a(int n, COUNTED(float, x), COUNTED(float, y));      \
    extern "C" contract __global__ void name##_a(int n, float *x, float *y) {}                      \
    extern "C" __launch_bounds__(128) contract __global__ void name##_b(int n, COUNTED(int, x)) {}  \
    ;
#define FOUR(name, contract) BOTH(name##_1, contract) BOTH(name##_2, contract)
FOUR(pasted, CUSTUB_THREADS(n) CUSTUB_REQUIRES(n > 0))
#define UNUSED(contract) #contract
const char text[] = UNUSED(CUSTUB_THREADS(n));
#if 0
CUSTUB_THREADS(n)
#endif

// After the star, before the type, inside parentheses; and in scopes.
extern "C" {
namespace inner {
CUSTUB_THREADS(n) CUSTUB_REQUIRES(n > 1) CUSTUB_REQUIRES(n > 2)
__global__ void places(int n, float *CUSTUB_COUNTED_BY(n) a, CUSTUB_COUNTED_BY(n) float *b,
                       float *(CUSTUB_COUNTED_BY(n) c), float d[] CUSTUB_COUNTED_BY(n))
{
}
}
}

// Templates and kernels without C linkage get no launch function.
template <class T> CUSTUB_THREADS(n) __global__ void generic(int n, T *x CUSTUB_COUNTED_BY(n)) {}
template <> CUSTUB_THREADS(n) __global__ void generic(int n, int *x CUSTUB_COUNTED_BY(n)) {}
template __global__ void generic(int n, float *x);
CUSTUB_THREADS(n) __global__ void mangled(int n, float *x CUSTUB_COUNTED_BY(n)) {}

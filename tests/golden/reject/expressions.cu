// Every rule of the expression language.
#include <custub/kernel.h>
struct shape {
    int rows;
    float scale;
};
#define E(name, expression)                                                                        \
    extern "C" CUSTUB_REQUIRES(expression) __global__ void name(int n, float f, float *x, shape s, unsigned u) {}
E(unknown_name, m > 0)
E(pointer, x > 0)
E(floating, f > 0)
E(structure, s > 0)
E(no_field, s.columns > 0)
E(floating_field, s.scale > 0)
E(of_scalar, n.rows > 0)
E(thread_index, threadIdx.x < n)
E(component, blockDim.w < n)
E(zero_division, n / (2 - 2) > 0)
E(zero_remainder, n % 0 > 0)
E(chain, 0 < n < 4)
E(assignment, n = 4)
E(conditional, n ? 1)
E(float_literal, n > 1.5)
E(cast, (unsigned)n > 1)
E(unknown_function, sqrt(n) > 1)
E(arguments, min(n) > 1)
E(unknown_sizeof, sizeof(thing) > 1)
E(trailing, n > 1 n)
E(half, n >)
E(too_large, n < 18446744073709551616)
E(no_value, n < 18446744073709551615 + 1)
E(negative_bits, (0 - 4 & 3) == n)
extern "C" CUSTUB_REQUIRES() __global__ void nothing(int n) {}
extern "C" CUSTUB_THREADS(gridDim.x) __global__ void grid(int n) {}
extern "C" CUSTUB_BLOCK(blockDim.x) __global__ void block(int n) {}
extern "C" CUSTUB_SHARED(gridDim.x * 4) __global__ void shared(int n) {}

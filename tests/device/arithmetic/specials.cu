// The functions of special_table.h on special values. A thread has three operands and an integer,
// and computes all functions; `out` has a row for each function.

#define ORDER_AT_MOST 50

extern "C" __global__ void special_double(double *out, const double *operands, const int *integers,
                                          unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    double part, other;
    int whole;

    if (i >= count)
        return;
    const double *of = operands + 3 * i;
    const double x = of[0], y = of[1], z = of[2];
    const int n = integers[i];
    const int order = abs(n) <= ORDER_AT_MOST ? n : 0;
    out += i;
#define BOTH(kind, label, in_double, in_float) *out = in_double, out += count;
#define SINGLE(kind, label, in_float)
#include "special_table.h"
#undef BOTH
#undef SINGLE
}

extern "C" __global__ void special_single(float *out, const float *operands, const int *integers,
                                          unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float part, other;
    int whole;

    if (i >= count)
        return;
    const float *of = operands + 3 * i;
    const float x = of[0], y = of[1], z = of[2];
    const int n = integers[i];
    const int order = abs(n) <= ORDER_AT_MOST ? n : 0;
    out += i;
#define BOTH(kind, label, in_double, in_float) *out = in_float, out += count;
#define SINGLE(kind, label, in_float)          *out = in_float, out += count;
#include "special_table.h"
#undef BOTH
#undef SINGLE
}

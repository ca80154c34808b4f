// The operations of elementwise kernels, each a type with a function of(). Infinities and NaN are
// what the C functions make of them. Integers wrap around.
#ifndef KERNELS_OPERATION_CUH
#define KERNELS_OPERATION_CUH

#include "element.cuh"

namespace kernels
{
// The C functions by one name for float and double.
#define KERNELS_FUNCTION(name)                                                                     \
    __device__ inline float c_##name(float x)                                                      \
    {                                                                                              \
        return ::name##f(x);                                                                       \
    }                                                                                              \
    __device__ inline double c_##name(double x)                                                    \
    {                                                                                              \
        return ::name(x);                                                                          \
    }
KERNELS_FUNCTION(exp)
KERNELS_FUNCTION(log)
KERNELS_FUNCTION(sin)
KERNELS_FUNCTION(cos)
KERNELS_FUNCTION(tanh)
KERNELS_FUNCTION(sqrt)
KERNELS_FUNCTION(erfc)
KERNELS_FUNCTION(fabs)

// A float that is rounded to 16 bits in the end, for functions whose exact form would take longer than
// the memory: they use the GPU's approximations, which are off by less than 2^-15.
struct quick {
    float value;
    explicit __device__ inline quick(float x) : value(x) {}
};
__device__ inline quick operator+(quick x, quick y)
{
    return quick(x.value + y.value);
}
__device__ inline quick operator-(quick x, quick y)
{
    return quick(x.value - y.value);
}
__device__ inline quick operator-(quick x)
{
    return quick(-x.value);
}
__device__ inline quick operator*(quick x, quick y)
{
    return quick(x.value * y.value);
}
__device__ inline quick operator/(quick x, quick y)
{
    return quick(__fdividef(x.value, y.value));
}
__device__ inline quick c_exp(quick x)
{
    return quick(__expf(x.value));
}
// The rational approximation of Numerical Recipes ("erfcc"), whose relative error is 1.2e-7 everywhere.
__device__ inline quick c_erfc(quick x)
{
    const float z = fabsf(x.value);
    const float t = __fdividef(1.0f, 1.0f + 0.5f * z);
    float p = 0.17087277f;
    p = p * t - 0.82215223f;
    p = p * t + 1.48851587f;
    p = p * t - 1.13520398f;
    p = p * t + 0.27886807f;
    p = p * t - 0.18628806f;
    p = p * t + 0.09678418f;
    p = p * t + 0.37409196f;
    p = p * t + 1.00002368f;
    p = p * t - 1.26551223f;
    const float tail = t * __expf(p - z * z);
    return quick(x.value < 0 ? 2.0f - tail : tail);
}

// The type that such a function is computed in.
template <class T> struct brief_type {
    using type = std::conditional_t<sizeof(T) == 2, quick, wide<T>>;
};
__device__ inline float plain(quick x)
{
    return x.value;
}
template <class W> __device__ inline W plain(W x)
{
    return x;
}

#define KERNELS_OPERATION(name, result)                                                            \
    struct name {                                                                                  \
        template <class T> static __device__ inline T of(T x)                                      \
        {                                                                                          \
            return T(result);                                                                      \
        }                                                                                          \
    };
KERNELS_OPERATION(exp, c_exp(x))
KERNELS_OPERATION(log, c_log(x))
KERNELS_OPERATION(sin, c_sin(x))
KERNELS_OPERATION(cos, c_cos(x))
KERNELS_OPERATION(tanh, c_tanh(x))
KERNELS_OPERATION(sqrt, c_sqrt(x))
KERNELS_OPERATION(recip, T(1) / x)
KERNELS_OPERATION(sigmoid, T(1) / (T(1) + c_exp(-x)))
// NaN for -infinity, as the product of its factors is.
KERNELS_OPERATION(silu, x / (T(1) + c_exp(-x)))
// x times the normal distribution's cumulative function. erfc() keeps small results exact, where
// 1 + erf() would cancel.
KERNELS_OPERATION(gelu, T(0.5) * x * c_erfc(x * T(-0.70710678118654752440)))
// The approximation 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), written with exp() for the
// same reason.
KERNELS_OPERATION(gelu_fast, x / (T(1) + c_exp(x * (T(-1.5957691216057307118) -
                                                    T(0.071354816272600249) * x * x))))
// NaN stays NaN.
KERNELS_OPERATION(relu, x < T(0) ? T(0) : x)

// Integers are computed without a sign, so that they wrap around.
template <class T> using bits_of = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

struct neg {
    template <class T> static __device__ inline T of(T x)
    {
        return T(0 - (bits_of<T>)x);
    }
    static __device__ inline float of(float x)
    {
        return -x;
    }
    static __device__ inline double of(double x)
    {
        return -x;
    }
};

struct abs {
    template <class T> static __device__ inline T of(T x)
    {
        return x < 0 ? neg::of(x) : x;
    }
    static __device__ inline float of(float x)
    {
        return c_fabs(x);
    }
    static __device__ inline double of(double x)
    {
        return c_fabs(x);
    }
};

// An operation of two operands: integers, and floats.
#define KERNELS_OPERATION_2(name, integers, floats)                                                \
    struct name {                                                                                  \
        template <class T> static __device__ inline T of(T x, T y)                                 \
        {                                                                                          \
            return T(integers);                                                                    \
        }                                                                                          \
        static __device__ inline float of(float x, float y)                                        \
        {                                                                                          \
            using T = float;                                                                       \
            return T(floats);                                                                      \
        }                                                                                          \
        static __device__ inline double of(double x, double y)                                     \
        {                                                                                          \
            using T = double;                                                                      \
            return T(floats);                                                                      \
        }                                                                                          \
    };

// fmax() and fmin() of C: a NaN and a number give the number.
__device__ inline float c_max(float x, float y)
{
    return ::fmaxf(x, y);
}
__device__ inline double c_max(double x, double y)
{
    return ::fmax(x, y);
}
__device__ inline float c_min(float x, float y)
{
    return ::fminf(x, y);
}
__device__ inline double c_min(double x, double y)
{
    return ::fmin(x, y);
}
__device__ inline float c_pow(float x, float y)
{
    return ::powf(x, y);
}
__device__ inline double c_pow(double x, double y)
{
    return ::pow(x, y);
}

// Integers: the quotient by zero is 0, and the lowest number divided by -1 is itself.
template <class T> __device__ inline T quotient(T x, T y)
{
    if (y == 0)
        return 0;
    return T(y + 1) == 0 && T(-1) < T(0) ? neg::of(x) : T(x / y);
}

KERNELS_OPERATION_2(add, (bits_of<T>)x + (bits_of<T>)y, x + y)
KERNELS_OPERATION_2(sub, (bits_of<T>)x - (bits_of<T>)y, x - y)
KERNELS_OPERATION_2(mul, (bits_of<T>)x * (bits_of<T>)y, x * y)
KERNELS_OPERATION_2(div, quotient(x, y), x / y)
KERNELS_OPERATION_2(max, x < y ? y : x, c_max(x, y))
KERNELS_OPERATION_2(min, y < x ? y : x, c_min(x, y))

struct pow {
    template <class T> static __device__ inline T of(T x, T y)
    {
        return c_pow(x, y);
    }
};
} // namespace kernels
#endif

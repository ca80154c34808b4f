// The operations of elementwise kernels, each a type with a function of(). Infinities and NaN are
// what the C functions make of them. Integers wrap around.
#ifndef KERNELS_ELEMENTS_OPERATION_CUH
#define KERNELS_ELEMENTS_OPERATION_CUH

#include "quick.cuh"

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
KERNELS_FUNCTION(fabs)

// x times the normal distribution's cumulative function. For double, erfc() keeps small results
// exact, where 1 + erf() would cancel. For float it is x of the positive numbers, less |x| times
// the distribution's tail beyond |x|: exp(-x^2 / 2) times a polynomial in 1 / (1 + 0.26 |x|), which
// is off by less than 2^-25. Beyond 20 the tail is 0 in any case.
__device__ inline double c_gelu(double x)
{
    return 0.5 * x * ::erfc(x * -0.70710678118654752440);
}
__device__ inline float c_gelu(float x)
{
    const float z = fminf(fabsf(x), 20);
    const float t = reciprocal(1 + 0.26f * z);
    float p = 0.0301757687f * t - 0.151230174f;
    p = p * t + 0.248188756f;
    p = p * t - 0.147167943f;
    p = p * t + 0.15833007f;
    p = p * t + 0.0521474392f;
    p = p * t + 0.102741874f;
    p = p * t + 0.103057562f;
    p = p * t + 0.103756633f;
    return 0.5f * x + 0.5f * fabsf(x) - ::exp2f(z * z * -0.721347520f) * (p * t) * z;
}

// How floats of 16 bits are computed: as `wide` numbers, or as `quick` ones.
struct with_wide {};
struct with_quick {};

#define KERNELS_OPERATION(name, way, result)                                                       \
    struct name : way {                                                                            \
        template <class T> static __device__ inline T of(T x)                                      \
        {                                                                                          \
            return T(result);                                                                      \
        }                                                                                          \
    };
KERNELS_OPERATION(exp, with_wide, c_exp(x))
KERNELS_OPERATION(log, with_quick, c_log(x))
KERNELS_OPERATION(sin, with_wide, c_sin(x))
KERNELS_OPERATION(cos, with_wide, c_cos(x))
KERNELS_OPERATION(tanh, with_quick, c_tanh(x))
KERNELS_OPERATION(sqrt, with_wide, c_sqrt(x))
KERNELS_OPERATION(recip, with_wide, T(1) / x)
KERNELS_OPERATION(sigmoid, with_quick, T(1) / (T(1) + c_exp(-x)))
// NaN for -infinity, as the product of its factors is.
KERNELS_OPERATION(silu, with_quick, x / (T(1) + c_exp(-x)))
KERNELS_OPERATION(gelu, with_wide, c_gelu(x))
// The approximation 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), written with exp() for the
// same reason.
KERNELS_OPERATION(gelu_fast, with_quick,
                  x / (T(1) + c_exp(x * (T(-1.5957691216057307118) -
                                         T(0.071354816272600249) * x * x))))
// NaN stays NaN.
KERNELS_OPERATION(relu, with_wide, x < T(0) ? T(0) : x)

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

// The quotient of integers of up to 16 bits, in a third of the instructions of an integer division.
// The quotient of the floats is off by less than 2^-22 of itself. If it is not whole, the next
// whole number is at least 2^-16 of it further. So x is made 2^-17 larger before the quotient is
// truncated. The sum with 1.5 * 2^23 has the whole number in its last bits. The quotient by 0 is to
// be 0, as the last bits of infinity are; 0 is made larger, too, because 0 / 0 would be NaN.
template <class T> __device__ inline T small_quotient(T x, T y)
{
    const float q = fmaf(float(x), 1.00000763f, 1.90734863e-6f) * reciprocal(float(y));
    return T(__float_as_uint(q - copysignf(0.5f, q) + 12582912));
}

// Integers: the quotient by zero is 0, and the lowest number divided by -1 is itself.
template <class T> __device__ inline T quotient(T x, T y)
{
    if (sizeof(T) <= 2)
        return small_quotient(x, y);
    if (y == 0)
        return 0;
    return std::is_signed<T>::value && y == T(-1) ? neg::of(x) : T(x / y);
}

KERNELS_OPERATION_2(add, (bits_of<T>)x + (bits_of<T>)y, x + y)
KERNELS_OPERATION_2(sub, (bits_of<T>)x - (bits_of<T>)y, x - y)
KERNELS_OPERATION_2(mul, (bits_of<T>)x * (bits_of<T>)y, x * y)
KERNELS_OPERATION_2(div, quotient(x, y), x / y)
KERNELS_OPERATION_2(max, x < y ? y : x, c_max(x, y))
KERNELS_OPERATION_2(min, y < x ? y : x, c_min(x, y))

struct pow {
    static __device__ inline float of(float x, float y)
    {
        return ::powf(x, y);
    }
    static __device__ inline double of(double x, double y)
    {
        return ::pow(x, y);
    }
};

// silu(x) times y.
struct gated : with_quick {
    template <class T> static __device__ inline T of(T x, T y)
    {
        return silu::of(x) * y;
    }
};

// The identity of max(): NaN, which max() ignores, or the lowest integer.
template <class T> __device__ inline wide<T> lowest()
{
    return is_float<T>::value         ? wide<T>(NAN)
           : std::is_signed<T>::value ? wide<T>((uint64_t)1 << (8 * sizeof(T) - 1))
                                      : wide<T>(0);
}

// F of numbers, rounded to their type.
template <class F, class T, class... More> __device__ inline T compute(T x, More... more)
{
    using W =
        std::conditional_t<std::is_base_of<with_quick, F>::value, quick_or_wide<T>, wide<T>>;
    return narrow<T>(plain(F::of(W(widen(x)), W(widen(more))...)));
}
} // namespace kernels
#endif

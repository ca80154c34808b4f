/* custub/cpu/arithmetic/intrinsic.h: integer, conversion and load intrinsics (CUDA Math API,
 * "Integer Intrinsics", "Type Casting Intrinsics"). Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_INTRINSIC_H
#define CUSTUB_CPU_INTRINSIC_H

#include "../threads/barrier.h"
#include "../language/cuda_vector.h"
#include "../language/qualifier.h"

#include <cmath>
#include <cstring>
#include <limits>

/* A file may define functions with the name and type of an intrinsic; nvcc calls them. A template
 * is the worse match, so they are called here too. */
#define CUSTUB_CPU_INTRINSIC template <typename = void>

/* --- Bits ----------------------------------------------------------------------------------- */

CUSTUB_CPU_INTRINSIC int __popcll(unsigned long long x)
{
    x -= (x >> 1) & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return static_cast<int>((x * 0x0101010101010101ull) >> 56);
}

CUSTUB_CPU_INTRINSIC int __popc(unsigned int x)
{
    return __popcll(x);
}

CUSTUB_CPU_INTRINSIC int __clzll(long long value)
{
    unsigned long long x = static_cast<unsigned long long>(value);
    for (int shift = 1; shift < 64; shift *= 2)
        x |= x >> shift;
    return 64 - __popcll(x);
}

CUSTUB_CPU_INTRINSIC int __clz(int value)
{
    return __clzll(static_cast<unsigned int>(value)) - 32;
}

/* The position of the lowest set bit, counted from 1; 0 if there is none. */
CUSTUB_CPU_INTRINSIC int __ffsll(long long value)
{
    unsigned long long x = static_cast<unsigned long long>(value);
    return x ? __popcll((x & (~x + 1)) - 1) + 1 : 0;
}

CUSTUB_CPU_INTRINSIC int __ffs(int value)
{
    return __ffsll(static_cast<unsigned int>(value));
}

CUSTUB_CPU_INTRINSIC unsigned long long __brevll(unsigned long long x)
{
    x = ((x >> 1) & 0x5555555555555555ull) | ((x & 0x5555555555555555ull) << 1);
    x = ((x >> 2) & 0x3333333333333333ull) | ((x & 0x3333333333333333ull) << 2);
    x = ((x >> 4) & 0x0f0f0f0f0f0f0f0full) | ((x & 0x0f0f0f0f0f0f0f0full) << 4);
    x = ((x >> 8) & 0x00ff00ff00ff00ffull) | ((x & 0x00ff00ff00ff00ffull) << 8);
    x = ((x >> 16) & 0x0000ffff0000ffffull) | ((x & 0x0000ffff0000ffffull) << 16);
    return (x >> 32) | (x << 32);
}

CUSTUB_CPU_INTRINSIC unsigned int __brev(unsigned int x)
{
    return static_cast<unsigned int>(__brevll(x) >> 32);
}

CUSTUB_CPU_INTRINSIC unsigned long long __nv_bswap64(unsigned long long x)
{
    x = ((x >> 8) & 0x00ff00ff00ff00ffull) | ((x & 0x00ff00ff00ff00ffull) << 8);
    x = ((x >> 16) & 0x0000ffff0000ffffull) | ((x & 0x0000ffff0000ffffull) << 16);
    return (x >> 32) | (x << 32);
}

CUSTUB_CPU_INTRINSIC unsigned int __nv_bswap32(unsigned int x)
{
    return static_cast<unsigned int>(__nv_bswap64(x) >> 32);
}

CUSTUB_CPU_INTRINSIC unsigned short __nv_bswap16(unsigned short x)
{
    return static_cast<unsigned short>(__nv_bswap64(x) >> 48);
}

CUSTUB_CPU_INTRINSIC unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
{
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned int result = 0;
    for (unsigned int i = 0; i < 4; i++) {
        const unsigned int from = (selector >> (4 * i)) & 7;
        result |= static_cast<unsigned int>((bytes >> (8 * from)) & 0xff) << (8 * i);
    }
    return result;
}

CUSTUB_CPU_INTRINSIC unsigned int __funnelshift_l(unsigned int low, unsigned int high,
                                                  unsigned int shift)
{
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>((both << (shift & 31)) >> 32);
}

CUSTUB_CPU_INTRINSIC unsigned int __funnelshift_r(unsigned int low, unsigned int high,
                                                  unsigned int shift)
{
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift & 31));
}

/* Shifts above 32 count as 32. */
CUSTUB_CPU_INTRINSIC unsigned int __funnelshift_lc(unsigned int low, unsigned int high,
                                                   unsigned int shift)
{
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>((both << (shift < 32 ? shift : 32)) >> 32);
}

CUSTUB_CPU_INTRINSIC unsigned int __funnelshift_rc(unsigned int low, unsigned int high,
                                                   unsigned int shift)
{
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift < 32 ? shift : 32));
}

/* The position of the n-th set bit, counted upwards from `base`, or downwards if n is negative. n =
 * 0: `base` if that bit is set. All ones if there is none. */
CUSTUB_CPU_INTRINSIC unsigned int __fns(unsigned int bits, unsigned int base, int n)
{
    const int step = n < 0 ? -1 : 1;
    int left = n < 0 ? -n : n == 0 ? 1 : n;
    for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step) {
        if ((bits >> i & 1) && --left == 0)
            return static_cast<unsigned int>(i);
        if (n == 0)
            break;
    }
    return 0xffffffffu;
}

/* --- Arithmetic ----------------------------------------------------------------------------- */

CUSTUB_CPU_INTRINSIC int __mulhi(int x, int y)
{
    return static_cast<int>((static_cast<long long>(x) * y) >> 32);
}

CUSTUB_CPU_INTRINSIC unsigned int __umulhi(unsigned int x, unsigned int y)
{
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) * y) >> 32);
}

CUSTUB_CPU_INTRINSIC unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    const unsigned long long mask = 0xffffffffull;
    const unsigned long long low = (x & mask) * (y & mask);
    const unsigned long long left = (x >> 32) * (y & mask) + (low >> 32);
    const unsigned long long right = (x & mask) * (y >> 32) + (left & mask);
    return (x >> 32) * (y >> 32) + (left >> 32) + (right >> 32);
}

CUSTUB_CPU_INTRINSIC long long __mul64hi(long long x, long long y)
{
    const unsigned long long ux = static_cast<unsigned long long>(x);
    const unsigned long long uy = static_cast<unsigned long long>(y);
    unsigned long long high = __umul64hi(ux, uy);
    high -= x < 0 ? uy : 0;
    high -= y < 0 ? ux : 0;
    return static_cast<long long>(high);
}

CUSTUB_CPU_INTRINSIC unsigned int __umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffffu) * (y & 0xffffffu);
}

/* The low 32 bits of the product of the low 24 bits, taken as signed numbers. */
CUSTUB_CPU_INTRINSIC int __mul24(int x, int y)
{
    const long long a = (x & 0xffffff) - ((x & 0x800000) << 1);
    const long long b = (y & 0xffffff) - ((y & 0x800000) << 1);
    return static_cast<int>(static_cast<unsigned int>(static_cast<unsigned long long>(a * b)));
}

CUSTUB_CPU_INTRINSIC int __hadd(int x, int y)
{
    return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}

CUSTUB_CPU_INTRINSIC int __rhadd(int x, int y)
{
    return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}

CUSTUB_CPU_INTRINSIC unsigned int __uhadd(unsigned int x, unsigned int y)
{
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}

CUSTUB_CPU_INTRINSIC unsigned int __urhadd(unsigned int x, unsigned int y)
{
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

CUSTUB_CPU_INTRINSIC unsigned int __sad(int x, int y, unsigned int z)
{
    const long long difference = static_cast<long long>(x) - y;
    return z + static_cast<unsigned int>(difference < 0 ? -difference : difference);
}

CUSTUB_CPU_INTRINSIC unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    return z + (x > y ? x - y : y - x);
}

/* --- Bits of floating-point numbers --------------------------------------------------------- */

namespace custub_cpu
{

template <typename To, typename From> To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "a cast of bits keeps their number");
    To to;
    CUSTUB_CPU_COPY(&to, &from, sizeof(to));
    return to;
}

/* The integer that NaN converts to: 0; if either type has 64 bits, only the highest bit is set (PTX
 * ISA, "cvt"). */
template <typename To, typename From> To of_not_a_number()
{
    if (sizeof(From) < 8 && sizeof(To) < 8)
        return 0;
    return static_cast<To>(1ull << (8 * sizeof(To) - 1));
}

/* Converts as a device does: a value outside of the range becomes the nearest end of the range. */
template <typename To, typename From> To saturated(From rounded)
{
    /* The power of two above the range is exact in any floating-point type. */
    const From above = std::ldexp(From(1), std::numeric_limits<To>::digits);
    const From below = std::numeric_limits<To>::is_signed ? -above : From(0);
    if (rounded != rounded)
        return of_not_a_number<To, From>();
    if (rounded >= above)
        return std::numeric_limits<To>::max();
    if (rounded <= below)
        return std::numeric_limits<To>::min();
    return static_cast<To>(rounded);
}

} // namespace custub_cpu

CUSTUB_CPU_INTRINSIC int __float_as_int(float x)
{
    return ::custub_cpu::bits_as<int>(x);
}

CUSTUB_CPU_INTRINSIC unsigned int __float_as_uint(float x)
{
    return ::custub_cpu::bits_as<unsigned int>(x);
}

CUSTUB_CPU_INTRINSIC float __int_as_float(int x)
{
    return ::custub_cpu::bits_as<float>(x);
}

CUSTUB_CPU_INTRINSIC float __uint_as_float(unsigned int x)
{
    return ::custub_cpu::bits_as<float>(x);
}

CUSTUB_CPU_INTRINSIC long long __double_as_longlong(double x)
{
    return ::custub_cpu::bits_as<long long>(x);
}

CUSTUB_CPU_INTRINSIC double __longlong_as_double(long long x)
{
    return ::custub_cpu::bits_as<double>(x);
}

CUSTUB_CPU_INTRINSIC int __double2hiint(double x)
{
    return static_cast<int>(::custub_cpu::bits_as<unsigned long long>(x) >> 32);
}

CUSTUB_CPU_INTRINSIC int __double2loint(double x)
{
    return static_cast<int>(::custub_cpu::bits_as<unsigned long long>(x) & 0xffffffffu);
}

CUSTUB_CPU_INTRINSIC double __hiloint2double(int high, int low)
{
    return ::custub_cpu::bits_as<double>(
        static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32 |
        static_cast<unsigned int>(low));
}

/* --- Conversions ---------------------------------------------------------------------------- */

#define CUSTUB_CPU_TO_INTEGER(prefix, from, to)                                                    \
    CUSTUB_CPU_INTRINSIC to prefix##_rn(from x)                                                    \
    {                                                                                              \
        return ::custub_cpu::saturated<to>(std::nearbyint(x));                                     \
    }                                                                                              \
    CUSTUB_CPU_INTRINSIC to prefix##_rz(from x)                                                    \
    {                                                                                              \
        return ::custub_cpu::saturated<to>(std::trunc(x));                                         \
    }                                                                                              \
    CUSTUB_CPU_INTRINSIC to prefix##_ru(from x)                                                    \
    {                                                                                              \
        return ::custub_cpu::saturated<to>(std::ceil(x));                                          \
    }                                                                                              \
    CUSTUB_CPU_INTRINSIC to prefix##_rd(from x)                                                    \
    {                                                                                              \
        return ::custub_cpu::saturated<to>(std::floor(x));                                         \
    }

CUSTUB_CPU_TO_INTEGER(__float2int, float, int)
CUSTUB_CPU_TO_INTEGER(__float2uint, float, unsigned int)
CUSTUB_CPU_TO_INTEGER(__float2ll, float, long long)
CUSTUB_CPU_TO_INTEGER(__float2ull, float, unsigned long long)
CUSTUB_CPU_TO_INTEGER(__double2int, double, int)
CUSTUB_CPU_TO_INTEGER(__double2uint, double, unsigned int)
CUSTUB_CPU_TO_INTEGER(__double2ll, double, long long)
CUSTUB_CPU_TO_INTEGER(__double2ull, double, unsigned long long)

#undef CUSTUB_CPU_TO_INTEGER

/* --- Loads and stores with cache hints ------------------------------------------------------ */

#define CUSTUB_CPU_LOAD(name)                                                                      \
    template <typename Type> Type name(const Type *address)                                        \
    {                                                                                              \
        return *address;                                                                           \
    }
#define CUSTUB_CPU_STORE(name)                                                                     \
    template <typename Type> void name(Type *address, Type value)                                  \
    {                                                                                              \
        *address = value;                                                                          \
    }

CUSTUB_CPU_LOAD(__ldg)
CUSTUB_CPU_LOAD(__ldca)
CUSTUB_CPU_LOAD(__ldcs)
CUSTUB_CPU_LOAD(__ldlu)
CUSTUB_CPU_STORE(__stcs)
CUSTUB_CPU_STORE(__stwb)

/* These pass over the first cache, so that blocks see each other's writes: threads signal and wait
 * by them. The memory checker takes them for volatile accesses. */
#if defined(CUSTUB_CPU_CHECKED)
#define CUSTUB_CPU_SCALAR(type) std::is_scalar<type>::value
#else
#define CUSTUB_CPU_SCALAR(type) false
#endif
#define CUSTUB_CPU_LOAD_SEEN(name)                                                                 \
    template <typename Type> Type name(const Type *address)                                        \
    {                                                                                              \
        ::custub_cpu::compiler_fence();                                                            \
        if constexpr (CUSTUB_CPU_SCALAR(Type))                                                     \
            return *static_cast<const volatile Type *>(address);                                   \
        else                                                                                       \
            return *address;                                                                       \
    }
#define CUSTUB_CPU_STORE_SEEN(name)                                                                \
    template <typename Type> void name(Type *address, Type value)                                  \
    {                                                                                              \
        if constexpr (CUSTUB_CPU_SCALAR(Type))                                                     \
            *static_cast<volatile Type *>(address) = value;                                        \
        else                                                                                       \
            *address = value;                                                                      \
    }

CUSTUB_CPU_LOAD_SEEN(__ldcg)
CUSTUB_CPU_LOAD_SEEN(__ldcv)
CUSTUB_CPU_STORE_SEEN(__stcg)
CUSTUB_CPU_STORE_SEEN(__stwt)

#undef CUSTUB_CPU_LOAD_SEEN
#undef CUSTUB_CPU_STORE_SEEN
#undef CUSTUB_CPU_SCALAR

#undef CUSTUB_CPU_INTRINSIC
#undef CUSTUB_CPU_LOAD
#undef CUSTUB_CPU_STORE

#endif

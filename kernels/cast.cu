// y[i] = x[i] as another type: cast_<from>_<to>. To and from types of 16 bits the number goes
// through float, so that a double or a long integer is rounded twice. Floats are rounded to
// nearest; to an integer, towards zero and to its nearest end, and NaN becomes 0, as the GPU's
// instructions do it.
#include "elements/stream.cuh"

namespace kernels
{
template <class To, class From, bool TRUNCATES> struct conversion {
    static __device__ inline To of(wide<From> x)
    {
        return narrow<To>(wide<To>(x));
    }
};

template <class To, class From> struct conversion<To, From, true> {
    static __device__ inline To of(wide<From> x)
    {
        constexpr bool is_signed = std::is_signed<To>::value;
        constexpr int bits = 8 * sizeof(To) - is_signed;
        const wide<From> end = wide<From>((uint64_t)1 << (bits - 1)) * 2; // one above the highest
        const To highest = To(~(uint64_t)0 >> (64 - bits));
        if (x >= end)
            return highest;
        if (is_signed)
            return x >= -end ? To(x) : x < -end ? To(~highest) : To(0);
        return x > 0 ? To(x) : To(0);
    }
};

template <class From, class To>
CUSTUB_THREADS(STREAM_THREADS(n, max(sizeof(From), sizeof(To))))
__global__ void __launch_bounds__(STREAM_BLOCK) cast(
    size_t n,
    const From *x CUSTUB_COUNTED_BY(n),
    To *y CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(x))
{
    constexpr size_t widest = sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To);
    constexpr bool truncates = is_float<From>::value && !is_float<To>::value;
    map<16 / widest>(n, [](From a) { return conversion<To, From, truncates>::of(widen(a)); }, y, x);
}
} // namespace kernels

// The preprocessor expands no macro inside itself, so that the second list is written out.
#define CAST(to, To, from, From) CUSTUB_STUB(cast_##from##_##to, kernels::cast<From, To>);
#define CASTS_FROM(from, From)                                                                     \
    LIST_F32(CAST, from, From)                                                                     \
    LIST_F64(CAST, from, From)                                                                     \
    LIST_F16(CAST, from, From)                                                                     \
    LIST_BF16(CAST, from, From)                                                                    \
    LIST_I8(CAST, from, From)                                                                      \
    LIST_I16(CAST, from, From)                                                                     \
    LIST_I32(CAST, from, From)                                                                     \
    LIST_I64(CAST, from, From)                                                                     \
    LIST_U8(CAST, from, From)                                                                      \
    LIST_U16(CAST, from, From)                                                                     \
    LIST_U32(CAST, from, From)                                                                     \
    LIST_U64(CAST, from, From)

#if KERNELS_f32
CASTS_FROM(f32, float)
#endif
#if KERNELS_f64
CASTS_FROM(f64, double)
#endif
#if KERNELS_f16
CASTS_FROM(f16, __half)
#endif
#if KERNELS_bf16
CASTS_FROM(bf16, __nv_bfloat16)
#endif
#if KERNELS_i8
CASTS_FROM(i8, int8_t)
#endif
#if KERNELS_i16
CASTS_FROM(i16, int16_t)
#endif
#if KERNELS_i32
CASTS_FROM(i32, int32_t)
#endif
#if KERNELS_i64
CASTS_FROM(i64, int64_t)
#endif
#if KERNELS_u8
CASTS_FROM(u8, uint8_t)
#endif
#if KERNELS_u16
CASTS_FROM(u16, uint16_t)
#endif
#if KERNELS_u32
CASTS_FROM(u32, uint32_t)
#endif
#if KERNELS_u64
CASTS_FROM(u64, uint64_t)
#endif

// The element types of the library. A kernel is a template over the type of its elements; one of
// the lists below makes its instances: FLOATS(STUB, softmax) makes softmax_f32, softmax_f16, ...
// The build says which types there are, by KERNELS_<type>=1.
#ifndef KERNELS_ELEMENTS_ELEMENT_CUH
#define KERNELS_ELEMENTS_ELEMENT_CUH

#include <custub/kernel.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <type_traits>

#if KERNELS_f16
#include <cuda_fp16.h>
#endif
#if KERNELS_bf16
#include <cuda_bf16.h>
#endif

// The compute capability where inline PTX may be used, 9.0 as 900; 0 elsewhere.
#if defined(__CUDA_ARCH__) && !defined(CUSTUB_WITHOUT_PTX)
#define KERNELS_PTX __CUDA_ARCH__
#else
#define KERNELS_PTX 0
#endif

namespace kernels
{
// The type that kernels compute with: float for the types of 16 bits, else the type itself.
template <class T> struct wide_type {
    using type = T;
};
template <class T> using wide = typename wide_type<T>::type;

template <class T> __device__ inline T widen(T x)
{
    return x;
}

// Rounds to nearest, ties to even, where T is narrower.
template <class T> __device__ inline T narrow(wide<T> x)
{
    return x;
}

#if KERNELS_f16
template <> struct wide_type<__half> {
    using type = float;
};
__device__ inline float widen(__half x)
{
    return __half2float(x);
}
template <> __device__ inline __half narrow<__half>(float x)
{
    return __float2half_rn(x);
}
#endif
#if KERNELS_bf16
template <> struct wide_type<__nv_bfloat16> {
    using type = float;
};
__device__ inline float widen(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}
template <> __device__ inline __nv_bfloat16 narrow<__nv_bfloat16>(float x)
{
    return __float2bfloat16_rn(x);
}
#endif

__device__ inline size_t ceil_div(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

template <class T> struct is_float {
    static constexpr bool value = wide<T>(0.5f) != wide<T>(0);
};
} // namespace kernels

#if KERNELS_f32
#define LIST_F32(INSTANCE, ...) INSTANCE(f32, float, __VA_ARGS__)
#else
#define LIST_F32(...)
#endif
#if KERNELS_f64
#define LIST_F64(INSTANCE, ...) INSTANCE(f64, double, __VA_ARGS__)
#else
#define LIST_F64(...)
#endif
#if KERNELS_f16
#define LIST_F16(INSTANCE, ...) INSTANCE(f16, __half, __VA_ARGS__)
#else
#define LIST_F16(...)
#endif
#if KERNELS_bf16
#define LIST_BF16(INSTANCE, ...) INSTANCE(bf16, __nv_bfloat16, __VA_ARGS__)
#else
#define LIST_BF16(...)
#endif
#if KERNELS_i8
#define LIST_I8(INSTANCE, ...) INSTANCE(i8, int8_t, __VA_ARGS__)
#else
#define LIST_I8(...)
#endif
#if KERNELS_i16
#define LIST_I16(INSTANCE, ...) INSTANCE(i16, int16_t, __VA_ARGS__)
#else
#define LIST_I16(...)
#endif
#if KERNELS_i32
#define LIST_I32(INSTANCE, ...) INSTANCE(i32, int32_t, __VA_ARGS__)
#else
#define LIST_I32(...)
#endif
#if KERNELS_i64
#define LIST_I64(INSTANCE, ...) INSTANCE(i64, int64_t, __VA_ARGS__)
#else
#define LIST_I64(...)
#endif
#if KERNELS_u8
#define LIST_U8(INSTANCE, ...) INSTANCE(u8, uint8_t, __VA_ARGS__)
#else
#define LIST_U8(...)
#endif
#if KERNELS_u16
#define LIST_U16(INSTANCE, ...) INSTANCE(u16, uint16_t, __VA_ARGS__)
#else
#define LIST_U16(...)
#endif
#if KERNELS_u32
#define LIST_U32(INSTANCE, ...) INSTANCE(u32, uint32_t, __VA_ARGS__)
#else
#define LIST_U32(...)
#endif
#if KERNELS_u64
#define LIST_U64(INSTANCE, ...) INSTANCE(u64, uint64_t, __VA_ARGS__)
#else
#define LIST_U64(...)
#endif

// INSTANCE(<type's name>, <type>, <what follows>) for each type of a kind.
#define HALVES(...)   LIST_F16(__VA_ARGS__) LIST_BF16(__VA_ARGS__)
#define FLOATS(...)   LIST_F32(__VA_ARGS__) LIST_F64(__VA_ARGS__) HALVES(__VA_ARGS__)
#define FLOATS_UP_TO_32(...) LIST_F32(__VA_ARGS__) HALVES(__VA_ARGS__)
#define SIGNED(...)                                                                                \
    LIST_I8(__VA_ARGS__) LIST_I16(__VA_ARGS__) LIST_I32(__VA_ARGS__) LIST_I64(__VA_ARGS__)
#define UNSIGNED(...)                                                                              \
    LIST_U8(__VA_ARGS__) LIST_U16(__VA_ARGS__) LIST_U32(__VA_ARGS__) LIST_U64(__VA_ARGS__)
#define INTEGERS(...) SIGNED(__VA_ARGS__) UNSIGNED(__VA_ARGS__)
#define NUMBERS(...)  FLOATS(__VA_ARGS__) INTEGERS(__VA_ARGS__)

// <kernel>_<type> is the instance of a kernel with one template parameter.
#define STUB(name, T, kernel) CUSTUB_STUB(kernel##_##name, kernels::kernel<T>);

#endif

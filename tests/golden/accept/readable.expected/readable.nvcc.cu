/* nvcc compiles this in place of readable.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "readable.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef mode
#undef level
#undef big
#undef n
#undef on
#undef c
#undef b
#undef x
#undef z
#undef truths
#undef inner
#undef data
#undef count
#undef i
#undef f
#undef bits
#undef members
#undef instances

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void bits(flags f, float *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_0(void (*)(custub_T0, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::bits)), custub_assert::other>::value, "kernel 'bits': custub read 'void bits(flags f, float *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0>
struct custub_assert_types_0<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 24 && alignof(custub_T0) == 8, "kernel 'bits', parameter 'f': custub read 'flags' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 8 && custub_assert::is<decltype(custub_T0::n), unsigned int>::value, "kernel 'bits', parameter 'f': custub read 'flags::n' as unsigned int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, c) == 16 && custub_assert::is<decltype(custub_T0::c), signed char>::value, "kernel 'bits', parameter 'f': custub read 'flags::c' as signed char at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T0(custub_T0 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T0) ||
            (char *)__builtin_addressof(p->n) - (char *)p != __builtin_offsetof(custub_T0, n) ||
            (char *)__builtin_addressof(p->c) - (char *)p != __builtin_offsetof(custub_T0, c))
            asm("// custub: misplaced 0 0");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::bits))>;

// void members(mixed m)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_1(void (*)(custub_T0));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::members)), custub_assert::other>::value, "kernel 'members': custub read 'void members(mixed m)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0>
struct custub_assert_types_1<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 72 && alignof(custub_T0) == 8, "kernel 'members', parameter 'm': custub read 'mixed' as 72 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 8 && custub_assert::is<decltype(custub_T0::x), long long>::value, "kernel 'members', parameter 'm': custub read 'mixed::x' as long long at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, z) == 8 && custub_assert::is<decltype(custub_T0::z), double>::value, "kernel 'members', parameter 'm': custub read 'mixed::z' as double at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, truths) == 16 && sizeof(custub_T0::truths) == 2 && custub_assert::is<decltype(custub_T0::truths), bool>::value, "kernel 'members', parameter 'm': custub read 'mixed::truths' as bool[2] at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, inner) == 24 && sizeof(custub_T0::inner) == 48, "kernel 'members', parameter 'm': custub read 'mixed::inner' as flags[2] at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T0(custub_T0 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T0) ||
            (char *)__builtin_addressof(p->x) - (char *)p != __builtin_offsetof(custub_T0, x) ||
            (char *)__builtin_addressof(p->z) - (char *)p != __builtin_offsetof(custub_T0, z) ||
            (char *)__builtin_addressof(p->truths) - (char *)p != __builtin_offsetof(custub_T0, truths) ||
            (char *)__builtin_addressof(p->inner) - (char *)p != __builtin_offsetof(custub_T0, inner))
            asm("// custub: misplaced 1 0");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::members))>;

// void instances(array<int, 4> a, number u)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_2(void (*)(custub_T0, custub_T1));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::instances)), custub_assert::other>::value, "kernel 'instances': custub read 'void instances(array<int, 4> a, number u)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_2<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 20 && alignof(custub_T0) == 4, "kernel 'instances', parameter 'a': custub read 'array<int, 4>' as 20 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, data) == 0 && sizeof(custub_T0::data) == 16 && custub_assert::is<decltype(custub_T0::data), int>::value, "kernel 'instances', parameter 'a': custub read 'array<int, 4>::data' as int[4] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, count) == 16 && custub_assert::is<decltype(custub_T0::count), unsigned short>::value, "kernel 'instances', parameter 'a': custub read 'array<int, 4>::count' as unsigned short at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'instances', parameter 'u': custub read 'number' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, i) == 0 && custub_assert::is<decltype(custub_T1::i), int>::value, "kernel 'instances', parameter 'u': custub read 'number::i' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, f) == 0 && custub_assert::is<decltype(custub_T1::f), float>::value, "kernel 'instances', parameter 'u': custub read 'number::f' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T1(custub_T1 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T1) ||
            (char *)__builtin_addressof(p->i) - (char *)p != __builtin_offsetof(custub_T1, i) ||
            (char *)__builtin_addressof(p->f) - (char *)p != __builtin_offsetof(custub_T1, f))
            asm("// custub: misplaced 2 1");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::instances))>;
#endif
#pragma nv_diagnostic pop

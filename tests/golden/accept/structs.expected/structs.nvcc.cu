/* nvcc compiles this in place of structs.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "structs.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef a
#undef b
#undef tag
#undef parts
#undef data
#undef fixed
#undef flag
#undef x
#undef y
#undef z
#undef count
#undef tail
#undef p
#undef f
#undef i
#undef c
#undef value
#undef value_
#undef memset
#undef structs_maker_of
#undef plain
#undef bytes
#undef templates
#undef makers

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void plain(outer o, wide w, with_empty_array a, deep::nested n)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3> custub_assert_0(void (*)(custub_T0, custub_T1, custub_T2, custub_T3));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::plain)), custub_assert::other>::value, "kernel 'plain': custub read 'void plain(outer o, wide w, with_empty_array a, deep::nested n)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3>> {
    static_assert(sizeof(custub_T0) == 104 && alignof(custub_T0) == 8, "kernel 'plain', parameter 'o': custub read 'outer' as 104 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, tag) == 0 && custub_assert::is<decltype(custub_T0::tag), char>::value, "kernel 'plain', parameter 'o': custub read 'outer::tag' as char at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, parts) == 8 && sizeof(custub_T0::parts) == 72, "kernel 'plain', parameter 'o': custub read 'outer::parts' as inner[3] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::parts)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 24 && alignof(custub_U0) == 8, "kernel 'plain', parameter 'o': custub read 'inner' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, a) == 0 && custub_assert::is<decltype(custub_U0::a), short>::value, "kernel 'plain', parameter 'o': custub read 'inner::a' as short at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, b) == 8 && sizeof(custub_U0::b) == 16 && custub_assert::is<decltype(custub_U0::b), double>::value, "kernel 'plain', parameter 'o': custub read 'inner::b' as double[2] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, data) == 80, "kernel 'plain', parameter 'o': custub read 'outer::data' as float * at byte 80, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, fixed) == 88, "kernel 'plain', parameter 'o': custub read 'outer::fixed' as const int * at byte 88, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, flag) == 96 && custub_assert::is<decltype(custub_T0::flag), bool>::value, "kernel 'plain', parameter 'o': custub read 'outer::flag' as bool at byte 96, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 32 && alignof(custub_T1) == 32, "kernel 'plain', parameter 'w': custub read 'wide' as 32 bytes aligned to 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, x) == 0 && custub_assert::is<decltype(custub_T1::x), float>::value, "kernel 'plain', parameter 'w': custub read 'wide::x' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, y) == 4 && custub_assert::is<decltype(custub_T1::y), float>::value, "kernel 'plain', parameter 'w': custub read 'wide::y' as float at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, z) == 8 && custub_assert::is<decltype(custub_T1::z), float>::value, "kernel 'plain', parameter 'w': custub read 'wide::z' as float at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 8 && alignof(custub_T2) == 4, "kernel 'plain', parameter 'a': custub read 'with_empty_array' as 8 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, count) == 0 && custub_assert::is<decltype(custub_T2::count), int>::value, "kernel 'plain', parameter 'a': custub read 'with_empty_array::count' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, tail) == 4 && sizeof(custub_T2::tail) == 4 && custub_assert::is<decltype(custub_T2::tail), int>::value, "kernel 'plain', parameter 'a': custub read 'with_empty_array::tail' as int[1] at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 4 && alignof(custub_T3) == 4, "kernel 'plain', parameter 'n': custub read 'deep::nested' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, p) == 0, "kernel 'plain', parameter 'n': custub read 'deep::nested::p' as deep::nested::part at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T3::p)>::type custub_U1;
    static_assert(sizeof(custub_U1) == 4 && alignof(custub_U1) == 4, "kernel 'plain', parameter 'n': custub read 'deep::nested::part' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, x) == 0 && custub_assert::is<decltype(custub_U1::x), int>::value, "kernel 'plain', parameter 'n': custub read 'deep::nested::part::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::plain))>;

// void bytes(tight t, unaligned u, bits b, either e, closed c, derived d, empty m)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6> custub_assert_1(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::bytes)), custub_assert::other>::value, "kernel 'bytes': custub read 'void bytes(tight t, unaligned u, bits b, either e, closed c, derived d, empty m)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6>> {
    static_assert(sizeof(custub_T0) == 5 && alignof(custub_T0) == 1, "kernel 'bytes', parameter 't': custub read 'tight' as 5 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, a) == 0 && custub_assert::is<decltype(custub_T0::a), char>::value, "kernel 'bytes', parameter 't': custub read 'tight::a' as char at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, b) == 1 && custub_assert::is<decltype(custub_T0::b), int>::value, "kernel 'bytes', parameter 't': custub read 'tight::b' as int at byte 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T0(custub_T0 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T0) ||
            (char *)__builtin_addressof(p->a) - (char *)p != __builtin_offsetof(custub_T0, a) ||
            (char *)__builtin_addressof(p->b) - (char *)p != __builtin_offsetof(custub_T0, b))
            asm("// custub: misplaced 1 0");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
    static_assert(sizeof(custub_T1) == 8 && alignof(custub_T1) == 1, "kernel 'bytes', parameter 'u': custub read 'unaligned' as 8 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, a) == 0 && custub_assert::is<decltype(custub_T1::a), float>::value, "kernel 'bytes', parameter 'u': custub read 'unaligned::a' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, b) == 4 && custub_assert::is<decltype(custub_T1::b), int>::value, "kernel 'bytes', parameter 'u': custub read 'unaligned::b' as int at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T1(custub_T1 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T1) ||
            (char *)__builtin_addressof(p->a) - (char *)p != __builtin_offsetof(custub_T1, a) ||
            (char *)__builtin_addressof(p->b) - (char *)p != __builtin_offsetof(custub_T1, b))
            asm("// custub: misplaced 1 1");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'bytes', parameter 'b': custub read 'bits' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T2(custub_T2 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T2))
            asm("// custub: misplaced 1 2");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
    static_assert(sizeof(custub_T3) == 4 && alignof(custub_T3) == 4, "kernel 'bytes', parameter 'e': custub read 'either' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, f) == 0 && custub_assert::is<decltype(custub_T3::f), float>::value, "kernel 'bytes', parameter 'e': custub read 'either::f' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, i) == 0 && custub_assert::is<decltype(custub_T3::i), int>::value, "kernel 'bytes', parameter 'e': custub read 'either::i' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T3(custub_T3 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T3) ||
            (char *)__builtin_addressof(p->f) - (char *)p != __builtin_offsetof(custub_T3, f) ||
            (char *)__builtin_addressof(p->i) - (char *)p != __builtin_offsetof(custub_T3, i))
            asm("// custub: misplaced 1 3");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
    static_assert(sizeof(custub_T4) == 8 && alignof(custub_T4) == 4, "kernel 'bytes', parameter 'c': custub read 'closed' as 8 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, b) == 4 && custub_assert::is<decltype(custub_T4::b), int>::value, "kernel 'bytes', parameter 'c': custub read 'closed::b' as int at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T5) == 32 && alignof(custub_T5) == 8, "kernel 'bytes', parameter 'd': custub read 'derived' as 32 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, c) == 24 && custub_assert::is<decltype(custub_T5::c), int>::value, "kernel 'bytes', parameter 'd': custub read 'derived::c' as int at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T5(custub_T5 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T5) ||
            (char *)__builtin_addressof(p->c) - (char *)p != __builtin_offsetof(custub_T5, c))
            asm("// custub: misplaced 1 5");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
    static_assert(sizeof(custub_T6) == 1 && alignof(custub_T6) == 1, "kernel 'bytes', parameter 'm': custub read 'empty' as 1 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T6(custub_T6 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T6))
            asm("// custub: misplaced 1 6");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::bytes))>;

// void templates(char first, array<float, 4> a, array<double, 2> b, array<inner, 2> *c)
template <class custub_T1, class custub_T2, class custub_T3> custub_assert::types<custub_T1, custub_T2, custub_T3> custub_assert_2(void (*)(char, custub_T1, custub_T2, custub_T3 *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::templates)), custub_assert::other>::value, "kernel 'templates': custub read 'void templates(char first, array<float, 4> a, array<double, 2> b, array<inner, 2> *c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T1, class custub_T2, class custub_T3>
struct custub_assert_types_2<custub_assert::types<custub_T1, custub_T2, custub_T3>> {
    static_assert(sizeof(custub_T1) == 16 && alignof(custub_T1) == 4, "kernel 'templates', parameter 'a': custub read 'array<float, 4>' as 16 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, data) == 0 && sizeof(custub_T1::data) == 16 && custub_assert::is<decltype(custub_T1::data), float>::value, "kernel 'templates', parameter 'a': custub read 'array<float, 4>::data' as float[4] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 16 && alignof(custub_T2) == 8, "kernel 'templates', parameter 'b': custub read 'array<double, 2>' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, data) == 0 && sizeof(custub_T2::data) == 16 && custub_assert::is<decltype(custub_T2::data), double>::value, "kernel 'templates', parameter 'b': custub read 'array<double, 2>::data' as double[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::templates))>;

// void makers(maker m, maker_of n, const element *e, element_buffer_create f)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3> custub_assert_3(void (*)(custub_T0, custub_T1, const custub_T2 *, custub_T3));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::makers)), custub_assert::other>::value, "kernel 'makers': custub read 'void makers(maker m, maker_of n, const element *e, element_buffer_create f)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3>
struct custub_assert_types_3<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3>> {
    static_assert(sizeof(custub_T0) == 64 && alignof(custub_T0) == 8, "kernel 'makers', parameter 'm': custub read 'maker' as 64 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, value) == 0 && custub_assert::is<decltype(custub_T0::value), char>::value, "kernel 'makers', parameter 'm': custub read 'maker::value' as char at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, value_) == 8 && sizeof(custub_T0::value_) == 48 && custub_assert::is<decltype(custub_T0::value_), double>::value, "kernel 'makers', parameter 'm': custub read 'maker::value_' as double[2][3] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, memset) == 56 && custub_assert::is<decltype(custub_T0::memset), short>::value, "kernel 'makers', parameter 'm': custub read 'maker::memset' as short at byte 56, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, structs_maker_of) == 58 && custub_assert::is<decltype(custub_T0::structs_maker_of), short>::value, "kernel 'makers', parameter 'm': custub read 'maker::structs_maker_of' as short at byte 58, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'makers', parameter 'n': custub read 'maker_of' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, x) == 0 && custub_assert::is<decltype(custub_T1::x), int>::value, "kernel 'makers', parameter 'n': custub read 'maker_of::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'makers', parameter 'e': custub read 'element' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, x) == 0 && custub_assert::is<decltype(custub_T2::x), int>::value, "kernel 'makers', parameter 'e': custub read 'element::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 4 && alignof(custub_T3) == 4, "kernel 'makers', parameter 'f': custub read 'element_buffer_create' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, x) == 0 && custub_assert::is<decltype(custub_T3::x), int>::value, "kernel 'makers', parameter 'f': custub read 'element_buffer_create::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::makers))>;
#endif
#pragma nv_diagnostic pop

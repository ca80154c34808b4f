/* nvcc compiles this in place of own_header.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "own_header.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef mu
#undef stride
#undef gain
#undef count
#undef tmp
#undef rank
#undef values
#undef bytes
#undef done
#undef letter
#undef x
#undef y
#undef corners
#undef level
#undef mode
#undef user
#undef next
#undef call
#undef a
#undef b
#undef all
#undef f
#undef u
#undef low
#undef high
#undef number
#undef weights
#undef address
#undef r
#undef t
#undef take
#undef point
#undef keep
#undef choose
#undef pick

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void take(tagged a, renamed b, unnamed c, band d, number e, blur f)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5> custub_assert_0(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(static_cast<void (*)(take_args)>(&::take))), custub_assert::other>::value, "kernel 'take': custub read 'void take(tagged a, renamed b, unnamed c, band d, number e, blur f)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5>> {
    static_assert(sizeof(custub_T0) == 40 && alignof(custub_T0) == 8, "kernel 'take', parameter 'a': custub read 'tagged' as 40 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, gain) == 0 && custub_assert::is<decltype(custub_T0::gain), float>::value, "kernel 'take', parameter 'a': custub read 'tagged::gain' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, count) == 8 && custub_assert::is<decltype(custub_T0::count), unsigned long>::value, "kernel 'take', parameter 'a': custub read 'tagged::count' as unsigned long at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, tmp) == 16, "kernel 'take', parameter 'a': custub read 'tagged::tmp' as tagged::(unnamed at own_header.h:14:5) at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::tmp)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 24 && alignof(custub_U0) == 8, "kernel 'take', parameter 'a': custub read 'tagged::tmp' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, mu) == 0 && sizeof(custub_U0::mu) == 16, "kernel 'take', parameter 'a': custub read 'tagged::tmp::mu' as float *[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, stride) == 16 && custub_assert::is<decltype(custub_U0::stride), int>::value, "kernel 'take', parameter 'a': custub read 'tagged::tmp::stride' as int32_t at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 48 && alignof(custub_T1) == 8, "kernel 'take', parameter 'b': custub read 'other_tag' as 48 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, rank) == 0 && custub_assert::is<decltype(custub_T1::rank), int>::value, "kernel 'take', parameter 'b': custub read 'other_tag::rank' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, values) == 8 && sizeof(custub_T1::values) == 24 && custub_assert::is<decltype(custub_T1::values), double>::value, "kernel 'take', parameter 'b': custub read 'other_tag::values' as double[3] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, bytes) == 32 && sizeof(custub_T1::bytes) == 8 && custub_assert::is<decltype(custub_T1::bytes), signed char>::value, "kernel 'take', parameter 'b': custub read 'other_tag::bytes' as signed char[2][4] at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, done) == 40 && custub_assert::is<decltype(custub_T1::done), bool>::value, "kernel 'take', parameter 'b': custub read 'other_tag::done' as bool at byte 40, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, letter) == 41 && custub_assert::is<decltype(custub_T1::letter), char>::value, "kernel 'take', parameter 'b': custub read 'other_tag::letter' as char at byte 41, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 48 && alignof(custub_T2) == 8, "kernel 'take', parameter 'c': custub read 'unnamed' as 48 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, corners) == 0 && sizeof(custub_T2::corners) == 16, "kernel 'take', parameter 'c': custub read 'unnamed::corners' as unnamed::inner[4] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T2::corners)>::type custub_U1;
    static_assert(sizeof(custub_U1) == 4 && alignof(custub_U1) == 2, "kernel 'take', parameter 'c': custub read 'unnamed::inner' as 4 bytes aligned to 2, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, x) == 0 && custub_assert::is<decltype(custub_U1::x), short>::value, "kernel 'take', parameter 'c': custub read 'unnamed::inner::x' as short at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, y) == 2 && custub_assert::is<decltype(custub_U1::y), short>::value, "kernel 'take', parameter 'c': custub read 'unnamed::inner::y' as short at byte 2, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, level) == 16 && custub_assert::is_enumeration<decltype(custub_T2::level), int>::value, "kernel 'take', parameter 'c': custub read 'unnamed::level' as unnamed::level at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, mode) == 20 && custub_assert::is_enumeration<decltype(custub_T2::mode), unsigned int>::value, "kernel 'take', parameter 'c': custub read 'unnamed::mode' as mode at byte 20, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, user) == 24, "kernel 'take', parameter 'c': custub read 'unnamed::user' as void * at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, next) == 32, "kernel 'take', parameter 'c': custub read 'unnamed::next' as tagged * at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, call) == 40, "kernel 'take', parameter 'c': custub read 'unnamed::call' as void (*)(int) at byte 40, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 24 && alignof(custub_T3) == 8, "kernel 'take', parameter 'd': custub read 'band' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, a) == 0, "kernel 'take', parameter 'd': custub read 'band::a' as short * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, b) == 8, "kernel 'take', parameter 'd': custub read 'band::b' as short * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, all) == 0 && sizeof(custub_T3::all) == 16, "kernel 'take', parameter 'd': custub read 'band::all' as short *[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, number) == 20, "kernel 'take', parameter 'd': custub read 'band::number' as number at byte 20, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T3::number)>::type custub_U2;
    static_assert(sizeof(custub_U2) == 4 && alignof(custub_U2) == 4, "kernel 'take', parameter 'd': custub read 'number' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U2, f) == 0 && custub_assert::is<decltype(custub_U2::f), float>::value, "kernel 'take', parameter 'd': custub read 'number::f' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U2, u) == 0 && custub_assert::is<decltype(custub_U2::u), unsigned int>::value, "kernel 'take', parameter 'd': custub read 'number::u' as uint32_t at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T3(custub_T3 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T3) ||
            (char *)__builtin_addressof(p->a) - (char *)p != __builtin_offsetof(custub_T3, a) ||
            (char *)__builtin_addressof(p->b) - (char *)p != __builtin_offsetof(custub_T3, b) ||
            (char *)__builtin_addressof(p->all) - (char *)p != __builtin_offsetof(custub_T3, all) ||
            (char *)__builtin_addressof(p->number) - (char *)p != __builtin_offsetof(custub_T3, number))
            asm("// custub: misplaced 0 3");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T4(custub_T4 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T4) ||
            (char *)__builtin_addressof(p->f) - (char *)p != __builtin_offsetof(custub_T4, f) ||
            (char *)__builtin_addressof(p->u) - (char *)p != __builtin_offsetof(custub_T4, u))
            asm("// custub: misplaced 0 4");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
    static_assert(sizeof(custub_T5) == 24 && alignof(custub_T5) == 8, "kernel 'take', parameter 'f': custub read 'blur' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, weights) == 0 && sizeof(custub_T5::weights) == 16 && custub_assert::is<decltype(custub_T5::weights), float>::value, "kernel 'take', parameter 'f': custub read 'blur::weights' as float[4] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, address) == 16 && custub_assert::is<decltype(custub_T5::address), unsigned long long>::value, "kernel 'take', parameter 'f': custub read 'blur::address' as unsigned long long at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(static_cast<void (*)(take_args)>(&::take)))>;

// void point(const tagged *a, unnamed::inner *b, renamed *c, unnamed *d, band *e)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4> custub_assert_1(void (*)(const custub_T0 *, custub_T1 *, custub_T2 *, custub_T3 *, custub_T4 *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::point)), custub_assert::other>::value, "kernel 'point': custub read 'void point(const tagged *a, unnamed::inner *b, renamed *c, unnamed *d, band *e)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4>> {
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::point))>;

// void keep(local l, corner c)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_2(void (*)(custub_T0, custub_T1));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::keep)), custub_assert::other>::value, "kernel 'keep': custub read 'void keep(local l, corner c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_2<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 128 && alignof(custub_T0) == 8, "kernel 'keep', parameter 'l': custub read 'local' as 128 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, r) == 0, "kernel 'keep', parameter 'l': custub read 'local::r' as other_tag at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, t) == 48 && sizeof(custub_T0::t) == 80, "kernel 'keep', parameter 'l': custub read 'local::t' as tagged[2] at byte 48, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T1, unsigned int>::value, "kernel 'keep', parameter 'c': custub read 'corner' as unsigned int, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::keep))>;

// void choose(mode m, shape s, unnamed::level l)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_3(void (*)(custub_T0, custub_T1, custub_T2));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::choose)), custub_assert::other>::value, "kernel 'choose': custub read 'void choose(mode m, shape s, unnamed::level l)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_3<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(custub_assert::is_enumeration<custub_T0, unsigned int>::value, "kernel 'choose', parameter 'm': custub read 'mode' as unsigned int, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T1, unsigned int>::value, "kernel 'choose', parameter 's': custub read 'shape' as unsigned int, and this compiler does not; write it without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T2, int>::value, "kernel 'choose', parameter 'l': custub read 'unnamed::level' as int, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::choose))>;

// void pick(pick_args p)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_4(void (*)(custub_T0));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::pick)), custub_assert::other>::value, "kernel 'pick': custub read 'void pick(pick_args p)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_4 {};
template <class custub_T0>
struct custub_assert_types_4<custub_assert::types<custub_T0>> {
    static_assert(custub_assert::is_enumeration<custub_T0, unsigned int>::value, "kernel 'pick', parameter 'p': custub read 'pick_args' as unsigned int, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_4<decltype(custub_assert_4(&::pick))>;
#endif
#pragma nv_diagnostic pop

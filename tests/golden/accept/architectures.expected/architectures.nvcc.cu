/* nvcc compiles this in place of architectures.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "architectures.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#undef namespace
#undef custub_assert
#undef template
#undef class
#undef T
#undef struct
#undef types
#undef other
#undef U
#undef same
#undef static
#undef const
#undef bool
#undef value
#undef false
#undef true
#undef bare
#undef typedef
#undef type
#undef volatile
#undef decltype
#undef sizeof
#undef n
#undef named
#undef is
#undef typename
#undef is_enumeration
#undef __underlying_type
#undef static_assert
#undef alignof
#undef void
#undef char
#undef short
#undef int
#undef long
#undef float
#undef double
#undef signed
#undef unsigned
#undef p
#undef a
#undef b
#undef i
#undef g
#undef f
#undef e
#undef next
#undef m
#undef many_parts
#undef everywhere
#undef only_old
#undef inside
#undef OLD
#undef COUNT
#undef renamed
#undef only_new
#undef NEW

namespace custub_assert
{
template <class... T> struct types {};
struct other {};
template <class T, class U> struct same { static const bool value = false; };
template <class T> struct same<T, T> { static const bool value = true; };
template <class T> struct bare { typedef T type; };
template <class T> struct bare<const T> : bare<T> {};
template <class T> struct bare<volatile T> : bare<T> {};
template <class T> struct bare<const volatile T> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<T[n]> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<const T[n]> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<volatile T[n]> : bare<T> {};
template <class T, decltype(sizeof(0)) n> struct bare<const volatile T[n]> : bare<T> {};
template <class T> struct named;
template <class T> struct named<T &> { typedef T type; };
template <class T, class U> struct is : same<typename bare<T>::type, U> {};
template <class T, class U> struct is_enumeration
    : same<__underlying_type(typename bare<T>::type), U> {};
} // namespace custub_assert

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 860) || (__CUDA_ARCH__ == 900))

// void many_parts(const nested<11> *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_0(void (*)(const custub_T0 *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::many_parts)), custub_assert::other>::value, "kernel 'many_parts': custub read 'void many_parts(const nested<11> *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0>
struct custub_assert_types_0<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 8192 && alignof(custub_T0) == 4, "kernel 'many_parts', parameter 'x': custub read 'nested<11>' as 8192 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T0(custub_T0 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T0))
            asm("// custub: misplaced 0 0");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::many_parts))>;

// void everywhere(int n, float *__restrict x, plain p, const holder *h)
template <class custub_T2, class custub_T3> custub_assert::types<custub_T2, custub_T3> custub_assert_1(void (*)(int, float *, custub_T2, const custub_T3 *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::everywhere)), custub_assert::other>::value, "kernel 'everywhere': custub read 'void everywhere(int n, float *__restrict x, plain p, const holder *h)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T2, class custub_T3>
struct custub_assert_types_1<custub_assert::types<custub_T2, custub_T3>> {
    static_assert(sizeof(custub_T2) == 36 && alignof(custub_T2) == 4, "kernel 'everywhere', parameter 'p': custub read 'plain' as 36 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, f) == 4 && sizeof(custub_T2::f) == 24 && custub_assert::is<decltype(custub_T2::f), float>::value, "kernel 'everywhere', parameter 'p': custub read 'plain::f' as float[2][3] at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, i) == 28 && custub_assert::is<decltype(custub_T2::i), int>::value, "kernel 'everywhere', parameter 'p': custub read 'plain::i' as int at byte 28, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, g) == 28 && custub_assert::is<decltype(custub_T2::g), float>::value, "kernel 'everywhere', parameter 'p': custub read 'plain::g' as float at byte 28, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, e) == 32 && custub_assert::is_enumeration<decltype(custub_T2::e), unsigned int>::value, "kernel 'everywhere', parameter 'p': custub read 'plain::e' as plain::(unnamed at architectures.cu:19:80) at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T2(custub_T2 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T2) ||
            (char *)__builtin_addressof(p->f) - (char *)p != __builtin_offsetof(custub_T2, f) ||
            (char *)__builtin_addressof(p->i) - (char *)p != __builtin_offsetof(custub_T2, i) ||
            (char *)__builtin_addressof(p->g) - (char *)p != __builtin_offsetof(custub_T2, g) ||
            (char *)__builtin_addressof(p->e) - (char *)p != __builtin_offsetof(custub_T2, e))
            asm("// custub: misplaced 1 2");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
    static_assert(sizeof(custub_T3) == 16 && alignof(custub_T3) == 8, "kernel 'everywhere', parameter 'h': custub read 'holder' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, next) == 0, "kernel 'everywhere', parameter 'h': custub read 'holder::next' as inside * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, n) == 8 && custub_assert::is<decltype(custub_T3::n), int>::value, "kernel 'everywhere', parameter 'h': custub read 'holder::n' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::everywhere))>;
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 860))

// void only_old(of_old o, void *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_2(void (*)(custub_T0, void *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::only_old)), custub_assert::other>::value, "kernel 'only_old': custub read 'void only_old(of_old o, void *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0>
struct custub_assert_types_2<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'only_old', parameter 'o': custub read 'of_old' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 0 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'only_old', parameter 'o': custub read 'of_old::n' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::only_old))>;
static_assert(sizeof(::inside) == 4, "kernel 'only_old': custub read sizeof(::inside) as 4, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::OLD) == 5ULL, "kernel 'only_old': custub read '::OLD' as 5, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::COUNT) == 4ULL, "kernel 'only_old': custub read '::COUNT' as 4, and this compiler does not; write it without conditions on the compiler");
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 860) || (__CUDA_ARCH__ == 900))

// void renamed(int n, int *const x)
custub_assert::types<> custub_assert_3(void (*)(int, int *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::renamed)), custub_assert::other>::value, "kernel 'renamed': custub read 'void renamed(int n, int *const x)', and this compiler does not; write it without conditions on the compiler");
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900))

// void only_new(of_new *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_4(void (*)(custub_T0 *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::only_new)), custub_assert::other>::value, "kernel 'only_new': custub read 'void only_new(of_new *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_4 {};
template <class custub_T0>
struct custub_assert_types_4<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 8, "kernel 'only_new', parameter 'x': custub read 'of_new' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 0 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'only_new', parameter 'x': custub read 'of_new::n' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, m) == 8 && custub_assert::is<decltype(custub_T0::m), long long>::value, "kernel 'only_new', parameter 'x': custub read 'of_new::m' as long long at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_4<decltype(custub_assert_4(&::only_new))>;
static_assert(sizeof(::inside) == 8, "kernel 'only_new': custub read sizeof(::inside) as 8, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::NEW) == 3ULL, "kernel 'only_new': custub read '::NEW' as 3, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::COUNT) == 8ULL, "kernel 'only_new': custub read '::COUNT' as 8, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop

/* nvcc compiles this in place of allocations.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "allocations.cu"

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
#undef v
#undef at
#undef one
#undef several
#undef inherits
#undef ends_one
#undef ends_several
#undef destroys
#undef of_template
#undef unknown
#undef of_cuda
#undef instance

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

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void one(int *x)
custub_assert::types<> custub_assert_0(void (*)(int *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::one)), custub_assert::other>::value, "kernel 'one': custub read 'void one(int *x)', and this compiler does not; write it without conditions on the compiler");

// void several(int *x)
custub_assert::types<> custub_assert_1(void (*)(int *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::several)), custub_assert::other>::value, "kernel 'several': custub read 'void several(int *x)', and this compiler does not; write it without conditions on the compiler");

// void inherits(int *x)
custub_assert::types<> custub_assert_2(void (*)(int *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::inherits)), custub_assert::other>::value, "kernel 'inherits': custub read 'void inherits(int *x)', and this compiler does not; write it without conditions on the compiler");

// void ends_one(pool *p, int *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_3(void (*)(custub_T0 *, int *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::ends_one)), custub_assert::other>::value, "kernel 'ends_one': custub read 'void ends_one(pool *p, int *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0>
struct custub_assert_types_3<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'ends_one', parameter 'p': custub read 'pool' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, v) == 0 && custub_assert::is<decltype(custub_T0::v), int>::value, "kernel 'ends_one', parameter 'p': custub read 'pool::v' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::ends_one))>;

// void ends_several(pool *p, int *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_4(void (*)(custub_T0 *, int *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::ends_several)), custub_assert::other>::value, "kernel 'ends_several': custub read 'void ends_several(pool *p, int *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_4 {};
template <class custub_T0>
struct custub_assert_types_4<custub_assert::types<custub_T0>> {
};
template struct custub_assert_types_4<decltype(custub_assert_4(&::ends_several))>;

// void destroys(ends *p, int *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_5(void (*)(custub_T0 *, int *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::destroys)), custub_assert::other>::value, "kernel 'destroys': custub read 'void destroys(ends *p, int *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_5 {};
template <class custub_T0>
struct custub_assert_types_5<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 8 && alignof(custub_T0) == 8, "kernel 'destroys', parameter 'p': custub read 'ends' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, at) == 0, "kernel 'destroys', parameter 'p': custub read 'ends::at' as int * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_5<decltype(custub_assert_5(&::destroys))>;

// void of_template(float *x)
custub_assert::types<> custub_assert_6(void (*)(float *));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::of_template)), custub_assert::other>::value, "kernel 'of_template': custub read 'void of_template(float *x)', and this compiler does not; write it without conditions on the compiler");

// void unknown(int *x)
custub_assert::types<> custub_assert_7(void (*)(int *));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::unknown)), custub_assert::other>::value, "kernel 'unknown': custub read 'void unknown(int *x)', and this compiler does not; write it without conditions on the compiler");

// void of_cuda(int *x)
custub_assert::types<> custub_assert_8(void (*)(int *));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::of_cuda)), custub_assert::other>::value, "kernel 'of_cuda': custub read 'void of_cuda(int *x)', and this compiler does not; write it without conditions on the compiler");

// void instance_f32(float *x, int *y)
custub_assert::types<> custub_assert_9(void (*)(float *, int *));
custub_assert::other custub_assert_9(...);
#line 42 "allocations.cu"
static_assert(!custub_assert::same<decltype(custub_assert_9((instance<float>))), custub_assert::other>::value, "kernel 'instance_f32': custub read 'void instance_f32(float *x, int *y)', and this compiler does not; write it without conditions on the compiler");
#line 153 "allocations.nvcc.cu"
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_9 __attribute__((unused)) = (instance<float>);

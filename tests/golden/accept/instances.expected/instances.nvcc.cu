/* nvcc compiles this in place of instances.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "instances.cu"

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
#undef limbs
#undef limb
#undef moved
#undef shared_instance
#undef fine_instance

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

// void moved(element *x, element *y)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_0(void (*)(custub_T0 *, custub_T1 *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::moved)), custub_assert::other>::value, "kernel 'moved': custub read 'void moved(element *x, element *y)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 8 && alignof(custub_T0) == 4, "kernel 'moved', parameter 'x': custub read 'element' as 8 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, limbs) == 0 && sizeof(custub_T0::limbs) == 8 && custub_assert::is<decltype(custub_T0::limbs), unsigned int>::value, "kernel 'moved', parameter 'x': custub read 'element::limbs' as unsigned int[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::moved))>;

// void shared_instance(started *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_1(void (*)(custub_T0 *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::shared_instance)), custub_assert::other>::value, "kernel 'shared_instance': custub read 'void shared_instance(started *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0>
struct custub_assert_types_1<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'shared_instance', parameter 'x': custub read 'started' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, limb) == 0 && custub_assert::is<decltype(custub_T0::limb), unsigned int>::value, "kernel 'shared_instance', parameter 'x': custub read 'started::limb' as unsigned int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::shared_instance))>;

// void fine_instance(const int *x, int *y)
custub_assert::types<> custub_assert_2(void (*)(const int *, int *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::fine_instance)), custub_assert::other>::value, "kernel 'fine_instance': custub read 'void fine_instance(const int *x, int *y)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop

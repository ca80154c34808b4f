/* nvcc compiles this in place of hidden_bodies.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "hidden_bodies.cu"

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
#undef plain_switch
#undef initialized_switch
#undef initialized_by_macro
#undef in_template
#undef inherited
#undef inherited_twice
#undef inherited_unknown
#undef inherited_instance
#undef inherited_dependent
#undef inherited_template
#undef captured_call
#undef captured_member
#undef captured_pointer
#undef captured_copy
#undef captured_index

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

// void plain_switch(int *x)
custub_assert::types<> custub_assert_0(void (*)(int *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::plain_switch)), custub_assert::other>::value, "kernel 'plain_switch': custub read 'void plain_switch(int *x)', and this compiler does not; write it without conditions on the compiler");

// void initialized_switch(int *x)
custub_assert::types<> custub_assert_1(void (*)(int *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::initialized_switch)), custub_assert::other>::value, "kernel 'initialized_switch': custub read 'void initialized_switch(int *x)', and this compiler does not; write it without conditions on the compiler");

// void initialized_by_macro(int *x)
custub_assert::types<> custub_assert_2(void (*)(int *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::initialized_by_macro)), custub_assert::other>::value, "kernel 'initialized_by_macro': custub read 'void initialized_by_macro(int *x)', and this compiler does not; write it without conditions on the compiler");

// void in_template(int *x)
custub_assert::types<> custub_assert_3(void (*)(int *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::in_template)), custub_assert::other>::value, "kernel 'in_template': custub read 'void in_template(int *x)', and this compiler does not; write it without conditions on the compiler");

// void inherited(int *x)
custub_assert::types<> custub_assert_4(void (*)(int *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::inherited)), custub_assert::other>::value, "kernel 'inherited': custub read 'void inherited(int *x)', and this compiler does not; write it without conditions on the compiler");

// void inherited_twice(int *x)
custub_assert::types<> custub_assert_5(void (*)(int *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::inherited_twice)), custub_assert::other>::value, "kernel 'inherited_twice': custub read 'void inherited_twice(int *x)', and this compiler does not; write it without conditions on the compiler");

// void inherited_unknown(int *x)
custub_assert::types<> custub_assert_6(void (*)(int *));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::inherited_unknown)), custub_assert::other>::value, "kernel 'inherited_unknown': custub read 'void inherited_unknown(int *x)', and this compiler does not; write it without conditions on the compiler");

// void inherited_instance(int *x)
custub_assert::types<> custub_assert_7(void (*)(int *));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::inherited_instance)), custub_assert::other>::value, "kernel 'inherited_instance': custub read 'void inherited_instance(int *x)', and this compiler does not; write it without conditions on the compiler");

// void inherited_dependent(int *x)
custub_assert::types<> custub_assert_8(void (*)(int *));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::inherited_dependent)), custub_assert::other>::value, "kernel 'inherited_dependent': custub read 'void inherited_dependent(int *x)', and this compiler does not; write it without conditions on the compiler");

// void inherited_template(int *x)
custub_assert::types<> custub_assert_9(void (*)(int *));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::inherited_template)), custub_assert::other>::value, "kernel 'inherited_template': custub read 'void inherited_template(int *x)', and this compiler does not; write it without conditions on the compiler");

// void captured_call(int *x)
custub_assert::types<> custub_assert_10(void (*)(int *));
custub_assert::other custub_assert_10(...);
static_assert(!custub_assert::same<decltype(custub_assert_10(&::captured_call)), custub_assert::other>::value, "kernel 'captured_call': custub read 'void captured_call(int *x)', and this compiler does not; write it without conditions on the compiler");

// void captured_member(int *x, const reader *r)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_11(void (*)(int *, const custub_T1 *));
custub_assert::other custub_assert_11(...);
static_assert(!custub_assert::same<decltype(custub_assert_11(&::captured_member)), custub_assert::other>::value, "kernel 'captured_member': custub read 'void captured_member(int *x, const reader *r)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_11 {};
template <class custub_T1>
struct custub_assert_types_11<custub_assert::types<custub_T1>> {
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'captured_member', parameter 'r': custub read 'reader' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, v) == 0 && custub_assert::is<decltype(custub_T1::v), int>::value, "kernel 'captured_member', parameter 'r': custub read 'reader::v' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_11<decltype(custub_assert_11(&::captured_member))>;

// void captured_pointer(int *x, int (*)(int) f)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_12(void (*)(int *, custub_T1 *));
custub_assert::other custub_assert_12(...);
static_assert(!custub_assert::same<decltype(custub_assert_12(&::captured_pointer)), custub_assert::other>::value, "kernel 'captured_pointer': custub read 'void captured_pointer(int *x, int (*)(int) f)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_12 {};
template <class custub_T1>
struct custub_assert_types_12<custub_assert::types<custub_T1>> {
};
template struct custub_assert_types_12<decltype(custub_assert_12(&::captured_pointer))>;

// void captured_copy(int *x, reader r)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_13(void (*)(int *, custub_T1));
custub_assert::other custub_assert_13(...);
static_assert(!custub_assert::same<decltype(custub_assert_13(&::captured_copy)), custub_assert::other>::value, "kernel 'captured_copy': custub read 'void captured_copy(int *x, reader r)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_13 {};
template <class custub_T1>
struct custub_assert_types_13<custub_assert::types<custub_T1>> {
};
template struct custub_assert_types_13<decltype(custub_assert_13(&::captured_copy))>;

// void captured_index(int *x)
custub_assert::types<> custub_assert_14(void (*)(int *));
custub_assert::other custub_assert_14(...);
static_assert(!custub_assert::same<decltype(custub_assert_14(&::captured_index)), custub_assert::other>::value, "kernel 'captured_index': custub read 'void captured_index(int *x)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop

/* nvcc compiles this in place of bodies.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "bodies.cu"

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
#undef one
#undef two
#undef three
#undef whole
#undef none
#undef calls_outside
#undef assembly
#undef recurses
#undef waits
#undef calls_functor
#undef calls_lambda
#undef through_template
#undef through_pointer
#undef only_blocks
#undef broken_body
#undef math
#undef destructor
#undef nested_destructor
#undef temporary
#undef range_for
#undef member_initializer
#undef virtual_call
#undef named_like_a_texture
#undef own_object
#undef takes_ticket
#undef prints
#undef counts_once
#undef counts_in_one

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

// void two(int *x)
custub_assert::types<> custub_assert_1(void (*)(int *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::two)), custub_assert::other>::value, "kernel 'two': custub read 'void two(int *x)', and this compiler does not; write it without conditions on the compiler");

// void three(int *x)
custub_assert::types<> custub_assert_2(void (*)(int *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::three)), custub_assert::other>::value, "kernel 'three': custub read 'void three(int *x)', and this compiler does not; write it without conditions on the compiler");

// void whole(int *x)
custub_assert::types<> custub_assert_3(void (*)(int *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::whole)), custub_assert::other>::value, "kernel 'whole': custub read 'void whole(int *x)', and this compiler does not; write it without conditions on the compiler");

// void none(int *x)
custub_assert::types<> custub_assert_4(void (*)(int *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::none)), custub_assert::other>::value, "kernel 'none': custub read 'void none(int *x)', and this compiler does not; write it without conditions on the compiler");

// void calls_outside(int *x)
custub_assert::types<> custub_assert_5(void (*)(int *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::calls_outside)), custub_assert::other>::value, "kernel 'calls_outside': custub read 'void calls_outside(int *x)', and this compiler does not; write it without conditions on the compiler");

// void assembly(int *x)
custub_assert::types<> custub_assert_6(void (*)(int *));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::assembly)), custub_assert::other>::value, "kernel 'assembly': custub read 'void assembly(int *x)', and this compiler does not; write it without conditions on the compiler");

// void recurses(int *x)
custub_assert::types<> custub_assert_7(void (*)(int *));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::recurses)), custub_assert::other>::value, "kernel 'recurses': custub read 'void recurses(int *x)', and this compiler does not; write it without conditions on the compiler");

// void waits(int *x)
custub_assert::types<> custub_assert_8(void (*)(int *));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::waits)), custub_assert::other>::value, "kernel 'waits': custub read 'void waits(int *x)', and this compiler does not; write it without conditions on the compiler");

// void calls_functor(int *x)
custub_assert::types<> custub_assert_9(void (*)(int *));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::calls_functor)), custub_assert::other>::value, "kernel 'calls_functor': custub read 'void calls_functor(int *x)', and this compiler does not; write it without conditions on the compiler");

// void calls_lambda(int *x)
custub_assert::types<> custub_assert_10(void (*)(int *));
custub_assert::other custub_assert_10(...);
static_assert(!custub_assert::same<decltype(custub_assert_10(&::calls_lambda)), custub_assert::other>::value, "kernel 'calls_lambda': custub read 'void calls_lambda(int *x)', and this compiler does not; write it without conditions on the compiler");

// void through_template(int *x)
custub_assert::types<> custub_assert_11(void (*)(int *));
custub_assert::other custub_assert_11(...);
static_assert(!custub_assert::same<decltype(custub_assert_11(&::through_template)), custub_assert::other>::value, "kernel 'through_template': custub read 'void through_template(int *x)', and this compiler does not; write it without conditions on the compiler");

// void through_pointer(int *x, int (*)(int) f)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_12(void (*)(int *, custub_T1 *));
custub_assert::other custub_assert_12(...);
static_assert(!custub_assert::same<decltype(custub_assert_12(&::through_pointer)), custub_assert::other>::value, "kernel 'through_pointer': custub read 'void through_pointer(int *x, int (*)(int) f)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_12 {};
template <class custub_T1>
struct custub_assert_types_12<custub_assert::types<custub_T1>> {
};
template struct custub_assert_types_12<decltype(custub_assert_12(&::through_pointer))>;

// void only_blocks(int *x)
custub_assert::types<> custub_assert_13(void (*)(int *));
custub_assert::other custub_assert_13(...);
static_assert(!custub_assert::same<decltype(custub_assert_13(&::only_blocks)), custub_assert::other>::value, "kernel 'only_blocks': custub read 'void only_blocks(int *x)', and this compiler does not; write it without conditions on the compiler");

// void broken_body(int *x)
custub_assert::types<> custub_assert_14(void (*)(int *));
custub_assert::other custub_assert_14(...);
static_assert(!custub_assert::same<decltype(custub_assert_14(&::broken_body)), custub_assert::other>::value, "kernel 'broken_body': custub read 'void broken_body(int *x)', and this compiler does not; write it without conditions on the compiler");

// void math(float *x)
custub_assert::types<> custub_assert_15(void (*)(float *));
custub_assert::other custub_assert_15(...);
static_assert(!custub_assert::same<decltype(custub_assert_15(&::math)), custub_assert::other>::value, "kernel 'math': custub read 'void math(float *x)', and this compiler does not; write it without conditions on the compiler");

// void destructor(int *x)
custub_assert::types<> custub_assert_16(void (*)(int *));
custub_assert::other custub_assert_16(...);
static_assert(!custub_assert::same<decltype(custub_assert_16(&::destructor)), custub_assert::other>::value, "kernel 'destructor': custub read 'void destructor(int *x)', and this compiler does not; write it without conditions on the compiler");

// void nested_destructor(int *x)
custub_assert::types<> custub_assert_17(void (*)(int *));
custub_assert::other custub_assert_17(...);
static_assert(!custub_assert::same<decltype(custub_assert_17(&::nested_destructor)), custub_assert::other>::value, "kernel 'nested_destructor': custub read 'void nested_destructor(int *x)', and this compiler does not; write it without conditions on the compiler");

// void temporary(int *x)
custub_assert::types<> custub_assert_18(void (*)(int *));
custub_assert::other custub_assert_18(...);
static_assert(!custub_assert::same<decltype(custub_assert_18(&::temporary)), custub_assert::other>::value, "kernel 'temporary': custub read 'void temporary(int *x)', and this compiler does not; write it without conditions on the compiler");

// void range_for(int *x, range r)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_19(void (*)(int *, custub_T1));
custub_assert::other custub_assert_19(...);
static_assert(!custub_assert::same<decltype(custub_assert_19(&::range_for)), custub_assert::other>::value, "kernel 'range_for': custub read 'void range_for(int *x, range r)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_19 {};
template <class custub_T1>
struct custub_assert_types_19<custub_assert::types<custub_T1>> {
    static_assert(sizeof(custub_T1) == 1 && alignof(custub_T1) == 1, "kernel 'range_for', parameter 'r': custub read 'range' as 1 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T1(custub_T1 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T1))
            asm("// custub: misplaced 19 1");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_19<decltype(custub_assert_19(&::range_for))>;

// void member_initializer(int *x)
custub_assert::types<> custub_assert_20(void (*)(int *));
custub_assert::other custub_assert_20(...);
static_assert(!custub_assert::same<decltype(custub_assert_20(&::member_initializer)), custub_assert::other>::value, "kernel 'member_initializer': custub read 'void member_initializer(int *x)', and this compiler does not; write it without conditions on the compiler");

// void virtual_call(int *x, base *b)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_21(void (*)(int *, custub_T1 *));
custub_assert::other custub_assert_21(...);
static_assert(!custub_assert::same<decltype(custub_assert_21(&::virtual_call)), custub_assert::other>::value, "kernel 'virtual_call': custub read 'void virtual_call(int *x, base *b)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_21 {};
template <class custub_T1>
struct custub_assert_types_21<custub_assert::types<custub_T1>> {
    static_assert(sizeof(custub_T1) == 8 && alignof(custub_T1) == 8, "kernel 'virtual_call', parameter 'b': custub read 'base' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T1(custub_T1 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T1))
            asm("// custub: misplaced 21 1");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_21<decltype(custub_assert_21(&::virtual_call))>;

// void named_like_a_texture(int *x)
custub_assert::types<> custub_assert_22(void (*)(int *));
custub_assert::other custub_assert_22(...);
static_assert(!custub_assert::same<decltype(custub_assert_22(&::named_like_a_texture)), custub_assert::other>::value, "kernel 'named_like_a_texture': custub read 'void named_like_a_texture(int *x)', and this compiler does not; write it without conditions on the compiler");

// void own_object(returns_itself<int> *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_23(void (*)(custub_T0 *));
custub_assert::other custub_assert_23(...);
static_assert(!custub_assert::same<decltype(custub_assert_23(&::own_object)), custub_assert::other>::value, "kernel 'own_object': custub read 'void own_object(returns_itself<int> *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_23 {};
template <class custub_T0>
struct custub_assert_types_23<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'own_object', parameter 'x': custub read 'returns_itself<int>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, a) == 0 && custub_assert::is<decltype(custub_T0::a), int>::value, "kernel 'own_object', parameter 'x': custub read 'returns_itself<int>::a' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_23<decltype(custub_assert_23(&::own_object))>;

// void takes_ticket(int *count)
custub_assert::types<> custub_assert_24(void (*)(int *));
custub_assert::other custub_assert_24(...);
static_assert(!custub_assert::same<decltype(custub_assert_24(&::takes_ticket)), custub_assert::other>::value, "kernel 'takes_ticket': custub read 'void takes_ticket(int *count)', and this compiler does not; write it without conditions on the compiler");

// void prints(int *x)
custub_assert::types<> custub_assert_25(void (*)(int *));
custub_assert::other custub_assert_25(...);
static_assert(!custub_assert::same<decltype(custub_assert_25(&::prints)), custub_assert::other>::value, "kernel 'prints': custub read 'void prints(int *x)', and this compiler does not; write it without conditions on the compiler");

// void counts_once(int n, int *count)
custub_assert::types<> custub_assert_26(void (*)(int, int *));
custub_assert::other custub_assert_26(...);
static_assert(!custub_assert::same<decltype(custub_assert_26(&::counts_once)), custub_assert::other>::value, "kernel 'counts_once': custub read 'void counts_once(int n, int *count)', and this compiler does not; write it without conditions on the compiler");

// void counts_in_one(int *count)
custub_assert::types<> custub_assert_27(void (*)(int *));
custub_assert::other custub_assert_27(...);
static_assert(!custub_assert::same<decltype(custub_assert_27(&::counts_in_one)), custub_assert::other>::value, "kernel 'counts_in_one': custub read 'void counts_in_one(int *count)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop

/* nvcc compiles this in place of names.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "names.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef restrict
#undef size_t_
#undef x
#undef local
#undef keywords
#undef twins
#undef by_value
#undef names
#undef names_param
#undef by_value_args

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void local(int kernels, int launch, int call, int arguments, float *needs)
custub_assert::types<> custub_assert_0(void (*)(int, int, int, int, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::local)), custub_assert::other>::value, "kernel 'local': custub read 'void local(int kernels, int launch, int call, int arguments, float *needs)', and this compiler does not; write it without conditions on the compiler");

// void keywords(int restrict, int _Bool_, int unix, float *size_t, int argument4)
custub_assert::types<> custub_assert_1(void (*)(int, int, int, float *, int));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(static_cast<void (*)(int, int, int)>(&::keywords))), custub_assert::other>::value, "kernel 'keywords': custub read 'void keywords(int restrict, int _Bool_, int unix, float *size_t, int argument4)', and this compiler does not; write it without conditions on the compiler");

// void twins(int restrict, int restrict_, int NULL_, const float *argument3, const float *argument4)
custub_assert::types<> custub_assert_2(void (*)(int, int, int, const float *, const float *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::twins)), custub_assert::other>::value, "kernel 'twins': custub read 'void twins(int restrict, int restrict_, int NULL_, const float *argument3, const float *argument4)', and this compiler does not; write it without conditions on the compiler");

// void by_value(kernels names_kernels, kernels *view)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_3(void (*)(custub_T0, custub_T1 *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::by_value)), custub_assert::other>::value, "kernel 'by_value': custub read 'void by_value(kernels names_kernels, kernels *view)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_3<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 8 && alignof(custub_T0) == 4, "kernel 'by_value', parameter 'names_kernels': custub read 'kernels' as 8 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, restrict) == 0 && custub_assert::is<decltype(custub_T0::restrict), int>::value, "kernel 'by_value', parameter 'names_kernels': custub read 'kernels::restrict' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, size_t_) == 4 && custub_assert::is<decltype(custub_T0::size_t_), float>::value, "kernel 'by_value', parameter 'names_kernels': custub read 'kernels::size_t_' as float at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::by_value))>;

// void names(int x, param_x y, many z)
template <class custub_T1, class custub_T2> custub_assert::types<custub_T1, custub_T2> custub_assert_4(void (*)(int, custub_T1, custub_T2));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::names)), custub_assert::other>::value, "kernel 'names': custub read 'void names(int x, param_x y, many z)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_4 {};
template <class custub_T1, class custub_T2>
struct custub_assert_types_4<custub_assert::types<custub_T1, custub_T2>> {
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'names', parameter 'y': custub read 'param_x' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, x) == 0 && custub_assert::is<decltype(custub_T1::x), int>::value, "kernel 'names', parameter 'y': custub read 'param_x::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T2, unsigned int>::value, "kernel 'names', parameter 'z': custub read 'many' as unsigned int, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_4<decltype(custub_assert_4(&::names))>;

// void names_param(int param_x, int names_param_x, int names_one)
custub_assert::types<> custub_assert_5(void (*)(int, int, int));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::names_param)), custub_assert::other>::value, "kernel 'names_param': custub read 'void names_param(int param_x, int names_param_x, int names_one)', and this compiler does not; write it without conditions on the compiler");

// void by_value_args(args by_value_args, int args, int error)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_6(void (*)(custub_T0, int, int));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::by_value_args)), custub_assert::other>::value, "kernel 'by_value_args': custub read 'void by_value_args(args by_value_args, int args, int error)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_6 {};
template <class custub_T0>
struct custub_assert_types_6<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'by_value_args', parameter 'by_value_args': custub read 'args' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 0 && custub_assert::is<decltype(custub_T0::x), int>::value, "kernel 'by_value_args', parameter 'by_value_args': custub read 'args::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_6<decltype(custub_assert_6(&::by_value_args))>;
#endif
#pragma nv_diagnostic pop

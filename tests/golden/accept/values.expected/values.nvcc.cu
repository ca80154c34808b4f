/* nvcc compiles this in place of values.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "values.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef begins
#undef ends
#undef nodes
#undef edges
#undef gather
#undef forms
#undef fields
#undef overridden
#undef look_up
#undef unsigned
#undef short

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void gather(int n, long rows, const long *index, const float *x, float *y)
custub_assert::types<> custub_assert_0(void (*)(int, long, const long *, const float *, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::gather)), custub_assert::other>::value, "kernel 'gather': custub read 'void gather(int n, long rows, const long *index, const float *x, float *y)', and this compiler does not; write it without conditions on the compiler");

// void forms(int n, column *columns, char *bytes, CUdeviceptr address, void *memory)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_1(void (*)(int, custub_T1 *, char *, unsigned long long, void *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::forms)), custub_assert::other>::value, "kernel 'forms': custub read 'void forms(int n, column *columns, char *bytes, CUdeviceptr address, void *memory)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T1>
struct custub_assert_types_1<custub_assert::types<custub_T1>> {
    static_assert(custub_assert::is_enumeration<custub_T1, unsigned char>::value, "kernel 'forms', parameter 'columns': custub read 'column' as unsigned char, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::forms))>;

// void fields(graph g)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_2(void (*)(custub_T0));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::fields)), custub_assert::other>::value, "kernel 'fields': custub read 'void fields(graph g)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0>
struct custub_assert_types_2<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 32 && alignof(custub_T0) == 8, "kernel 'fields', parameter 'g': custub read 'graph' as 32 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, begins) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::begins)>::type()) == 4, "kernel 'fields', parameter 'g': custub read 'graph::begins' as const int * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, ends) == 8 && sizeof(custub_T0::ends) == 16 && sizeof(*typename custub_assert::bare<decltype(custub_T0::ends)>::type()) == 2, "kernel 'fields', parameter 'g': custub read 'graph::ends' as const unsigned short *[2] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, nodes) == 24 && custub_assert::is<decltype(custub_T0::nodes), int>::value, "kernel 'fields', parameter 'g': custub read 'graph::nodes' as int at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, edges) == 28 && custub_assert::is<decltype(custub_T0::edges), int>::value, "kernel 'fields', parameter 'g': custub read 'graph::edges' as int at byte 28, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::fields))>;

// void overridden(graph g, int limit)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_3(void (*)(custub_T0, int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::overridden)), custub_assert::other>::value, "kernel 'overridden': custub read 'void overridden(graph g, int limit)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0>
struct custub_assert_types_3<custub_assert::types<custub_T0>> {
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::overridden))>;

// void look_up_none(int n, const unsigned int *index)
custub_assert::types<> custub_assert_4(void (*)(int, const unsigned int *));
custub_assert::other custub_assert_4(...);
#line 33 "values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_4((look_up<unsigned, 0>))), custub_assert::other>::value, "kernel 'look_up_none': custub read 'void look_up_none(int n, const unsigned int *index)', and this compiler does not; write it without conditions on the compiler");
#line 69 "values.nvcc.cu"

// void look_up_few(int n, const short *index)
custub_assert::types<> custub_assert_5(void (*)(int, const short *));
custub_assert::other custub_assert_5(...);
#line 34 "values.cu"
static_assert(!custub_assert::same<decltype(custub_assert_5((look_up<short, 8>))), custub_assert::other>::value, "kernel 'look_up_few': custub read 'void look_up_few(int n, const short *index)', and this compiler does not; write it without conditions on the compiler");
#line 76 "values.nvcc.cu"
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_4 __attribute__((unused)) = (look_up<unsigned, 0>);
static const auto custub_kept_5 __attribute__((unused)) = (look_up<short, 8>);

/* nvcc compiles this in place of other_forms.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "other_forms.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef n
#undef x
#undef data
#undef next
#undef bytes
#undef beside
#undef first
#undef second
#undef launch
#undef param_s
#undef names
#undef constants
#undef lowest
#undef highest
#undef top
#undef shapes
#undef truths
#undef long_condition
#undef never
#undef always
#undef deep
#undef fill
#undef float
#undef pack
#undef int
#undef befriended
#undef outer
#undef DEEP
#undef newer
#undef long
#undef newest

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900 && !defined(__CUDA_ARCH_FEAT_SM90_ALL)) || (__CUDA_ARCH__ == 900 && defined(__CUDA_ARCH_FEAT_SM90_ALL)))

// void beside(characters<L'"', L'\\'> c, float *café)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_0(void (*)(custub_T0, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::beside)), custub_assert::other>::value, "kernel 'beside': custub read 'void beside(characters<L'\"', L'\\\\'> c, float *café)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0>
struct custub_assert_types_0<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'beside', parameter 'c': custub read 'characters<L'\"', L'\\\\'>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 0 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'beside', parameter 'c': custub read 'characters<L'\"', L'\\\\'>::n' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::beside))>;

// void first(step s)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_1(void (*)(custub_T0));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::first)), custub_assert::other>::value, "kernel 'first': custub read 'void first(step s)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0>
struct custub_assert_types_1<custub_assert::types<custub_T0>> {
    static_assert(custub_assert::is_enumeration<custub_T0, int>::value, "kernel 'first', parameter 's': custub read 'step' as int, and this compiler does not; write it without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::first))>;

// void second(second s)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_2(void (*)(custub_T0));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::second)), custub_assert::other>::value, "kernel 'second': custub read 'void second(second s)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0>
struct custub_assert_types_2<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'second', parameter 's': custub read 'second' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 0 && custub_assert::is<decltype(custub_T0::x), int>::value, "kernel 'second', parameter 's': custub read 'second::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::second))>;

// void launch(int s)
custub_assert::types<> custub_assert_3(void (*)(int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::launch)), custub_assert::other>::value, "kernel 'launch': custub read 'void launch(int s)', and this compiler does not; write it without conditions on the compiler");

// void param_s(int launch_first)
custub_assert::types<> custub_assert_4(void (*)(int));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::param_s)), custub_assert::other>::value, "kernel 'param_s': custub read 'void param_s(int launch_first)', and this compiler does not; write it without conditions on the compiler");

// void names(planes p, int *p_data, void *shared)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_5(void (*)(custub_T0, int *, void *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::names)), custub_assert::other>::value, "kernel 'names': custub read 'void names(planes p, int *p_data, void *shared)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_5 {};
template <class custub_T0>
struct custub_assert_types_5<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 32 && alignof(custub_T0) == 8, "kernel 'names', parameter 'p': custub read 'planes' as 32 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, data) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::data)>::type()) == 4, "kernel 'names', parameter 'p': custub read 'planes::data' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, next) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T0::next)>::type()) == 32, "kernel 'names', parameter 'p': custub read 'planes::next' as planes * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, bytes) == 16, "kernel 'names', parameter 'p': custub read 'planes::bytes' as void * at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 24 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'names', parameter 'p': custub read 'planes::n' as int at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_5<decltype(custub_assert_5(&::names))>;

// void constants(long long n, cudaTextureObject_t texture)
custub_assert::types<> custub_assert_6(void (*)(long long, unsigned long long));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::constants)), custub_assert::other>::value, "kernel 'constants': custub read 'void constants(long long n, cudaTextureObject_t texture)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<long long>(::lowest) == -9223372036854775807LL - 1, "kernel 'constants': custub read '::lowest' as -9223372036854775808, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::highest) == 18446744073709551615ULL, "kernel 'constants': custub read '::highest' as 18446744073709551615, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::top) == 2147483648ULL, "kernel 'constants': custub read '::top' as 2147483648, and this compiler does not; write it without conditions on the compiler");

// void shapes(int n, float *x)
custub_assert::types<> custub_assert_7(void (*)(int, float *));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::shapes)), custub_assert::other>::value, "kernel 'shapes': custub read 'void shapes(int n, float *x)', and this compiler does not; write it without conditions on the compiler");

// void truths(unsigned int n, int m, float *x, short *y)
custub_assert::types<> custub_assert_8(void (*)(unsigned int, int, float *, short *));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::truths)), custub_assert::other>::value, "kernel 'truths': custub read 'void truths(unsigned int n, int m, float *x, short *y)', and this compiler does not; write it without conditions on the compiler");

// void long_condition(int first_condition, int second_condition, int third_condition)
custub_assert::types<> custub_assert_9(void (*)(int, int, int));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::long_condition)), custub_assert::other>::value, "kernel 'long_condition': custub read 'void long_condition(int first_condition, int second_condition, int third_condition)', and this compiler does not; write it without conditions on the compiler");

// void never()
custub_assert::types<> custub_assert_10(void (*)());
custub_assert::other custub_assert_10(...);
static_assert(!custub_assert::same<decltype(custub_assert_10(&::never)), custub_assert::other>::value, "kernel 'never': custub read 'void never()', and this compiler does not; write it without conditions on the compiler");

// void always(int n)
custub_assert::types<> custub_assert_11(void (*)(int));
custub_assert::other custub_assert_11(...);
static_assert(!custub_assert::same<decltype(custub_assert_11(&::always)), custub_assert::other>::value, "kernel 'always': custub read 'void always(int n)', and this compiler does not; write it without conditions on the compiler");

// void deep()
custub_assert::types<> custub_assert_12(void (*)());
custub_assert::other custub_assert_12(...);
static_assert(!custub_assert::same<decltype(custub_assert_12(&::deep)), custub_assert::other>::value, "kernel 'deep': custub read 'void deep()', and this compiler does not; write it without conditions on the compiler");

// void fill_f32(float *y)
custub_assert::types<> custub_assert_13(void (*)(float *));
custub_assert::other custub_assert_13(...);
#line 8 "other_forms.cu"
static_assert(!custub_assert::same<decltype(custub_assert_13((fill<float>))), custub_assert::other>::value, "kernel 'fill_f32': custub read 'void fill_f32(float *y)', and this compiler does not; write it without conditions on the compiler");
#line 146 "other_forms.nvcc.cu"

// void pack_int_float(int n, int values, float values_2)
custub_assert::types<> custub_assert_14(void (*)(int, int, float));
custub_assert::other custub_assert_14(...);
#line 9 "other_forms.cu"
static_assert(!custub_assert::same<decltype(custub_assert_14((pack<int, float>))), custub_assert::other>::value, "kernel 'pack_int_float': custub read 'void pack_int_float(int n, int values, float values_2)', and this compiler does not; write it without conditions on the compiler");
#line 153 "other_forms.nvcc.cu"

// void befriended(int *x, int n)
custub_assert::types<> custub_assert_15(void (*)(int *, int));
custub_assert::other custub_assert_15(...);
#line 24 "other_forms.cu"
static_assert(!custub_assert::same<decltype(custub_assert_15((befriended))), custub_assert::other>::value, "kernel 'befriended': custub read 'void befriended(int *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 160 "other_forms.nvcc.cu"
template struct custub_assert::closed<0, (static_cast<unsigned long long>(::outer::DEEP) == 3ULL)>;
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900 && !defined(__CUDA_ARCH_FEAT_SM90_ALL)) || (__CUDA_ARCH__ == 900 && defined(__CUDA_ARCH_FEAT_SM90_ALL)))

// void newer(int n)
custub_assert::types<> custub_assert_16(void (*)(int));
custub_assert::other custub_assert_16(...);
static_assert(!custub_assert::same<decltype(custub_assert_16(&::newer)), custub_assert::other>::value, "kernel 'newer': custub read 'void newer(int n)', and this compiler does not; write it without conditions on the compiler");

// void fill_of_90(long *y)
custub_assert::types<> custub_assert_17(void (*)(long *));
custub_assert::other custub_assert_17(...);
#line 11 "other_forms.cu"
static_assert(!custub_assert::same<decltype(custub_assert_17((fill<long>))), custub_assert::other>::value, "kernel 'fill_of_90': custub read 'void fill_of_90(long *y)', and this compiler does not; write it without conditions on the compiler");
#line 176 "other_forms.nvcc.cu"
#endif

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900 && defined(__CUDA_ARCH_FEAT_SM90_ALL)))

// void newest(int n)
custub_assert::types<> custub_assert_18(void (*)(int));
custub_assert::other custub_assert_18(...);
static_assert(!custub_assert::same<decltype(custub_assert_18(&::newest)), custub_assert::other>::value, "kernel 'newest': custub read 'void newest(int n)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_13 __attribute__((unused)) = (fill<float>);
static const auto custub_kept_14 __attribute__((unused)) = (pack<int, float>);
static const auto custub_kept_15 __attribute__((unused)) = (befriended);

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 900 && !defined(__CUDA_ARCH_FEAT_SM90_ALL)) || (__CUDA_ARCH__ == 900 && defined(__CUDA_ARCH_FEAT_SM90_ALL)))
static const auto custub_kept_17 __attribute__((unused)) = (fill<long>);
#endif

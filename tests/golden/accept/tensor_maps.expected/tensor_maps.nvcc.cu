/* nvcc compiles this in place of tensor_maps.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "tensor_maps.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef opaque
#undef maps
#undef product
#undef SWIZZLE_128B
#undef in_memory
#undef in_struct
#undef tiles
#undef unsigned
#undef short

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void product(int rows, int columns, bool wide, const CUtensorMap weights, const CUtensorMap plain, float *y)
template <class custub_T3, class custub_T4> custub_assert::types<custub_T3, custub_T4> custub_assert_0(void (*)(int, int, bool, custub_T3, custub_T4, float *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::product)), custub_assert::other>::value, "kernel 'product': custub read 'void product(int rows, int columns, bool wide, const CUtensorMap weights, const CUtensorMap plain, float *y)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T3, class custub_T4>
struct custub_assert_types_0<custub_assert::types<custub_T3, custub_T4>> {
    static_assert(sizeof(custub_T3) == 128 && alignof(custub_T3) == 64, "kernel 'product', parameter 'weights': custub read 'CUtensorMap_st' as 128 bytes aligned to 64, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, opaque) == 0 && sizeof(custub_T3::opaque) == 128 && custub_assert::is<decltype(custub_T3::opaque), unsigned long long>::value, "kernel 'product', parameter 'weights': custub read 'CUtensorMap_st::opaque' as unsigned long long[16] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::product))>;
static_assert(static_cast<unsigned long long>(::SWIZZLE_128B) == 3ULL, "kernel 'product': custub read '::SWIZZLE_128B' as 3, and this compiler does not; write it without conditions on the compiler");

// void in_memory(const CUtensorMap *maps, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_1(void (*)(const custub_T0 *, int));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::in_memory)), custub_assert::other>::value, "kernel 'in_memory': custub read 'void in_memory(const CUtensorMap *maps, int n)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0>
struct custub_assert_types_1<custub_assert::types<custub_T0>> {
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::in_memory))>;

// void in_struct(pair p)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_2(void (*)(custub_T0));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::in_struct)), custub_assert::other>::value, "kernel 'in_struct': custub read 'void in_struct(pair p)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0>
struct custub_assert_types_2<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 256 && alignof(custub_T0) == 64, "kernel 'in_struct', parameter 'p': custub read 'pair' as 256 bytes aligned to 64, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, maps) == 0 && sizeof(custub_T0::maps) == 256, "kernel 'in_struct', parameter 'p': custub read 'pair::maps' as CUtensorMap_st[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::in_struct))>;

// void tiles_of_8(int n, const CUtensorMap x, void *y)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_3(void (*)(int, custub_T1, void *));
custub_assert::other custub_assert_3(...);
#line 28 "tensor_maps.cu"
static_assert(!custub_assert::same<decltype(custub_assert_3((tiles<8, unsigned short>))), custub_assert::other>::value, "kernel 'tiles_of_8': custub read 'void tiles_of_8(int n, const CUtensorMap x, void *y)', and this compiler does not; write it without conditions on the compiler");
#line 61 "tensor_maps.nvcc.cu"
template <class> struct custub_assert_types_3 {};
template <class custub_T1>
struct custub_assert_types_3<custub_assert::types<custub_T1>> {
};
template struct custub_assert_types_3<decltype(custub_assert_3((tiles<8, unsigned short>)))>;
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_3 __attribute__((unused)) = (tiles<8, unsigned short>);

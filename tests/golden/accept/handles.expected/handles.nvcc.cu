/* nvcc compiles this in place of handles.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "handles.cu"

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
#undef source
#undef more
#undef target
#undef by_value
#undef others
#undef inside

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

// void by_value(cudaTextureObject_t a, const cudaSurfaceObject_t b, CUtexObject c, texture_of_mine d, surface_of_mine e)
custub_assert::types<> custub_assert_0(void (*)(unsigned long long, unsigned long long, unsigned long long, unsigned long long, unsigned long long));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::by_value)), custub_assert::other>::value, "kernel 'by_value': custub read 'void by_value(cudaTextureObject_t a, const cudaSurfaceObject_t b, CUtexObject c, texture_of_mine d, surface_of_mine e)', and this compiler does not; write it without conditions on the compiler");

// void others(unsigned long long a, unsigned long long b, size_t c)
custub_assert::types<> custub_assert_1(void (*)(unsigned long long, unsigned long long, unsigned long));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::others)), custub_assert::other>::value, "kernel 'others': custub read 'void others(unsigned long long a, unsigned long long b, size_t c)', and this compiler does not; write it without conditions on the compiler");

// void inside(cudaTextureObject_t a, images b, const cudaTextureObject_t *c, images *d)
template <class custub_T1, class custub_T3> custub_assert::types<custub_T1, custub_T3> custub_assert_2(void (*)(unsigned long long, custub_T1, const unsigned long long *, custub_T3 *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::inside)), custub_assert::other>::value, "kernel 'inside': custub read 'void inside(cudaTextureObject_t a, images b, const cudaTextureObject_t *c, images *d)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T1, class custub_T3>
struct custub_assert_types_2<custub_assert::types<custub_T1, custub_T3>> {
    static_assert(sizeof(custub_T1) == 56 && alignof(custub_T1) == 8, "kernel 'inside', parameter 'b': custub read 'images' as 56 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, source) == 0 && sizeof(custub_T1::source) == 16 && custub_assert::is<decltype(custub_T1::source), unsigned long long>::value, "kernel 'inside', parameter 'b': custub read 'images::source' as unsigned long long[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, more) == 16 && sizeof(custub_T1::more) == 32 && custub_assert::is<decltype(custub_T1::more), unsigned long long>::value, "kernel 'inside', parameter 'b': custub read 'images::more' as planes at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, target) == 48 && custub_assert::is<decltype(custub_T1::target), unsigned long long>::value, "kernel 'inside', parameter 'b': custub read 'images::target' as cudaSurfaceObject_t at byte 48, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::inside))>;
#endif
#pragma nv_diagnostic pop

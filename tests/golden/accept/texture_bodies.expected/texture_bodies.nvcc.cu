/* nvcc compiles this in place of texture_bodies.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "texture_bodies.cu"

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
#undef x
#undef y
#undef z
#undef w
#undef through
#undef instances
#undef surface
#undef without

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

// void through(float4 *out, cudaTextureObject_t t)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_0(void (*)(custub_T0 *, unsigned long long));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::through)), custub_assert::other>::value, "kernel 'through': custub read 'void through(float4 *out, cudaTextureObject_t t)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0>
struct custub_assert_types_0<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 16, "kernel 'through', parameter 'out': custub read 'float4' as 16 bytes aligned to 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 0 && custub_assert::is<decltype(custub_T0::x), float>::value, "kernel 'through', parameter 'out': custub read 'float4::x' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, y) == 4 && custub_assert::is<decltype(custub_T0::y), float>::value, "kernel 'through', parameter 'out': custub read 'float4::y' as float at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, z) == 8 && custub_assert::is<decltype(custub_T0::z), float>::value, "kernel 'through', parameter 'out': custub read 'float4::z' as float at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, w) == 12 && custub_assert::is<decltype(custub_T0::w), float>::value, "kernel 'through', parameter 'out': custub read 'float4::w' as float at byte 12, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::through))>;

// void instances(float *out, cudaTextureObject_t t)
custub_assert::types<> custub_assert_1(void (*)(float *, unsigned long long));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::instances)), custub_assert::other>::value, "kernel 'instances': custub read 'void instances(float *out, cudaTextureObject_t t)', and this compiler does not; write it without conditions on the compiler");

// void surface(cudaSurfaceObject_t s, uchar4 v)
template <class custub_T1> custub_assert::types<custub_T1> custub_assert_2(void (*)(unsigned long long, custub_T1));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::surface)), custub_assert::other>::value, "kernel 'surface': custub read 'void surface(cudaSurfaceObject_t s, uchar4 v)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T1>
struct custub_assert_types_2<custub_assert::types<custub_T1>> {
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'surface', parameter 'v': custub read 'uchar4' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, x) == 0 && custub_assert::is<decltype(custub_T1::x), unsigned char>::value, "kernel 'surface', parameter 'v': custub read 'uchar4::x' as unsigned char at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, y) == 1 && custub_assert::is<decltype(custub_T1::y), unsigned char>::value, "kernel 'surface', parameter 'v': custub read 'uchar4::y' as unsigned char at byte 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, z) == 2 && custub_assert::is<decltype(custub_T1::z), unsigned char>::value, "kernel 'surface', parameter 'v': custub read 'uchar4::z' as unsigned char at byte 2, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, w) == 3 && custub_assert::is<decltype(custub_T1::w), unsigned char>::value, "kernel 'surface', parameter 'v': custub read 'uchar4::w' as unsigned char at byte 3, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::surface))>;

// void without(float *out)
custub_assert::types<> custub_assert_3(void (*)(float *));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::without)), custub_assert::other>::value, "kernel 'without': custub read 'void without(float *out)', and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop

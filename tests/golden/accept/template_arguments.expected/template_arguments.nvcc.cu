/* nvcc compiles this in place of template_arguments.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "template_arguments.cu"

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
#undef item
#undef unused
#undef items
#undef shape
#undef next
#undef key
#undef by_value
#undef behind
#undef addresses
#undef templates
#undef variable
#undef array
#undef grid

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

// void by_value(grid::tile<float, grid::extent<1>, grid::storage<float, 4, 16>> a, grid::matrix<int, grid::order::columns, true, '<', 5> b, grid::matrix<int, grid::order::rows, false, 'x', 7> c, grid::list<int, int *>::node d, grid::list<char, char *>::table<unsigned int> e)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4> custub_assert_0(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::by_value)), custub_assert::other>::value, "kernel 'by_value': custub read 'void by_value(grid::tile<float, grid::extent<1>, grid::storage<float, 4, 16>> a, grid::matrix<int, grid::order::columns, true, '<', 5> b, grid::matrix<int, grid::order::rows, false, 'x', 7> c, grid::list<int, int *>::node d, grid::list<char, char *>::table<unsigned int> e)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4>> {
    static_assert(sizeof(custub_T0) == 32 && alignof(custub_T0) == 16, "kernel 'by_value', parameter 'a': custub read 'grid::tile<float, grid::extent<1>, grid::storage<float, 4, 16>>' as 32 bytes aligned to 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, items) == 0, "kernel 'by_value', parameter 'a': custub read 'grid::tile<float, grid::extent<1>, grid::storage<float, 4, 16>>::items' as grid::storage<float, 4, 16> at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::items)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 16 && alignof(custub_U0) == 16, "kernel 'by_value', parameter 'a': custub read 'grid::storage<float, 4, 16>' as 16 bytes aligned to 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, item) == 0 && sizeof(custub_U0::item) == 16 && custub_assert::is<decltype(custub_U0::item), float>::value, "kernel 'by_value', parameter 'a': custub read 'grid::storage<float, 4, 16>::item' as float[4] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, shape) == 16, "kernel 'by_value', parameter 'a': custub read 'grid::tile<float, grid::extent<1>, grid::storage<float, 4, 16>>::shape' as grid::extent<1> at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::shape)>::type custub_U1;
    static_assert(sizeof(custub_U1) == 4 && alignof(custub_U1) == 4, "kernel 'by_value', parameter 'a': custub read 'grid::extent<1>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, unused) == 0 && custub_assert::is<decltype(custub_U1::unused), int>::value, "kernel 'by_value', parameter 'a': custub read 'grid::extent<1>::unused' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'by_value', parameter 'b': custub read 'grid::matrix<int, grid::order::columns, true, '<', 5>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, item) == 0 && custub_assert::is<decltype(custub_T1::item), int>::value, "kernel 'by_value', parameter 'b': custub read 'grid::matrix<int, grid::order::columns, true, '<', 5>::item' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'by_value', parameter 'c': custub read 'grid::matrix<int, grid::order::rows, false, 'x', 7>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, item) == 0 && custub_assert::is<decltype(custub_T2::item), int>::value, "kernel 'by_value', parameter 'c': custub read 'grid::matrix<int, grid::order::rows, false, 'x', 7>::item' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 16 && alignof(custub_T3) == 8, "kernel 'by_value', parameter 'd': custub read 'grid::list<int, int *>::node' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, item) == 0 && custub_assert::is<decltype(custub_T3::item), int>::value, "kernel 'by_value', parameter 'd': custub read 'grid::list<int, int *>::node::item' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, next) == 8, "kernel 'by_value', parameter 'd': custub read 'grid::list<int, int *>::node::next' as int * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T4) == 4 && alignof(custub_T4) == 4, "kernel 'by_value', parameter 'e': custub read 'grid::list<char, char *>::table<unsigned int>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, key) == 0 && custub_assert::is<decltype(custub_T4::key), unsigned int>::value, "kernel 'by_value', parameter 'e': custub read 'grid::list<char, char *>::table<unsigned int>::key' as unsigned int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::by_value))>;

// void behind(const grid::tile<grid::matrix<double, grid::order::columns, true, '<', 5>, grid::extent<1>, grid::storage<grid::matrix<double, grid::order::columns, true, '<', 5>, 4, 32>> *a, grid::tile<int, grid::extent<1>, grid::storage<int, 4, 16>> **b, grid::list<grid::tile<short, grid::extent<1>, grid::storage<short, 4, 8>>, grid::tile<short, grid::extent<1>, grid::storage<short, 4, 8>> *>::node *c)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_1(void (*)(const custub_T0 *, custub_T1 * *, custub_T2 *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::behind)), custub_assert::other>::value, "kernel 'behind': custub read 'void behind(const grid::tile<grid::matrix<double, grid::order::columns, true, '<', 5>, grid::extent<1>, grid::storage<grid::matrix<double, grid::order::columns, true, '<', 5>, 4, 32>> *a, grid::tile<int, grid::extent<1>, grid::storage<int, 4, 16>> **b, grid::list<grid::tile<short, grid::extent<1>, grid::storage<short, 4, 8>>, grid::tile<short, grid::extent<1>, grid::storage<short, 4, 8>> *>::node *c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::behind))>;

// void addresses(grid::pointers<&grid::variable, array, &function, nullptr> a, grid::others<variable, &grid::cell::height, &grid::cell::move, &variable> b)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_2(void (*)(custub_T0, custub_T1));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::addresses)), custub_assert::other>::value, "kernel 'addresses': custub read 'void addresses(grid::pointers<&grid::variable, array, &function, nullptr> a, grid::others<variable, &grid::cell::height, &grid::cell::move, &variable> b)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_2<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'addresses', parameter 'a': custub read 'grid::pointers<&grid::variable, array, &function, nullptr>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, item) == 0 && custub_assert::is<decltype(custub_T0::item), int>::value, "kernel 'addresses', parameter 'a': custub read 'grid::pointers<&grid::variable, array, &function, nullptr>::item' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'addresses', parameter 'b': custub read 'grid::others<variable, &grid::cell::height, &grid::cell::move, &variable>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, item) == 0 && custub_assert::is<decltype(custub_T1::item), int>::value, "kernel 'addresses', parameter 'b': custub read 'grid::others<variable, &grid::cell::height, &grid::cell::move, &variable>::item' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::addresses))>;

// void templates(grid::shelf<grid::box, int> a, grid::pack<grid::boxes> b, grid::characters<L'\\', u'\u1234', U'z', '\xfd', '\n'> c)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_3(void (*)(custub_T0, custub_T1, custub_T2));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::templates)), custub_assert::other>::value, "kernel 'templates': custub read 'void templates(grid::shelf<grid::box, int> a, grid::pack<grid::boxes> b, grid::characters<L'\\\\', u'\\u1234', U'z', '\\xfd', '\\n'> c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_3<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'templates', parameter 'a': custub read 'grid::shelf<grid::box, int>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, item) == 0, "kernel 'templates', parameter 'a': custub read 'grid::shelf<grid::box, int>::item' as grid::box<int> at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::item)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 4 && alignof(custub_U0) == 4, "kernel 'templates', parameter 'a': custub read 'grid::box<int>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, item) == 0 && custub_assert::is<decltype(custub_U0::item), int>::value, "kernel 'templates', parameter 'a': custub read 'grid::box<int>::item' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'templates', parameter 'b': custub read 'grid::pack<grid::boxes>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, item) == 0, "kernel 'templates', parameter 'b': custub read 'grid::pack<grid::boxes>::item' as grid::boxes<> at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T1::item)>::type custub_U1;
    static_assert(sizeof(custub_U1) == 4 && alignof(custub_U1) == 4, "kernel 'templates', parameter 'b': custub read 'grid::boxes<>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, unused) == 0 && custub_assert::is<decltype(custub_U1::unused), int>::value, "kernel 'templates', parameter 'b': custub read 'grid::boxes<>::unused' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'templates', parameter 'c': custub read 'grid::characters<L'\\\\', u'\\u1234', U'z', '\\xfd', '\\n'>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, item) == 0 && custub_assert::is<decltype(custub_T2::item), int>::value, "kernel 'templates', parameter 'c': custub read 'grid::characters<L'\\\\', u'\\u1234', U'z', '\\xfd', '\\n'>::item' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::templates))>;
static_assert(sizeof(::variable) == 4 && custub_assert::is<custub_assert::named<decltype((::variable))>::type, int>::value, "variable 'variable': custub read 'int' of 4 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::array) == 16 && custub_assert::is<custub_assert::named<decltype((::array))>::type, int>::value, "variable 'array': custub read 'int' of 16 bytes, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::grid::variable) == 4 && custub_assert::is<custub_assert::named<decltype((::grid::variable))>::type, int>::value, "variable 'variable': custub read 'int' of 4 bytes, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop

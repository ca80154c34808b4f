/* nvcc compiles this in place of fields.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "fields.cu"

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
#undef in
#undef out
#undef host
#undef data
#undef count
#undef x
#undef y
#undef size
#undef counted
#undef or_null
#undef sized
#undef sized_or_null
#undef particles
#undef written
#undef aligned
#undef plain
#undef rows
#undef next
#undef planes
#undef height
#undef pitch
#undef tiles
#undef one
#undef grid
#undef length
#undef closed
#undef floors
#undef top
#undef low
#undef high
#undef all
#undef weights
#undef number
#undef extra
#undef vendored
#undef each_form
#undef particle
#undef PITCH
#undef arrays
#undef as_bytes
#undef towers
#undef N
#undef overridden
#undef by_index
#undef by_name
#undef both_members
#undef pointed_to

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

// void vendored(vendors v, span<float> s, int limit)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_0(void (*)(custub_T0, custub_T1, int));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::vendored)), custub_assert::other>::value, "kernel 'vendored': custub read 'void vendored(vendors v, span<float> s, int limit)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 40 && alignof(custub_T0) == 8, "kernel 'vendored', parameter 'v': custub read 'vendors' as 40 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, in) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::in)>::type()) == 8, "kernel 'vendored', parameter 'v': custub read 'vendors::in' as const double * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, out) == 8 && sizeof(custub_T0::out) == 16 && sizeof(*typename custub_assert::bare<decltype(custub_T0::out)>::type()) == 8, "kernel 'vendored', parameter 'v': custub read 'vendors::out' as double *[2] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, host) == 24, "kernel 'vendored', parameter 'v': custub read 'vendors::host' as void * at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 32 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'vendored', parameter 'v': custub read 'vendors::n' as int at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 16 && alignof(custub_T1) == 8, "kernel 'vendored', parameter 's': custub read 'span<float>' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, data) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T1::data)>::type()) == 4, "kernel 'vendored', parameter 's': custub read 'span<float>::data' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, count) == 8 && custub_assert::is<decltype(custub_T1::count), unsigned int>::value, "kernel 'vendored', parameter 's': custub read 'span<float>::count' as unsigned int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::vendored))>;

// void each_form(forms f, float *x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_1(void (*)(custub_T0, float *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::each_form)), custub_assert::other>::value, "kernel 'each_form': custub read 'void each_form(forms f, float *x)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0>
struct custub_assert_types_1<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 88 && alignof(custub_T0) == 8, "kernel 'each_form', parameter 'f': custub read 'forms' as 88 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, size) == 0, "kernel 'each_form', parameter 'f': custub read 'forms::size' as forms::(unnamed at fields.cu:15:5) at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::size)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 8 && alignof(custub_U0) == 4, "kernel 'each_form', parameter 'f': custub read 'forms::size' as 8 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, x) == 0 && custub_assert::is<decltype(custub_U0::x), int>::value, "kernel 'each_form', parameter 'f': custub read 'forms::size::x' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, y) == 4 && custub_assert::is<decltype(custub_U0::y), int>::value, "kernel 'each_form', parameter 'f': custub read 'forms::size::y' as int at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, counted) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T0::counted)>::type()) == 4, "kernel 'each_form', parameter 'f': custub read 'forms::counted' as const float * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, or_null) == 16 && sizeof(*typename custub_assert::bare<decltype(custub_T0::or_null)>::type()) == 4, "kernel 'each_form', parameter 'f': custub read 'forms::or_null' as float * at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, sized) == 24, "kernel 'each_form', parameter 'f': custub read 'forms::sized' as void * at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, sized_or_null) == 32, "kernel 'each_form', parameter 'f': custub read 'forms::sized_or_null' as const void * at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, particles) == 40 && sizeof(*typename custub_assert::bare<decltype(custub_T0::particles)>::type()) == 12, "kernel 'each_form', parameter 'f': custub read 'forms::particles' as particle * at byte 40, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, written) == 48 && sizeof(*typename custub_assert::bare<decltype(custub_T0::written)>::type()) == 4, "kernel 'each_form', parameter 'f': custub read 'forms::written' as float * at byte 48, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, aligned) == 56 && sizeof(*typename custub_assert::bare<decltype(custub_T0::aligned)>::type()) == 4, "kernel 'each_form', parameter 'f': custub read 'forms::aligned' as int * at byte 56, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, plain) == 64, "kernel 'each_form', parameter 'f': custub read 'forms::plain' as int * at byte 64, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, rows) == 72 && sizeof(*typename custub_assert::bare<decltype(custub_T0::rows)>::type()) == 8, "kernel 'each_form', parameter 'f': custub read 'forms::rows' as int ** at byte 72, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, next) == 80 && sizeof(*typename custub_assert::bare<decltype(custub_T0::next)>::type()) == 88, "kernel 'each_form', parameter 'f': custub read 'forms::next' as forms * at byte 80, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::each_form))>;
static_assert(sizeof(::particle) == 12, "kernel 'each_form': custub read sizeof(::particle) as 12, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::PITCH) == 64ULL, "kernel 'each_form': custub read '::PITCH' as 64, and this compiler does not; write it without conditions on the compiler");

// void arrays(scale_params p, nest n, int *p_planes)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_2(void (*)(custub_T0, custub_T1, int *));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::arrays)), custub_assert::other>::value, "kernel 'arrays': custub read 'void arrays(scale_params p, nest n, int *p_planes)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_2<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 40 && alignof(custub_T0) == 8, "kernel 'arrays', parameter 'p': custub read 'scale_params' as 40 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, planes) == 0 && sizeof(custub_T0::planes) == 32 && sizeof(*typename custub_assert::bare<decltype(custub_T0::planes)>::type()) == 4, "kernel 'arrays', parameter 'p': custub read 'scale_params::planes' as float *[4] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, height) == 32 && custub_assert::is<decltype(custub_T0::height), int>::value, "kernel 'arrays', parameter 'p': custub read 'scale_params::height' as int at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, pitch) == 36 && custub_assert::is<decltype(custub_T0::pitch), int>::value, "kernel 'arrays', parameter 'p': custub read 'scale_params::pitch' as int at byte 36, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 80 && alignof(custub_T1) == 8, "kernel 'arrays', parameter 'n': custub read 'nest' as 80 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, tiles) == 0 && sizeof(custub_T1::tiles) == 32, "kernel 'arrays', parameter 'n': custub read 'nest::tiles' as tile[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T1::tiles)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 16 && alignof(custub_U0) == 8, "kernel 'arrays', parameter 'n': custub read 'tile' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, data) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_U0::data)>::type()) == 4, "kernel 'arrays', parameter 'n': custub read 'tile::data' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, n) == 8 && custub_assert::is<decltype(custub_U0::n), int>::value, "kernel 'arrays', parameter 'n': custub read 'tile::n' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, one) == 32, "kernel 'arrays', parameter 'n': custub read 'nest::one' as tile at byte 32, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, grid) == 48 && sizeof(custub_T1::grid) == 32 && sizeof(*typename custub_assert::bare<decltype(custub_T1::grid)>::type()) == 4, "kernel 'arrays', parameter 'n': custub read 'nest::grid' as int *[2][2] at byte 48, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::arrays))>;

// void as_bytes(view<float> a, view<const double> b, box c)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_3(void (*)(custub_T0, custub_T1, custub_T2));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::as_bytes)), custub_assert::other>::value, "kernel 'as_bytes': custub read 'void as_bytes(view<float> a, view<const double> b, box c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_3<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 8, "kernel 'as_bytes', parameter 'a': custub read 'view<float>' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, data) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::data)>::type()) == 4, "kernel 'as_bytes', parameter 'a': custub read 'view<float>::data' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, length) == 8 && custub_assert::is<decltype(custub_T0::length), long>::value, "kernel 'as_bytes', parameter 'a': custub read 'view<float>::length' as long at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 16 && alignof(custub_T1) == 8, "kernel 'as_bytes', parameter 'b': custub read 'view<const double>' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, data) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T1::data)>::type()) == 8, "kernel 'as_bytes', parameter 'b': custub read 'view<const double>::data' as const double * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, length) == 8 && custub_assert::is<decltype(custub_T1::length), long>::value, "kernel 'as_bytes', parameter 'b': custub read 'view<const double>::length' as long at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 24 && alignof(custub_T2) == 8, "kernel 'as_bytes', parameter 'c': custub read 'box' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, data) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T2::data)>::type()) == 4, "kernel 'as_bytes', parameter 'c': custub read 'box::data' as float * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, count) == 16 && custub_assert::is<decltype(custub_T2::count), unsigned short>::value, "kernel 'as_bytes', parameter 'c': custub read 'box::count' as unsigned short at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::as_bytes))>;

// void towers(tower<float, 2, true> a, tower<particle, 1, false> b, void *shared)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_4(void (*)(custub_T0, custub_T1, void *));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::towers)), custub_assert::other>::value, "kernel 'towers': custub read 'void towers(tower<float, 2, true> a, tower<particle, 1, false> b, void *shared)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_4 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_4<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 32 && alignof(custub_T0) == 8, "kernel 'towers', parameter 'a': custub read 'tower<float, 2, true>' as 32 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, floors) == 0 && sizeof(custub_T0::floors) == 16 && sizeof(*typename custub_assert::bare<decltype(custub_T0::floors)>::type()) == 4, "kernel 'towers', parameter 'a': custub read 'tower<float, 2, true>::floors' as float *[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, top) == 16, "kernel 'towers', parameter 'a': custub read 'tower<float, 2, true>::top' as tower<float, 2, true>::roof at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::top)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 8 && alignof(custub_U0) == 8, "kernel 'towers', parameter 'a': custub read 'tower<float, 2, true>::roof' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, tiles) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_U0::tiles)>::type()) == 4, "kernel 'towers', parameter 'a': custub read 'tower<float, 2, true>::roof::tiles' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, count) == 24 && custub_assert::is<decltype(custub_T0::count), int>::value, "kernel 'towers', parameter 'a': custub read 'tower<float, 2, true>::count' as int at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 24 && alignof(custub_T1) == 8, "kernel 'towers', parameter 'b': custub read 'tower<particle, 1, false>' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, floors) == 0 && sizeof(custub_T1::floors) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T1::floors)>::type()) == 12, "kernel 'towers', parameter 'b': custub read 'tower<particle, 1, false>::floors' as particle *[1] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, top) == 8, "kernel 'towers', parameter 'b': custub read 'tower<particle, 1, false>::top' as tower<particle, 1, false>::roof at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T1::top)>::type custub_U1;
    static_assert(sizeof(custub_U1) == 8 && alignof(custub_U1) == 8, "kernel 'towers', parameter 'b': custub read 'tower<particle, 1, false>::roof' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U1, tiles) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_U1::tiles)>::type()) == 12, "kernel 'towers', parameter 'b': custub read 'tower<particle, 1, false>::roof::tiles' as particle * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, count) == 16 && custub_assert::is<decltype(custub_T1::count), int>::value, "kernel 'towers', parameter 'b': custub read 'tower<particle, 1, false>::count' as int at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_4<decltype(custub_assert_4(&::towers))>;
static_assert(static_cast<unsigned long long>(::N) == 3ULL, "kernel 'towers': custub read '::N' as 3, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::particle) == 12, "kernel 'towers': custub read sizeof(::particle) as 12, and this compiler does not; write it without conditions on the compiler");

// void overridden(scale_params p, tile t, unsigned int bytes)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_5(void (*)(custub_T0, custub_T1, unsigned int));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::overridden)), custub_assert::other>::value, "kernel 'overridden': custub read 'void overridden(scale_params p, tile t, unsigned int bytes)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_5 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_5<custub_assert::types<custub_T0, custub_T1>> {
};
template struct custub_assert_types_5<decltype(custub_assert_5(&::overridden))>;

// void by_index(bands b, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_6(void (*)(custub_T0, int));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::by_index)), custub_assert::other>::value, "kernel 'by_index': custub read 'void by_index(bands b, int n)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_6 {};
template <class custub_T0>
struct custub_assert_types_6<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 24 && alignof(custub_T0) == 8, "kernel 'by_index', parameter 'b': custub read 'bands' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, low) == 0, "kernel 'by_index', parameter 'b': custub read 'bands::low' as short * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, high) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T0::high)>::type()) == 2, "kernel 'by_index', parameter 'b': custub read 'bands::high' as short * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, all) == 0 && sizeof(custub_T0::all) == 16 && sizeof(*typename custub_assert::bare<decltype(custub_T0::all)>::type()) == 2, "kernel 'by_index', parameter 'b': custub read 'bands::all' as short *[2] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, extra) == 16, "kernel 'by_index', parameter 'b': custub read 'bands::extra' as bands::(unnamed at fields.cu:88:5) at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::extra)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 8 && alignof(custub_U0) == 8, "kernel 'by_index', parameter 'b': custub read 'bands::(unnamed at fields.cu:88:5)' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, weights) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_U0::weights)>::type()) == 4, "kernel 'by_index', parameter 'b': custub read 'bands::(unnamed at fields.cu:88:5)::weights' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, number) == 0 && custub_assert::is<decltype(custub_U0::number), long>::value, "kernel 'by_index', parameter 'b': custub read 'bands::(unnamed at fields.cu:88:5)::number' as long at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T0(custub_T0 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T0) ||
            (char *)__builtin_addressof(p->low) - (char *)p != __builtin_offsetof(custub_T0, low) ||
            (char *)__builtin_addressof(p->high) - (char *)p != __builtin_offsetof(custub_T0, high) ||
            (char *)__builtin_addressof(p->all) - (char *)p != __builtin_offsetof(custub_T0, all) ||
            (char *)__builtin_addressof(p->extra) - (char *)p != __builtin_offsetof(custub_T0, extra))
            asm("// custub: misplaced 6 0");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_6<decltype(custub_assert_6(&::by_index))>;

// void by_name(bands b, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_7(void (*)(custub_T0, int));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::by_name)), custub_assert::other>::value, "kernel 'by_name': custub read 'void by_name(bands b, int n)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_7 {};
template <class custub_T0>
struct custub_assert_types_7<custub_assert::types<custub_T0>> {
};
template struct custub_assert_types_7<decltype(custub_assert_7(&::by_name))>;

// void both_members(either e, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_8(void (*)(custub_T0, int));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::both_members)), custub_assert::other>::value, "kernel 'both_members': custub read 'void both_members(either e, int n)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_8 {};
template <class custub_T0>
struct custub_assert_types_8<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 8 && alignof(custub_T0) == 8, "kernel 'both_members', parameter 'e': custub read 'either' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::x)>::type()) == 4, "kernel 'both_members', parameter 'e': custub read 'either::x' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, y) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::y)>::type()) == 4, "kernel 'both_members', parameter 'e': custub read 'either::y' as int * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T0(custub_T0 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T0) ||
            (char *)__builtin_addressof(p->x) - (char *)p != __builtin_offsetof(custub_T0, x) ||
            (char *)__builtin_addressof(p->y) - (char *)p != __builtin_offsetof(custub_T0, y))
            asm("// custub: misplaced 8 0");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_8<decltype(custub_assert_8(&::both_members))>;

// void pointed_to(elsewhere *e)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_9(void (*)(custub_T0 *));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::pointed_to)), custub_assert::other>::value, "kernel 'pointed_to': custub read 'void pointed_to(elsewhere *e)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_9 {};
template <class custub_T0>
struct custub_assert_types_9<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 8, "kernel 'pointed_to', parameter 'e': custub read 'elsewhere' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 0 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'pointed_to', parameter 'e': custub read 'elsewhere::n' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, x) == 8, "kernel 'pointed_to', parameter 'e': custub read 'elsewhere::x' as float * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_9<decltype(custub_assert_9(&::pointed_to))>;
#endif
#pragma nv_diagnostic pop

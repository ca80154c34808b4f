/* nvcc compiles this in place of compiler_lookup.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "compiler_lookup.cu"

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
#undef data
#undef rows
#undef more
#undef count
#undef d
#undef in
#undef fields
#undef tile
#undef index
#undef base
#undef LOW
#undef WIDTH
#undef outer
#undef inner
#undef cell
#undef DEEP
#undef instances
#undef box
#undef M
#undef used
#undef scoped
#undef mode
#undef A
#undef before
#undef LATE
#undef k_float
#undef of_float
#undef k_int
#undef of_int
#undef renamed
#undef apart
#undef written
#undef wide
#undef WIDE
#undef hidden
#undef around
#undef HIDDEN_TOO
#undef unseen
#undef PART
#undef HIDDEN
#undef befriended
#undef qualified
#undef K
#undef exchanged
#undef particle
#undef W
#undef packed
#undef of_template
#undef single
#undef of_pointer
#undef global
#undef of_value
#undef defined_later

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

namespace custub_assert
{
template <unsigned, bool holds> struct closed {
    static_assert(holds, "custub read another value of this private name of a contract than this compiler; write it without conditions on the compiler");
};
} // namespace custub_assert

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void fields(tile t, outer::inner o)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_0(void (*)(custub_T0, custub_T1));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::fields)), custub_assert::other>::value, "kernel 'fields': custub read 'void fields(tile t, outer::inner o)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 8, "kernel 'fields', parameter 't': custub read 'tile' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, data) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::data)>::type()) == 4, "kernel 'fields', parameter 't': custub read 'tile::data' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, rows) == 8 && custub_assert::is<decltype(custub_T0::rows), int>::value, "kernel 'fields', parameter 't': custub read 'tile::rows' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 24 && alignof(custub_T1) == 8, "kernel 'fields', parameter 'o': custub read 'outer::inner' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, data) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T1::data)>::type()) == 4, "kernel 'fields', parameter 'o': custub read 'outer::inner::data' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, more) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T1::more)>::type()) == 4, "kernel 'fields', parameter 'o': custub read 'outer::inner::more' as float * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, rows) == 16 && custub_assert::is<decltype(custub_T1::rows), int>::value, "kernel 'fields', parameter 'o': custub read 'outer::inner::rows' as int at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::fields))>;
static_assert(sizeof(::tile::index) == 2, "kernel 'fields': custub read sizeof(::tile::index) as 2, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::base::LOW) == 37ULL, "kernel 'fields': custub read '::base::LOW' as 37, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::tile::WIDTH) == 16ULL, "kernel 'fields': custub read '::tile::WIDTH' as 16, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::outer::inner::cell) == 12, "kernel 'fields': custub read sizeof(::outer::inner::cell) as 12, and this compiler does not; write it without conditions on the compiler");
template struct custub_assert::closed<0, (static_cast<unsigned long long>(::outer::DEEP) == 3ULL)>;
static_assert(static_cast<unsigned long long>(::WIDTH) == 4ULL, "kernel 'fields': custub read '::WIDTH' as 4, and this compiler does not; write it without conditions on the compiler");

// void instances(box<float, 7> b, box<particle, 0> z)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_1(void (*)(custub_T0, custub_T1));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::instances)), custub_assert::other>::value, "kernel 'instances': custub read 'void instances(box<float, 7> b, box<particle, 0> z)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 32 && alignof(custub_T0) == 8, "kernel 'instances', parameter 'b': custub read 'box<float, 7>' as 32 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, d) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T0::d)>::type()) == 4, "kernel 'instances', parameter 'b': custub read 'box<float, 7>::d' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, n) == 8 && custub_assert::is<decltype(custub_T0::n), int>::value, "kernel 'instances', parameter 'b': custub read 'box<float, 7>::n' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, in) == 16, "kernel 'instances', parameter 'b': custub read 'box<float, 7>::in' as box<float, 7>::part at byte 16, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T0::in)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 16 && alignof(custub_U0) == 8, "kernel 'instances', parameter 'b': custub read 'box<float, 7>::part' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, p) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_U0::p)>::type()) == 4, "kernel 'instances', parameter 'b': custub read 'box<float, 7>::part::p' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, count) == 8 && custub_assert::is<decltype(custub_U0::count), int>::value, "kernel 'instances', parameter 'b': custub read 'box<float, 7>::part::count' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 8 && alignof(custub_T1) == 8, "kernel 'instances', parameter 'z': custub read 'box<particle, 0>' as 8 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, d) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T1::d)>::type()) == 1, "kernel 'instances', parameter 'z': custub read 'box<particle, 0>::d' as particle * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::instances))>;
static_assert(sizeof(float[7]) == 28, "kernel 'instances': custub read sizeof(float[7]) as 28, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::box<float, 7>::M) == 14ULL, "kernel 'instances': custub read '::box<float, 7>::M' as 14, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::WIDTH) == 4ULL, "kernel 'instances': custub read '::WIDTH' as 4, and this compiler does not; write it without conditions on the compiler");

// void used(int n)
custub_assert::types<> custub_assert_2(void (*)(int));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::scoped::used)), custub_assert::other>::value, "kernel 'used': custub read 'void used(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::other::WIDTH) == 5ULL, "kernel 'used': custub read '::other::WIDTH' as 5, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::mode::A) == 9ULL, "kernel 'used': custub read '::mode::A' as 9, and this compiler does not; write it without conditions on the compiler");

// void before(int n)
custub_assert::types<> custub_assert_3(void (*)(int));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::before)), custub_assert::other>::value, "kernel 'before': custub read 'void before(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::LATE) == 2ULL, "kernel 'before': custub read '::LATE' as 2, and this compiler does not; write it without conditions on the compiler");

// void k_float(float *x, int n)
custub_assert::types<> custub_assert_4(void (*)(float *, int));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::of_float::k_float)), custub_assert::other>::value, "kernel 'k_float': custub read 'void k_float(float *x, int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::LATE) == 2ULL, "kernel 'k_float': custub read '::LATE' as 2, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::of_float::WIDTH) == 3ULL, "kernel 'k_float': custub read '::of_float::WIDTH' as 3, and this compiler does not; write it without conditions on the compiler");

// void k_int(int *x, int n)
custub_assert::types<> custub_assert_5(void (*)(int *, int));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::of_int::k_int)), custub_assert::other>::value, "kernel 'k_int': custub read 'void k_int(int *x, int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::LATE) == 2ULL, "kernel 'k_int': custub read '::LATE' as 2, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::of_int::WIDTH) == 5ULL, "kernel 'k_int': custub read '::of_int::WIDTH' as 5, and this compiler does not; write it without conditions on the compiler");

// void renamed(float *x, int m, int n)
custub_assert::types<> custub_assert_6(void (*)(float *, int, int));
custub_assert::other custub_assert_6(...);
static_assert(!custub_assert::same<decltype(custub_assert_6(&::renamed)), custub_assert::other>::value, "kernel 'renamed': custub read 'void renamed(float *x, int m, int n)', and this compiler does not; write it without conditions on the compiler");

// void apart(int columns, int rows, float *x)
custub_assert::types<> custub_assert_7(void (*)(int, int, float *));
custub_assert::other custub_assert_7(...);
static_assert(!custub_assert::same<decltype(custub_assert_7(&::apart)), custub_assert::other>::value, "kernel 'apart': custub read 'void apart(int columns, int rows, float *x)', and this compiler does not; write it without conditions on the compiler");

// void written(narrow n, wide w, whole o)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_8(void (*)(custub_T0, custub_T1, custub_T2));
custub_assert::other custub_assert_8(...);
static_assert(!custub_assert::same<decltype(custub_assert_8(&::written)), custub_assert::other>::value, "kernel 'written': custub read 'void written(narrow n, wide w, whole o)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_8 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_8<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(sizeof(custub_T0) == 16 && alignof(custub_T0) == 8, "kernel 'written', parameter 'n': custub read 'narrow' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, rows) == 0 && custub_assert::is<decltype(custub_T0::rows), int>::value, "kernel 'written', parameter 'n': custub read 'narrow::rows' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, data) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T0::data)>::type()) == 4, "kernel 'written', parameter 'n': custub read 'narrow::data' as float * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 16 && alignof(custub_T1) == 8, "kernel 'written', parameter 'w': custub read 'wide' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, rows) == 0 && custub_assert::is<decltype(custub_T1::rows), int>::value, "kernel 'written', parameter 'w': custub read 'wide::rows' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, data) == 8 && sizeof(*typename custub_assert::bare<decltype(custub_T1::data)>::type()) == 4, "kernel 'written', parameter 'w': custub read 'wide::data' as float * at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 16 && alignof(custub_T2) == 8, "kernel 'written', parameter 'o': custub read 'whole' as 16 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, d) == 0 && sizeof(*typename custub_assert::bare<decltype(custub_T2::d)>::type()) == 4, "kernel 'written', parameter 'o': custub read 'whole::d' as float * at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, rows) == 8 && custub_assert::is<decltype(custub_T2::rows), int>::value, "kernel 'written', parameter 'o': custub read 'whole::rows' as int at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_8<decltype(custub_assert_8(&::written))>;
static_assert(static_cast<unsigned long long>(::WIDTH) == 4ULL, "kernel 'written': custub read '::WIDTH' as 4, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::wide::WIDE) == 6ULL, "kernel 'written': custub read '::wide::WIDE' as 6, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::base::LOW) == 37ULL, "kernel 'written': custub read '::base::LOW' as 37, and this compiler does not; write it without conditions on the compiler");

// void hidden(int n)
custub_assert::types<> custub_assert_9(void (*)(int));
custub_assert::other custub_assert_9(...);
static_assert(!custub_assert::same<decltype(custub_assert_9(&::hidden)), custub_assert::other>::value, "kernel 'hidden': custub read 'void hidden(int n)', and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::around::HIDDEN_TOO) == 14ULL, "kernel 'hidden': custub read '::around::HIDDEN_TOO' as 14, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::unseen::PART) == 13ULL, "kernel 'hidden': custub read '::unseen::PART' as 13, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::HIDDEN) == 12ULL, "kernel 'hidden': custub read '::HIDDEN' as 12, and this compiler does not; write it without conditions on the compiler");

// void befriended(int *x, int m)
custub_assert::types<> custub_assert_10(void (*)(int *, int));
custub_assert::other custub_assert_10(...);
#line 72 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_10((befriended))), custub_assert::other>::value, "kernel 'befriended': custub read 'void befriended(int *x, int m)', and this compiler does not; write it without conditions on the compiler");
#line 250 "compiler_lookup.nvcc.cu"
template struct custub_assert::closed<1, (static_cast<unsigned long long>(::outer::DEEP) == 3ULL)>;

// void qualified(int *x, int n)
custub_assert::types<> custub_assert_11(void (*)(int *, int));
custub_assert::other custub_assert_11(...);
#line 73 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_11((around::qualified))), custub_assert::other>::value, "kernel 'qualified': custub read 'void qualified(int *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 258 "compiler_lookup.nvcc.cu"
static_assert(static_cast<unsigned long long>(::around::K) == 6ULL, "kernel 'qualified': custub read '::around::K' as 6, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::K) == 7ULL, "kernel 'qualified': custub read '::K' as 7, and this compiler does not; write it without conditions on the compiler");

// void exchanged_7(particle *x, int m, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_12(void (*)(custub_T0 *, int, int));
custub_assert::other custub_assert_12(...);
#line 74 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_12((exchanged<particle, 7>))), custub_assert::other>::value, "kernel 'exchanged_7': custub read 'void exchanged_7(particle *x, int m, int n)', and this compiler does not; write it without conditions on the compiler");
#line 267 "compiler_lookup.nvcc.cu"
template <class> struct custub_assert_types_12 {};
template <class custub_T0>
struct custub_assert_types_12<custub_assert::types<custub_T0>> {
    static_assert(sizeof(custub_T0) == 1 && alignof(custub_T0) == 1, "kernel 'exchanged_7', parameter 'x': custub read 'particle' as 1 bytes aligned to 1, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T0(custub_T0 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T0))
            asm("// custub: misplaced 12 0");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_12<decltype(custub_assert_12((exchanged<particle, 7>)))>;
static_assert(sizeof(typename ::particle::value) == 8, "kernel 'exchanged_7': custub read sizeof(typename ::particle::value) as 8, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::particle::W) == 200ULL, "kernel 'exchanged_7': custub read '::particle::W' as 200, and this compiler does not; write it without conditions on the compiler");

// void exchanged_8(particle *y, int m, int x)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_13(void (*)(custub_T0 *, int, int));
custub_assert::other custub_assert_13(...);
#line 75 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_13((exchanged<particle, 8>))), custub_assert::other>::value, "kernel 'exchanged_8': custub read 'void exchanged_8(particle *y, int m, int x)', and this compiler does not; write it without conditions on the compiler");
#line 291 "compiler_lookup.nvcc.cu"
template <class> struct custub_assert_types_13 {};
template <class custub_T0>
struct custub_assert_types_13<custub_assert::types<custub_T0>> {
};
template struct custub_assert_types_13<decltype(custub_assert_13((exchanged<particle, 8>)))>;
static_assert(sizeof(typename ::particle::value) == 8, "kernel 'exchanged_8': custub read sizeof(typename ::particle::value) as 8, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::particle::W) == 200ULL, "kernel 'exchanged_8': custub read '::particle::W' as 200, and this compiler does not; write it without conditions on the compiler");

// void exchanged_9(particle *n, int x, int rest)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_14(void (*)(custub_T0 *, int, int));
custub_assert::other custub_assert_14(...);
#line 76 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_14((exchanged<particle, 9>))), custub_assert::other>::value, "kernel 'exchanged_9': custub read 'void exchanged_9(particle *n, int x, int rest)', and this compiler does not; write it without conditions on the compiler");
#line 305 "compiler_lookup.nvcc.cu"
template <class> struct custub_assert_types_14 {};
template <class custub_T0>
struct custub_assert_types_14<custub_assert::types<custub_T0>> {
};
template struct custub_assert_types_14<decltype(custub_assert_14((exchanged<particle, 9>)))>;
static_assert(sizeof(typename ::particle::value) == 8, "kernel 'exchanged_9': custub read sizeof(typename ::particle::value) as 8, and this compiler does not; write it without conditions on the compiler");

// void packed(int n, int values, float values_2)
custub_assert::types<> custub_assert_15(void (*)(int, int, float));
custub_assert::other custub_assert_15(...);
#line 101 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_15((packed<int, float>))), custub_assert::other>::value, "kernel 'packed': custub read 'void packed(int n, int values, float values_2)', and this compiler does not; write it without conditions on the compiler");
#line 318 "compiler_lookup.nvcc.cu"
static_assert(static_cast<unsigned long long>(::WIDTH) == 4ULL, "kernel 'packed': custub read '::WIDTH' as 4, and this compiler does not; write it without conditions on the compiler");

// void of_template(int n)
custub_assert::types<> custub_assert_16(void (*)(int));
custub_assert::other custub_assert_16(...);
#line 102 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_16((of_template<single>))), custub_assert::other>::value, "kernel 'of_template': custub read 'void of_template(int n)', and this compiler does not; write it without conditions on the compiler");
#line 326 "compiler_lookup.nvcc.cu"
static_assert(static_cast<unsigned long long>(::WIDTH) == 4ULL, "kernel 'of_template': custub read '::WIDTH' as 4, and this compiler does not; write it without conditions on the compiler");

// void of_pointer(int n)
custub_assert::types<> custub_assert_17(void (*)(int));
custub_assert::other custub_assert_17(...);
#line 103 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_17((of_pointer<&global>))), custub_assert::other>::value, "kernel 'of_pointer': custub read 'void of_pointer(int n)', and this compiler does not; write it without conditions on the compiler");
#line 334 "compiler_lookup.nvcc.cu"
static_assert(static_cast<unsigned long long>(::WIDTH) == 4ULL, "kernel 'of_pointer': custub read '::WIDTH' as 4, and this compiler does not; write it without conditions on the compiler");

// void of_enumerator(int n)
custub_assert::types<> custub_assert_18(void (*)(int));
custub_assert::other custub_assert_18(...);
#line 104 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_18((of_value<mode, mode::A, particle>))), custub_assert::other>::value, "kernel 'of_enumerator': custub read 'void of_enumerator(int n)', and this compiler does not; write it without conditions on the compiler");
#line 342 "compiler_lookup.nvcc.cu"
static_assert(static_cast<unsigned long long>(::particle::W) == 200ULL, "kernel 'of_enumerator': custub read '::particle::W' as 200, and this compiler does not; write it without conditions on the compiler");

// void of_largest(int n)
custub_assert::types<> custub_assert_19(void (*)(int));
custub_assert::other custub_assert_19(...);
#line 105 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_19((of_value<unsigned long long, 18446744073709551615ULL, particle>))), custub_assert::other>::value, "kernel 'of_largest': custub read 'void of_largest(int n)', and this compiler does not; write it without conditions on the compiler");
#line 350 "compiler_lookup.nvcc.cu"
static_assert(static_cast<unsigned long long>(::particle::W) == 200ULL, "kernel 'of_largest': custub read '::particle::W' as 200, and this compiler does not; write it without conditions on the compiler");

// void of_char(int n)
custub_assert::types<> custub_assert_20(void (*)(int));
custub_assert::other custub_assert_20(...);
#line 106 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_20((of_value<char, -5, particle>))), custub_assert::other>::value, "kernel 'of_char': custub read 'void of_char(int n)', and this compiler does not; write it without conditions on the compiler");
#line 358 "compiler_lookup.nvcc.cu"
static_assert(static_cast<unsigned long long>(::particle::W) == 200ULL, "kernel 'of_char': custub read '::particle::W' as 200, and this compiler does not; write it without conditions on the compiler");

// void defined_later(particle *x, int n)
template <class custub_T0> custub_assert::types<custub_T0> custub_assert_21(void (*)(custub_T0 *, int));
custub_assert::other custub_assert_21(...);
#line 107 "compiler_lookup.cu"
static_assert(!custub_assert::same<decltype(custub_assert_21((around::defined_later<particle>))), custub_assert::other>::value, "kernel 'defined_later': custub read 'void defined_later(particle *x, int n)', and this compiler does not; write it without conditions on the compiler");
#line 366 "compiler_lookup.nvcc.cu"
template <class> struct custub_assert_types_21 {};
template <class custub_T0>
struct custub_assert_types_21<custub_assert::types<custub_T0>> {
};
template struct custub_assert_types_21<decltype(custub_assert_21((around::defined_later<particle>)))>;
static_assert(static_cast<unsigned long long>(::particle::W) == 200ULL, "kernel 'defined_later': custub read '::particle::W' as 200, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::around::K) == 6ULL, "kernel 'defined_later': custub read '::around::K' as 6, and this compiler does not; write it without conditions on the compiler");
static_assert(static_cast<unsigned long long>(::K) == 7ULL, "kernel 'defined_later': custub read '::K' as 7, and this compiler does not; write it without conditions on the compiler");
static_assert(sizeof(::global) == 4 && custub_assert::is<custub_assert::named<decltype((::global))>::type, int>::value, "variable 'global': custub read 'int' of 4 bytes, and this compiler does not; write it without conditions on the compiler");
#endif
#pragma nv_diagnostic pop
static const auto custub_kept_10 __attribute__((unused)) = (befriended);
static const auto custub_kept_11 __attribute__((unused)) = (around::qualified);
static const auto custub_kept_12 __attribute__((unused)) = (exchanged<particle, 7>);
static const auto custub_kept_13 __attribute__((unused)) = (exchanged<particle, 8>);
static const auto custub_kept_14 __attribute__((unused)) = (exchanged<particle, 9>);
static const auto custub_kept_15 __attribute__((unused)) = (packed<int, float>);
static const auto custub_kept_16 __attribute__((unused)) = (of_template<single>);
static const auto custub_kept_17 __attribute__((unused)) = (of_pointer<&global>);
static const auto custub_kept_18 __attribute__((unused)) = (of_value<mode, mode::A, particle>);
static const auto custub_kept_19 __attribute__((unused)) = (of_value<unsigned long long, 18446744073709551615ULL, particle>);
static const auto custub_kept_20 __attribute__((unused)) = (of_value<char, -5, particle>);
static const auto custub_kept_21 __attribute__((unused)) = (around::defined_later<particle>);

/* nvcc compiles this in place of full_names.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "full_names.cu"

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
#undef b
#undef a
#undef nested
#undef functions
#undef members
#undef enumerations
#undef defaults
#undef locals
#undef incomplete

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

// void functions(Box<int (*)(Def<int, Box<int>, 3, 'x'>)> a, Box<Def<float, Box<float>, 3, 'x'> (*(*)(Def<int, Box<int>, 3, 'x'>))(int)> b, Box<void (*)(const Outer<Def<int, Box<int>, 3, 'x'>>::Inner &, Def<int, Box<int>, 3, 'x'> *const *)> c, int (*)(Def<int, Box<int>, 3, 'x'>) d)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3> custub_assert_0(void (*)(custub_T0, custub_T1, custub_T2, custub_T3 *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::functions)), custub_assert::other>::value, "kernel 'functions': custub read 'void functions(Box<int (*)(Def<int, Box<int>, 3, 'x'>)> a, Box<Def<float, Box<float>, 3, 'x'> (*(*)(Def<int, Box<int>, 3, 'x'>))(int)> b, Box<void (*)(const Outer<Def<int, Box<int>, 3, 'x'>>::Inner &, Def<int, Box<int>, 3, 'x'> *const *)> c, int (*)(Def<int, Box<int>, 3, 'x'>) d)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'functions', parameter 'a': custub read 'Box<int (*)(Def<int, Box<int>, 3, 'x'>)>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, b) == 0 && custub_assert::is<decltype(custub_T0::b), int>::value, "kernel 'functions', parameter 'a': custub read 'Box<int (*)(Def<int, Box<int>, 3, 'x'>)>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'functions', parameter 'b': custub read 'Box<Def<float, Box<float>, 3, 'x'> (*(*)(Def<int, Box<int>, 3, 'x'>))(int)>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, b) == 0 && custub_assert::is<decltype(custub_T1::b), int>::value, "kernel 'functions', parameter 'b': custub read 'Box<Def<float, Box<float>, 3, 'x'> (*(*)(Def<int, Box<int>, 3, 'x'>))(int)>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'functions', parameter 'c': custub read 'Box<void (*)(const Outer<Def<int, Box<int>, 3, 'x'>>::Inner &, Def<int, Box<int>, 3, 'x'> *const *)>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, b) == 0 && custub_assert::is<decltype(custub_T2::b), int>::value, "kernel 'functions', parameter 'c': custub read 'Box<void (*)(const Outer<Def<int, Box<int>, 3, 'x'>>::Inner &, Def<int, Box<int>, 3, 'x'> *const *)>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::functions))>;

// void members(Box<int Members<Def<int, Box<int>, 3, 'x'>>::*> a, Box<int (Members<Def<int, Box<int>, 3, 'x'>>::*)(Def<float, Box<float>, 3, 'x'>) const> b, Box<int Outer<Def<int, Box<int>, 3, 'x'>>::Inner::*> c, Auto<&Members::mem> d, Auto<&Members::function> e, Alias *f)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5> custub_assert_1(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5 *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::members)), custub_assert::other>::value, "kernel 'members': custub read 'void members(Box<int Members<Def<int, Box<int>, 3, 'x'>>::*> a, Box<int (Members<Def<int, Box<int>, 3, 'x'>>::*)(Def<float, Box<float>, 3, 'x'>) const> b, Box<int Outer<Def<int, Box<int>, 3, 'x'>>::Inner::*> c, Auto<&Members::mem> d, Auto<&Members::function> e, Alias *f)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5>
struct custub_assert_types_1<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'members', parameter 'a': custub read 'Box<int Members<Def<int, Box<int>, 3, 'x'>>::*>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, b) == 0 && custub_assert::is<decltype(custub_T0::b), int>::value, "kernel 'members', parameter 'a': custub read 'Box<int Members<Def<int, Box<int>, 3, 'x'>>::*>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'members', parameter 'b': custub read 'Box<int (Members<Def<int, Box<int>, 3, 'x'>>::*)(Def<float, Box<float>, 3, 'x'>) const>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, b) == 0 && custub_assert::is<decltype(custub_T1::b), int>::value, "kernel 'members', parameter 'b': custub read 'Box<int (Members<Def<int, Box<int>, 3, 'x'>>::*)(Def<float, Box<float>, 3, 'x'>) const>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'members', parameter 'c': custub read 'Box<int Outer<Def<int, Box<int>, 3, 'x'>>::Inner::*>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, b) == 0 && custub_assert::is<decltype(custub_T2::b), int>::value, "kernel 'members', parameter 'c': custub read 'Box<int Outer<Def<int, Box<int>, 3, 'x'>>::Inner::*>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 4 && alignof(custub_T3) == 4, "kernel 'members', parameter 'd': custub read 'Auto<&Members::mem>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, b) == 0 && custub_assert::is<decltype(custub_T3::b), int>::value, "kernel 'members', parameter 'd': custub read 'Auto<&Members::mem>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T4) == 4 && alignof(custub_T4) == 4, "kernel 'members', parameter 'e': custub read 'Auto<&Members::function>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, b) == 0 && custub_assert::is<decltype(custub_T4::b), int>::value, "kernel 'members', parameter 'e': custub read 'Auto<&Members::function>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::members))>;

// void enumerations(Box<Outer<Def<int, Box<int>, 3, 'x'>>::State> a, Outer<Def<int, Box<int>, 3, 'x'>>::Color b, Auto<Outer::State::on> c, Auto<Outer::red> d, DefaultEnums<second, 3, space::two> e)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4> custub_assert_2(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4));
custub_assert::other custub_assert_2(...);
static_assert(!custub_assert::same<decltype(custub_assert_2(&::enumerations)), custub_assert::other>::value, "kernel 'enumerations': custub read 'void enumerations(Box<Outer<Def<int, Box<int>, 3, 'x'>>::State> a, Outer<Def<int, Box<int>, 3, 'x'>>::Color b, Auto<Outer::State::on> c, Auto<Outer::red> d, DefaultEnums<second, 3, space::two> e)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_2 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4>
struct custub_assert_types_2<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'enumerations', parameter 'a': custub read 'Box<Outer<Def<int, Box<int>, 3, 'x'>>::State>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, b) == 0 && custub_assert::is<decltype(custub_T0::b), int>::value, "kernel 'enumerations', parameter 'a': custub read 'Box<Outer<Def<int, Box<int>, 3, 'x'>>::State>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(custub_assert::is_enumeration<custub_T1, unsigned int>::value, "kernel 'enumerations', parameter 'b': custub read 'Outer<Def<int, Box<int>, 3, 'x'>>::Color' as unsigned int, and this compiler does not; write it without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'enumerations', parameter 'c': custub read 'Auto<Outer::State::on>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, b) == 0 && custub_assert::is<decltype(custub_T2::b), int>::value, "kernel 'enumerations', parameter 'c': custub read 'Auto<Outer::State::on>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 4 && alignof(custub_T3) == 4, "kernel 'enumerations', parameter 'd': custub read 'Auto<Outer::red>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, b) == 0 && custub_assert::is<decltype(custub_T3::b), int>::value, "kernel 'enumerations', parameter 'd': custub read 'Auto<Outer::red>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T4) == 4 && alignof(custub_T4) == 4, "kernel 'enumerations', parameter 'e': custub read 'DefaultEnums<second, 3, space::two>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, b) == 0 && custub_assert::is<decltype(custub_T4::b), int>::value, "kernel 'enumerations', parameter 'e': custub read 'DefaultEnums<second, 3, space::two>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_2<decltype(custub_assert_2(&::enumerations))>;

// void defaults(DefaultFunction<&function> a, DefaultAddress<&Members::variable, &Record::m> b, DefaultAutos<Scoped::b, 3U, (signed char)'\x04'> c, DefaultOf<unsigned char, '\x03'> d, DefaultOf<Scoped, 3> e, DefaultOf<unsigned long, 3> f, Auto<&space::procedure> g, Box<space::List<Def<int, Box<int>, 3, 'x'>> (*)(DefaultAutos<Scoped::b, 3U, (signed char)'\x04'>)> h)
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6, class custub_T7> custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6, custub_T7> custub_assert_3(void (*)(custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6, custub_T7));
custub_assert::other custub_assert_3(...);
static_assert(!custub_assert::same<decltype(custub_assert_3(&::defaults)), custub_assert::other>::value, "kernel 'defaults': custub read 'void defaults(DefaultFunction<&function> a, DefaultAddress<&Members::variable, &Record::m> b, DefaultAutos<Scoped::b, 3U, (signed char)'\\x04'> c, DefaultOf<unsigned char, '\\x03'> d, DefaultOf<Scoped, 3> e, DefaultOf<unsigned long, 3> f, Auto<&space::procedure> g, Box<space::List<Def<int, Box<int>, 3, 'x'>> (*)(DefaultAutos<Scoped::b, 3U, (signed char)'\\x04'>)> h)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_3 {};
template <class custub_T0, class custub_T1, class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T6, class custub_T7>
struct custub_assert_types_3<custub_assert::types<custub_T0, custub_T1, custub_T2, custub_T3, custub_T4, custub_T5, custub_T6, custub_T7>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'defaults', parameter 'a': custub read 'DefaultFunction<&function>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, b) == 0 && custub_assert::is<decltype(custub_T0::b), int>::value, "kernel 'defaults', parameter 'a': custub read 'DefaultFunction<&function>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 4 && alignof(custub_T1) == 4, "kernel 'defaults', parameter 'b': custub read 'DefaultAddress<&Members::variable, &Record::m>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, b) == 0 && custub_assert::is<decltype(custub_T1::b), int>::value, "kernel 'defaults', parameter 'b': custub read 'DefaultAddress<&Members::variable, &Record::m>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T2) == 4 && alignof(custub_T2) == 4, "kernel 'defaults', parameter 'c': custub read 'DefaultAutos<Scoped::b, 3U, (signed char)'\\x04'>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, b) == 0 && custub_assert::is<decltype(custub_T2::b), int>::value, "kernel 'defaults', parameter 'c': custub read 'DefaultAutos<Scoped::b, 3U, (signed char)'\\x04'>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T3) == 4 && alignof(custub_T3) == 4, "kernel 'defaults', parameter 'd': custub read 'DefaultOf<unsigned char, '\\x03'>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T3, b) == 0 && custub_assert::is<decltype(custub_T3::b), int>::value, "kernel 'defaults', parameter 'd': custub read 'DefaultOf<unsigned char, '\\x03'>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T4) == 4 && alignof(custub_T4) == 4, "kernel 'defaults', parameter 'e': custub read 'DefaultOf<Scoped, 3>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T4, b) == 0 && custub_assert::is<decltype(custub_T4::b), int>::value, "kernel 'defaults', parameter 'e': custub read 'DefaultOf<Scoped, 3>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T5) == 4 && alignof(custub_T5) == 4, "kernel 'defaults', parameter 'f': custub read 'DefaultOf<unsigned long, 3>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T5, b) == 0 && custub_assert::is<decltype(custub_T5::b), int>::value, "kernel 'defaults', parameter 'f': custub read 'DefaultOf<unsigned long, 3>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T6) == 4 && alignof(custub_T6) == 4, "kernel 'defaults', parameter 'g': custub read 'Auto<&space::procedure>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T6, b) == 0 && custub_assert::is<decltype(custub_T6::b), int>::value, "kernel 'defaults', parameter 'g': custub read 'Auto<&space::procedure>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T7) == 4 && alignof(custub_T7) == 4, "kernel 'defaults', parameter 'h': custub read 'Box<space::List<Def<int, Box<int>, 3, 'x'>> (*)(DefaultAutos<Scoped::b, 3U, (signed char)'\\x04'>)>' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T7, b) == 0 && custub_assert::is<decltype(custub_T7::b), int>::value, "kernel 'defaults', parameter 'h': custub read 'Box<space::List<Def<int, Box<int>, 3, 'x'>> (*)(DefaultAutos<Scoped::b, 3U, (signed char)'\\x04'>)>::b' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_3<decltype(custub_assert_3(&::defaults))>;

// void locals(Local a, Local b, Nested c)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_4(void (*)(custub_T0, custub_T1, custub_T2));
custub_assert::other custub_assert_4(...);
static_assert(!custub_assert::same<decltype(custub_assert_4(&::locals)), custub_assert::other>::value, "kernel 'locals': custub read 'void locals(Local a, Local b, Nested c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_4 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_4<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
    static_assert(sizeof(custub_T0) == 4 && alignof(custub_T0) == 4, "kernel 'locals', parameter 'a': custub read 'Local' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, a) == 0 && custub_assert::is<decltype(custub_T0::a), int>::value, "kernel 'locals', parameter 'a': custub read 'Local::a' as int at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 32 && alignof(custub_T1) == 8, "kernel 'locals', parameter 'b': custub read 'Local' as 32 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, a) == 0 && sizeof(custub_T1::a) == 24 && custub_assert::is<decltype(custub_T1::a), double>::value, "kernel 'locals', parameter 'b': custub read 'Local::a' as double[3] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, nested) == 24, "kernel 'locals', parameter 'b': custub read 'Local::nested' as Local::Nested at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
    typedef typename custub_assert::bare<decltype(custub_T1::nested)>::type custub_U0;
    static_assert(sizeof(custub_U0) == 2 && alignof(custub_U0) == 2, "kernel 'locals', parameter 'b': custub read 'Local::Nested' as 2 bytes aligned to 2, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_U0, b) == 0 && custub_assert::is<decltype(custub_U0::b), short>::value, "kernel 'locals', parameter 'b': custub read 'Local::Nested::b' as short at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_4<decltype(custub_assert_4(&::locals))>;

// void incomplete(Declared<int> *a, Unused<Def<int, Box<int>, 3, 'x'>> *b, Unused<void> **c)
template <class custub_T0, class custub_T1, class custub_T2> custub_assert::types<custub_T0, custub_T1, custub_T2> custub_assert_5(void (*)(custub_T0 *, custub_T1 *, custub_T2 * *));
custub_assert::other custub_assert_5(...);
static_assert(!custub_assert::same<decltype(custub_assert_5(&::incomplete)), custub_assert::other>::value, "kernel 'incomplete': custub read 'void incomplete(Declared<int> *a, Unused<Def<int, Box<int>, 3, 'x'>> *b, Unused<void> **c)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_5 {};
template <class custub_T0, class custub_T1, class custub_T2>
struct custub_assert_types_5<custub_assert::types<custub_T0, custub_T1, custub_T2>> {
};
template struct custub_assert_types_5<decltype(custub_assert_5(&::incomplete))>;
#endif
#pragma nv_diagnostic pop

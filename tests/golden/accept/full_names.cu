// Instances of templates whose arguments libclangs spell in different ways.
template <class T> struct Box {
    int b;
};
template <class T = int, class U = Box<T>, int N = 3, char C = 'x'> struct Def {
    int b;
};
template <class T> struct Outer {
    struct Inner {
        T i;
    };
    enum Color { red };
    enum class State { on };
};
enum Plain { first, second = 5 };
enum class Scoped : unsigned char { a, b = 200 };
struct Record {
    int m;
    int f(int) const;
};
template <class T> struct Members {
    static int variable;
    int mem;
    static int function(int);
};
int variable;
template <int N> int function(int);
namespace space {
inline namespace version {
template <class T> struct List {
    T t;
};
enum Unscoped { one, two };
void procedure();
} // namespace version
} // namespace space

template <auto V> struct Auto {
    int b;
};
template <int (*F)(int) = function<3>> struct DefaultFunction {
    int b;
};
template <int *P = &Members<Def<>>::variable, int Record::*M = &Record::m> struct DefaultAddress {
    int b;
};
template <Plain P = second, Scoped S = (Scoped)3, space::Unscoped U = space::two>
struct DefaultEnums {
    int b;
};
template <auto A = Scoped::b, auto B = 3u, auto C = (signed char)4> struct DefaultAutos {
    int b;
};
template <class T, T V = T(3)> struct DefaultOf {
    int b;
};
using Alias = Auto<&Members<Def<>>::mem>;

extern "C" __global__ void functions(Box<int (*)(Def<>)> a, Box<Def<float> (*(*)(Def<>))(int)> b,
                                     Box<void (*)(const Outer<Def<>>::Inner &, Def<> *const *)> c,
                                     int (*d)(Def<>))
{
}
extern "C" __global__ void members(Box<int Members<Def<>>::*> a,
                                   Box<int (Members<Def<>>::*)(Def<float>) const> b,
                                   Box<int Outer<Def<>>::Inner::*> c, Auto<&Members<Def<>>::mem> d,
                                   Auto<&Members<Def<>>::function> e, Alias *f)
{
}
extern "C" __global__ void enumerations(Box<Outer<Def<>>::State> a, Outer<Def<>>::Color b,
                                        Auto<Outer<Def<>>::State::on> c,
                                        Auto<Outer<Def<>>::red> d, DefaultEnums<> e)
{
}
extern "C" __global__ void defaults(DefaultFunction<> a, DefaultAddress<> b, DefaultAutos<> c,
                                    DefaultOf<unsigned char> d, DefaultOf<Scoped> e,
                                    DefaultOf<unsigned long> f, Auto<&space::procedure> g,
                                    Box<space::List<Def<>> (*)(DefaultAutos<>)> h)
{
}

// Several functions, and so several types with one spelling.
inline auto make_small()
{
    struct Local {
        int a;
    };
    return Local{1};
}
inline auto make_large()
{
    struct Local {
        double a[3];
        struct Nested {
            short b;
        } nested;
    };
    return Local{{1}, {2}};
}
using Nested = decltype(make_large().nested);
extern "C" __global__ void locals(decltype(make_small()) a, decltype(make_large()) b, Nested c) {}

// Never completed.
template <class T> struct Declared;
template <class T> struct Unused {
    T t;
};
extern "C" __global__ void incomplete(Declared<int> *a, Unused<Def<>> *b, Unused<void> **c) {}

// Types of several functions, or made of several functions by a template, that have one spelling.
// kernels: locals addresses
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
    };
    return Local{{1}};
}
template <int N> int function(int);
template <int (*F)(int)> struct Address {
    char bytes[sizeof(F) / 8];
};
template <> struct Address<function<2>> {
    double values[3];
};
extern "C" __global__ void locals(decltype(make_small()) a, decltype(make_large()) b) {}
extern "C" __global__ void addresses(Address<function<1>> a, Address<function<2>> b,
                                     Address<function<3>> c)
{
}

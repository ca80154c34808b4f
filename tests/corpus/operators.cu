// Device code of C++: lambdas, operators, templates, constexpr if, structured bindings.
// kernels: uses
struct pair_of {
    int a, b;
};
__device__ pair_of operator+(pair_of x, pair_of y) { return {x.a + y.a, x.b + y.b}; }
template <class F> __device__ int apply(F f, int x)
{
    if constexpr (sizeof(F) > 8)
        return f(x);
    else
        return f(x + 1);
}
extern "C" __global__ void uses(pair_of p, int *out)
{
    auto [a, b] = p + p;
    auto twice = [](int x) { return 2 * x; };
    out[threadIdx.x] = apply(twice, a + b);
}

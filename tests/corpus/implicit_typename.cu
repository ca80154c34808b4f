// C++20 takes a dependent name for a type where nothing else can stand.
// nvcc: -std=c++20
// clang: -std=c++20
// kernels: fill
template <int width> struct wide;
template <> struct wide<4> {
    struct value {
        float x[4];
    };
};
template <int width> struct row {
    using value = wide<width>::value;
    value first;
    wide<width>::value second;
};
template <int width> using row_value = row<width>::value;
extern "C" __global__ void fill(row<4> all, row_value<4> *values)
{
    *values = all.second;
}

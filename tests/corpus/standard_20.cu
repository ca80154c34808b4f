// C++20: char8_t, concepts, designated initialisers.
// nvcc: -std=c++20
// clang: -std=c++20
// kernels: modern
template <class T>
concept small_type = sizeof(T) <= 8;
template <small_type T> struct holder {
    T value;
};
struct settings {
    int a, b;
};
constexpr settings defaults = {.a = 1, .b = 2};
extern "C" __global__ void modern(char8_t a, holder<double> b, settings c, const char8_t *d,
                                  holder<decltype(defaults.a)> e)
{
}

// Launch bounds from macros, constants, enumerators, templates, functions.
// says: __launch_bounds__(off, 2) limits no threads, and nvcc ignores it
// kernels: number product enumerator two from_template from_function from_sizeof shifted conditional none
#define THREADS 128
constexpr int threads = 32;
enum { warps = 4 };
template <int N> struct traits {
    static constexpr int value = N * 32;
};
constexpr int twice(int n) { return 2 * n; }
extern "C" __global__ void __launch_bounds__(THREADS) number(int a) {}
extern "C" __global__ void __launch_bounds__(threads *warps) product(int a) {}
extern "C" __global__ void __launch_bounds__(warps) enumerator(int a) {}
extern "C" __global__ void __launch_bounds__(THREADS, 4) two(int a) {}
extern "C" __global__ void __launch_bounds__(traits<2>::value) from_template(int a) {}
extern "C" __global__ void __launch_bounds__(twice(threads), twice(2)) from_function(int a) {}
extern "C" __global__ void __launch_bounds__(sizeof(double) * 16) from_sizeof(int a) {}
extern "C" __global__ void __launch_bounds__(1 << 7) shifted(int a) {}
extern "C" __global__ void __launch_bounds__(THREADS > 64 ? 96 : 64) conditional(int a) {}
constexpr int off = -1;
extern "C" __global__ void __launch_bounds__(off, 2) none(int a) {}

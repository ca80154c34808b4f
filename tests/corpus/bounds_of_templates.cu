// Launch bounds of all that a compiler can compute, in the scope where they stand.
// kernels: inner_name inner_member member alias enumerator function device_function of_variable object method element cast enumeration scoped two_arguments complement array_size letter truth floating digits wide truncated converted before behind first second
template <int N> struct config {
    static constexpr int value = N;
    static const int twice = N * 2;
    enum { more = N + 32 };
};
template <int A, int B> struct sum {
    static constexpr int value = A + B;
};
using chosen = config<64>;
template <class T> constexpr int per_element() { return 1024 / sizeof(T); }
__device__ constexpr int warps(int n)
{
    int threads = 0;
    for (int i = 0; i < n; i++)
        threads += 32;
    return threads;
}
template <int N> constexpr int variable = N * 2;
struct shape {
    int width, height;
    constexpr int area() const { return width * height; }
};
constexpr shape tile = {32, 4};
constexpr int sizes[] = {32, 96, 128};
enum unscoped { threads_of_enumeration = 224 };
enum class scoped_sizes { threads = 160 };
struct converter {
    constexpr operator int() const { return 192; }
};
constexpr int threads = 128;

namespace outer {
constexpr int threads = 96;
namespace inner {
template <int N> struct member {
    static constexpr int value = N / 3;
};
extern "C" __global__ void __launch_bounds__(threads) inner_name(int *a) {}
extern "C" __global__ void __launch_bounds__(member<threads>::value) inner_member(int *a) {}
} // namespace inner
} // namespace outer

extern "C" {
__global__ void __launch_bounds__(config<128>::value) member(int *a) {}
__global__ void __launch_bounds__(chosen::value, chosen::twice / 64) alias(int *a) {}
__global__ void __launch_bounds__(config<32>::more) enumerator(int *a) {}
__global__ void __launch_bounds__(per_element<double>()) function(int *a) {}
__global__ void __launch_bounds__(warps(3)) device_function(int *a) {}
__global__ void __launch_bounds__(variable<33>) of_variable(int *a) {}
__global__ void __launch_bounds__(tile.width) object(int *a) {}
__global__ void __launch_bounds__(tile.area()) method(int *a) {}
__global__ void __launch_bounds__(sizes[1]) element(int *a) {}
__global__ void __launch_bounds__((unsigned char)300) cast(int *a) {}
__global__ void __launch_bounds__(threads_of_enumeration) enumeration(int *a) {}
__global__ void __launch_bounds__(scoped_sizes::threads) scoped(int *a) {}
__global__ void __launch_bounds__(sum<32, 64>::value, sum<1, 1>::value) two_arguments(int *a) {}
__global__ void __launch_bounds__(~0u & 255) complement(int *a) {}
__global__ void __launch_bounds__(sizeof(int[32]) / alignof(int)) array_size(int *a) {}
__global__ void __launch_bounds__('a') letter(int *a) {}
__global__ void __launch_bounds__(true) truth(int *a) {}
__global__ void __launch_bounds__((int)1.5e2) floating(int *a) {}
__global__ void __launch_bounds__(0x1'00) digits(int *a) {}
__global__ void __launch_bounds__(128ull) wide(int *a) {}
__global__ void __launch_bounds__(4294967424) truncated(int *a) {}
__global__ void __launch_bounds__(converter{}) converted(int *a) {}
}

extern "C" __launch_bounds__(config<512>::value) __global__ void before(int *a) {}
extern "C" __global__ void behind(int *a) __launch_bounds__(config<256>::value);
extern "C" __global__ void behind(int *a) {}

// One macro writes several, whose bounds all have its place.
#define PAIR(...)                                                                                  \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__) first(int *a) {}                     \
    extern "C" __global__ void __launch_bounds__(2 * __VA_ARGS__, 3) second(int *a) {}
PAIR(sum<16, 32>::value)

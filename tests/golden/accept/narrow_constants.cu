// Constants of types that are narrower than 64 bits, with their top bit set.
#include <custub/kernel.h>

typedef unsigned char uint8_t;
enum taps : uint8_t { MAX_TAPS = 200 };
enum { TOP = 0x80000000 };
enum class word : unsigned short { last = 65535 };
enum flag : bool { on = true };
enum letter : char { below = -56 };
enum wide : char16_t { far = 0xfffe };
enum wider : char32_t { farther = 0xfffffffe };
enum least : long long { lowest = -9223372036854775807ll - 1 };
enum most : unsigned long long { highest = 18446744073709551615ull };
constexpr uint8_t limit = 250;
const bool yes = true;
const signed char low = -3;
constexpr unsigned top = 0x80000000;
constexpr char16_t unit = 0xffff;

template <taps T> struct filter {
    float gain[2];
    int n;
};
template <word W> struct shift {
    int n;
};

extern "C" CUSTUB_REQUIRES(n != MAX_TAPS) CUSTUB_REQUIRES(n != taps::MAX_TAPS)
CUSTUB_REQUIRES(n != TOP) CUSTUB_REQUIRES(n != word::last) CUSTUB_REQUIRES(n != on)
CUSTUB_REQUIRES(n > below) CUSTUB_REQUIRES(n != far) CUSTUB_REQUIRES(n != farther)
CUSTUB_REQUIRES(n > lowest) CUSTUB_REQUIRES(n != highest) CUSTUB_REQUIRES(n != limit)
CUSTUB_REQUIRES(n != yes) CUSTUB_REQUIRES(n > low) CUSTUB_REQUIRES(n != top)
CUSTUB_REQUIRES(n != unit)
__global__ void __launch_bounds__(MAX_TAPS) narrow(long long n) {}

extern "C" __global__ void __launch_bounds__(limit, yes)
arguments(filter<MAX_TAPS> f, filter<(taps)199> g, shift<word::last> s, shift<(word)65534> t) {}

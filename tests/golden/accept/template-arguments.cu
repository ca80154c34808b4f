// Contracts and launch bounds of instances name the template's arguments.
#include <custub/kernel.h>

constexpr int TILE = 99; // hidden by a template's TILE

namespace math
{
enum class mode : unsigned char { plain, wide = 200 };
struct vector { char bytes[3]; };
template <class U> struct box { U value; };

template <class T, int TILE, class P = float *, class V = long, V LEAST = -2>
CUSTUB_THREADS(n / TILE) CUSTUB_REQUIRES(n % TILE == 0 && n > LEAST)
CUSTUB_SHARED(TILE * sizeof(T) + sizeof(P)) __launch_bounds__(TILE * 32, 2) __global__ void tiled(
    int n, const T *x CUSTUB_COUNTED_BY(n * TILE) CUSTUB_ALIGNED(sizeof(T) * 4))
{
    extern __shared__ char room[];
    room[threadIdx.x] = 0;
}

template <bool B, unsigned long long MOST, mode M, long long LEAST, auto A>
CUSTUB_REQUIRES(B || n > 0) CUSTUB_REQUIRES(n <= MOST) CUSTUB_REQUIRES(n < M + A)
CUSTUB_REQUIRES(n > LEAST) __global__ void values(long long n) {}

// the class is declared behind the template, and a namespace has one of the same name
template <class T> CUSTUB_REQUIRES(n % T::rows == 0) __global__ void types(
    int n, T *x CUSTUB_SIZED_BY(n * sizeof(T) + sizeof(const T *) + sizeof(typename T::word))) {}

template <class T> __global__ void sizes(T *x CUSTUB_SIZED_BY(sizeof(T))) { *x = T(); }
template <> CUSTUB_REQUIRES(sizeof(char) < TILE) __global__ void sizes<char>(char *x) {}
template <int N, int M> CUSTUB_BLOCK(N, M) __cluster_dims__(M) __global__ void block(int *x) {}
constexpr int doubled(int n) { return 2 * n; }
template <int N> __launch_bounds__(doubled(N)) __global__ void computed(int *x) {}
} // namespace math

struct base { static constexpr int rows = 7; };
struct vector : base { typedef short word; int value; };

CUSTUB_STUB(tiled_f32, math::tiled<float, 4>);
CUSTUB_STUB(tiled_i16, static_cast<void (*)(int, const short *)>(math::tiled<short, 8, void *>));
CUSTUB_STUB(values, math::values<true, 18446744073709551615ull, math::mode::wide, -1, 5u>);
CUSTUB_STUB(values_least, math::values<false, 0, math::mode::plain, -9223372036854775807ll - 1, 'a'>);
CUSTUB_STUB(types, math::types<vector>);
CUSTUB_STUB(size_of_vector, math::sizes<math::vector>);
CUSTUB_STUB(size_of_box, math::sizes<math::box<double>>);
CUSTUB_STUB(size_of_pointer, math::sizes<const char *>);
CUSTUB_STUB(size_of_char, math::sizes<char>);
CUSTUB_STUB(block_8_2, math::block<8, 2>);
CUSTUB_STUB(block_16_1, math::block<16, 1>);
#define STUBS_OF(N) CUSTUB_STUB(computed_##N, math::computed<N>); CUSTUB_STUB(computed_##N##0, math::computed<N##0>)
STUBS_OF(6);
STUBS_OF(8);
inline void before() { math::computed<9><<<1, 1>>>(nullptr); }
CUSTUB_STUB(computed_9, math::computed<9>);

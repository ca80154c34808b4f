// libcu++ in kernels: types and functions that do not wait. Each kernel stores numbers.
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace std_ = cuda::std;

// Containers and views.
extern "C" __global__ void hold_and_view(int *out, int *numbers, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i > 0)
        return;
    std_::array<int, 4> four{4, 3, 2, 1};
    const std_::span<int> all(numbers, (std_::size_t)n);
    const std_::mdspan<int, std_::extents<int, std_::dynamic_extent, 4>> table(numbers, n / 4);
    const std_::tuple<int, float, char> three{5, 2.5f, 'c'};
    std_::optional<int> maybe;
    std_::variant<int, float> either = 1.5f;
    std_::expected<int, char> right = 9;
    const std_::pair<int, int> both(6, 7);

    out[0] = four[0] + four.back() + (int)four.size();
    out[1] = (int)all.size() + all[3] + all.subspan(2, 3)[0];
    out[2] = table(1, 2) + 100 * (int)table.extent(0);
    out[3] = std_::get<0>(three) + (int)(2 * std_::get<1>(three)) + (std_::get<2>(three) == 'c');
    out[4] = maybe.value_or(8);
    maybe = 3;
    out[5] = *maybe + (int)maybe.has_value();
    out[6] = (int)(2 * std_::get<float>(either)) + (int)either.index();
    out[7] = *right + (int)right.has_value();
    out[8] = both.first * both.second;
    std_::bitset<40> bits;
    bits.set(3).set(35);
    out[9] = (int)bits.count();
}

// Numbers.
extern "C" __global__ void count_and_convert(int *out, unsigned word, float x)
{
    if (threadIdx.x > 0)
        return;
    out[0] = std_::popcount(word);
    out[1] = std_::countl_zero(word);
    out[2] = std_::countr_zero(word);
    out[3] = (int)std_::bit_ceil(word);
    out[4] = (int)std_::rotl(word, 8);
    out[5] = std_::bit_cast<int>(x);
    out[6] = std_::numeric_limits<short>::max();
    out[7] = std_::numeric_limits<float>::digits;
    out[8] = (int)cuda::ceil_div(word, 7u);
    out[9] = std_::gcd(84, 30) + std_::midpoint(10, 20);
    out[10] = (int)(std_::sqrt(x) * 100.0f) + (int)std_::floor(-x);
    out[11] = std_::isnan(std_::numeric_limits<float>::quiet_NaN());
    out[12] = (int)std_::chrono::duration_cast<std_::chrono::milliseconds>(std_::chrono::seconds(3)).count();
    out[13] = (int)std_::ratio_add<std_::ratio<1, 3>, std_::ratio<1, 6>>::den;
    out[14] = std_::is_same<std_::remove_cv_t<const int>, int>::value;
}

// Complex numbers: products, quotients, absolute values.
extern "C" __global__ void multiply_complex(float2 *out, const float2 *in, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i >= n)
        return;
    const std_::complex<float> z(in[i].x, in[i].y);
    const std_::complex<float> w = z * z + std_::conj(z) / std_::complex<float>(2.0f, 0.0f);
    out[i] = make_float2(w.real(), w.imag() + std_::norm(z));
}

// Functions as arguments.
template <typename Function> __device__ static int apply(Function function, int value)
{
    return function(value);
}

extern "C" __global__ void call_functions(int *out)
{
    const int i = (int)threadIdx.x;
    const auto twice = cuda::proclaim_return_type<int>([](int x) { return 2 * x; });

    out[i] = apply(twice, i) + std_::plus<int>()(i, 1) + std_::invoke(std_::minus<>(), 10, i);
}

// Pointers with access properties.
extern "C" __global__ void read_annotated(int *out, int *in)
{
    const int i = (int)threadIdx.x;
    cuda::annotated_ptr<int, cuda::access_property::streaming> from(in);
    cuda::annotated_ptr<int, cuda::access_property::normal> to(out);

    to[i] = from[i] + 1;
}

// Atomics of each size and scope.
extern "C" __global__ void update_references(int *ints, unsigned long long *longs, float *floats,
                                             double *doubles)
{
    cuda::atomic_ref<int, cuda::thread_scope_system> sum(ints[0]);
    cuda::atomic_ref<int, cuda::thread_scope_device> least(ints[1]), greatest(ints[2]), bits(ints[3]);
    cuda::atomic_ref<int, cuda::thread_scope_block> swapped(ints[4]);
    cuda::std::atomic_ref<unsigned long long> wide(longs[0]);
    cuda::atomic_ref<float, cuda::thread_scope_device> parts(floats[0]);
    cuda::atomic_ref<double, cuda::thread_scope_device> fine(doubles[0]);
    const int i = (int)threadIdx.x;

    sum.fetch_add(i);
    sum += 1;
    least.fetch_min(-i);
    greatest.fetch_max(i);
    bits.fetch_or(1 << (i % 31), cuda::std::memory_order_relaxed);
    int seen = swapped.load();
    while (!swapped.compare_exchange_weak(seen, seen + 2))
        ;
    wide.fetch_sub(1, cuda::std::memory_order_acq_rel);
    parts.fetch_add(0.5f);
    fine.fetch_sub(0.25);
}

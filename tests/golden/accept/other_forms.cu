// custub: --arch sm_80,sm_90,sm_90a --image ptx=other.ptx --image ptx-bounds=checked.ptx -- -DWIDE=4
// Forms of the output that no other case shows whose whole output is kept.
#include <custub/kernel.h>

// Kernels that only some architectures have, and instances of templates.
template <class T> __global__ void fill(T *y) { y[threadIdx.x] = T(); }
template <class... T> __global__ void pack(int n, T... values) {}
CUSTUB_STUB(fill_f32, fill<float>);
CUSTUB_STUB(pack_int_float, pack<int, float>);
#if __CUDA_ARCH__ >= 900
CUSTUB_STUB(fill_of_90, fill<long>);
extern "C" __global__ void newer(int n) {}
#endif
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
extern "C" __global__ void newest(int n) {}
#endif

// A constant that the assertions cannot name.
class outer {
    static constexpr int DEEP = 3;
    friend __global__ void befriended(int *x CUSTUB_COUNTED_BY(DEEP + n), int n);
};
__global__ void befriended(int *x, int n) { x[threadIdx.x] = n; }
CUSTUB_STUB(befriended, befriended);

// Names with more than letters, and names that the header has already.
template <wchar_t Q = L'"', wchar_t B = L'\\'> struct characters { int n; };
extern "C" __global__ void beside(characters<> c, float *café) {}
enum class step { first };
extern "C" __global__ void first(step s) {}
struct second { int x; };
extern "C" __global__ void second(struct second s) {}
extern "C" __global__ void launch(int s) {}
extern "C" __global__ void param_s(int launch_first) {}
struct planes {
    float *data CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(next);
    planes *next CUSTUB_COUNTED_BY_OR_NULL(1);
    void *bytes CUSTUB_SIZED_BY(4 * n);
    int n;
};
extern "C" CUSTUB_SHARED(4) __global__ void names(
    planes p, int *p_data CUSTUB_COUNTED_BY(WIDE) CUSTUB_DISJOINT(p.data), void *shared CUSTUB_SIZED_BY(8)) {}

// Expressions.
typedef unsigned long long uint64;
enum least : long long { lowest = -9223372036854775807ll - 1 };
enum most : uint64 { highest = 18446744073709551615ull };
enum { top = 0x80000000 };
extern "C" CUSTUB_REQUIRES(n > lowest) CUSTUB_REQUIRES(n != highest) CUSTUB_REQUIRES(n != top)
CUSTUB_REQUIRES(texture != 0) __global__ void constants(long long n, cudaTextureObject_t texture) {}
extern "C" CUSTUB_COOPERATIVE CUSTUB_SHARED(4 * blockDim.x) CUSTUB_THREADS(n) __launch_bounds__(256)
__cluster_dims__(2) __global__ void shapes(int n, float *x CUSTUB_COUNTED_BY(n)) {}
extern "C" CUSTUB_REQUIRES(is_pow2(blockDim.x) && min(n, WIDE) == WIDE) __global__ void truths(
    unsigned n, int m, float *x CUSTUB_COUNTED_BY(max(min(n, WIDE), ceil_div(m, 3))),
    short *y CUSTUB_SIZED_BY(m * sizeof(short))) {}
extern "C" CUSTUB_REQUIRES(first_condition > 1000000 || second_condition > 1000000 || third_condition > 1000000)
__global__ void long_condition(int first_condition, int second_condition, int third_condition) {}

// Contracts that always hold, or never.
extern "C" {
CUSTUB_REQUIRES(sizeof(double) == 4) __global__ void never() {}
CUSTUB_REQUIRES(sizeof(double) == 8 || n) __global__ void always(int n) {}
CUSTUB_BLOCK(1, 1, 65) __global__ void deep() {}
}

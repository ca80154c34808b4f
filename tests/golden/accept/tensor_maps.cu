// Tensor maps, whose type cuda.h has.
#include "../../../runtime/include/custub/kernel.h"

struct alignas(64) CUtensorMap_st {
    unsigned long long opaque[16];
};
typedef CUtensorMap_st CUtensorMap;
enum { SWIZZLE_128B = 3 };

extern "C" CUSTUB_REQUIRES(weights.swizzle == SWIZZLE_128B && weights.strides[0] >= 2 * columns)
__global__ void product(
    int rows, int columns, bool wide,
    const __grid_constant__ CUtensorMap weights CUSTUB_MAPS(wide ? 2 * rows : rows, columns)
        CUSTUB_BOX(128, 128 / sizeof(short)) CUSTUB_ELEMENT(short),
    const __grid_constant__ CUtensorMap plain, float *y CUSTUB_COUNTED_BY(plain.sizes[0]))
{
}
extern "C" __global__ void in_memory(const CUtensorMap *maps CUSTUB_COUNTED_BY(n), int n) {}
struct pair {
    CUtensorMap maps[2];
};
extern "C" __global__ void in_struct(pair p) {}
template <int N, class T> __global__ void tiles(
    int n, const __grid_constant__ CUtensorMap x CUSTUB_MAPS(N, n / N, n % N) CUSTUB_ELEMENT(T),
    void *y CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(const T))
{
}
CUSTUB_STUB(tiles_of_8, tiles<8, unsigned short>);

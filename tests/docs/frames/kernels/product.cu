// docs/HOST.md: takes a tensor map.
#include <custub/kernel.h>

#if __has_include(<cuda.h>)
#include <cuda.h>
#else
struct alignas(64) CUtensorMap_st {
    unsigned long long opaque[16];
};
typedef CUtensorMap_st CUtensorMap;
#endif

extern "C" CUSTUB_BLOCK(128) CUSTUB_THREADS(rows) __global__ void product(
    int rows, int columns,
    const __grid_constant__ CUtensorMap weights CUSTUB_MAPS(rows, columns) CUSTUB_BOX(128, 64))
{
}

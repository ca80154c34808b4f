// Annotations of tensor maps that are not right.
#include "../../../runtime/include/custub/kernel.h"

struct alignas(64) CUtensorMap_st {
    unsigned long long opaque[16];
};
typedef CUtensorMap_st CUtensorMap;
struct pair {
    CUtensorMap map CUSTUB_MAPS(4);
};

extern "C" {
__global__ void on_number(int n CUSTUB_MAPS(n)) {}
__global__ void on_pointer(int n, float *x CUSTUB_BOX(n)) {}
__global__ void in_memory(const CUtensorMap *map CUSTUB_MAPS(4)) {}
__global__ void in_struct(pair p) {}
__global__ void counted(int n, const CUtensorMap map CUSTUB_COUNTED_BY(n)) {}
__global__ void disjoint(const CUtensorMap map CUSTUB_DISJOINT(x), float *x CUSTUB_COUNTED_BY(4)) {}
__global__ void no_dimension(const CUtensorMap map CUSTUB_MAPS()) {}
__global__ void six(const CUtensorMap map CUSTUB_BOX(1, 2, 3, 4, 5, 6)) {}
__global__ void unknown(const CUtensorMap map CUSTUB_MAPS(rows)) {}
__global__ void twice(const CUtensorMap map CUSTUB_MAPS(4) CUSTUB_MAPS(5)) {}
__global__ void vectors(const CUtensorMap map CUSTUB_ELEMENT(float4)) {}
__global__ void structs(const CUtensorMap map CUSTUB_ELEMENT(pair)) {}
CUSTUB_REQUIRES(map.size[0] > 0) __global__ void field(const CUtensorMap map) {}
CUSTUB_REQUIRES(map.opaque[0] > 0) __global__ void opaque(const CUtensorMap map) {}
CUSTUB_REQUIRES(map.sizes[5] > 0) __global__ void sixth(const CUtensorMap map) {}
}

// The values of elements, by which kernels index: CUSTUB_VALUES.
#include <custub/kernel.h>

#define LOW(a, b) (a), (b)
enum class column : unsigned char { none, first };
typedef unsigned long long CUdeviceptr;

struct graph {
    const int *begins CUSTUB_COUNTED_BY(nodes + 1) CUSTUB_VALUES(0, edges + 1);
    const unsigned short *ends[2] CUSTUB_VALUES(0, nodes) CUSTUB_COUNTED_BY_OR_NULL(edges);
    int nodes, edges;
};

extern "C" CUSTUB_THREADS(n) __global__ void gather(
    int n, long rows, const long *index CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(-rows, rows) CUSTUB_ALIGNED(16),
    const float *x CUSTUB_COUNTED_BY(rows), float *y CUSTUB_COUNTED_BY(n))
{
}

extern "C" __global__ void forms(
    int n, column *columns CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(1, 2),
    char *bytes CUSTUB_SIZED_BY(n) CUSTUB_VALUES(LOW(0, max(n, 1))),
    CUdeviceptr address CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(const unsigned) CUSTUB_VALUES(0, gridDim.x * blockDim.x),
    void *memory CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(int) CUSTUB_VALUES(n, n))
{
}

extern "C" __global__ void fields(graph g) {}
extern "C" CUSTUB_FIELD(g.ends, VALUES(0, limit)) CUSTUB_FIELD(g.begins, COUNTED_BY(limit))
__global__ void overridden(graph g, int limit) {}

template <class T, int N> CUSTUB_THREADS(n) __global__ void look_up(int n, const T *index CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, N)) {}
CUSTUB_STUB(look_up_none, look_up<unsigned, 0>);
CUSTUB_STUB(look_up_few, look_up<short, 8>);

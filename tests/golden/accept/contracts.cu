// Every annotation, over every kind of operand.
#include <custub/kernel.h>

#define TILE 16
#define COUNT(n) ((n) * TILE)
enum { radius = 2 };
constexpr unsigned int limit = 1u << 20;
namespace config {
enum class mode { fast = 3 };
const long long padding = -4;
} // namespace config
struct shape {
    int rows;
    unsigned short columns;
    unsigned long long strides[2];
};

extern "C" CUSTUB_THREADS(n) CUSTUB_GRID_STRIDE __global__ void stride(
    unsigned int n, const float *x CUSTUB_COUNTED_BY(n), float *y CUSTUB_COUNTED_BY_OR_NULL(COUNT(n)))
{
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i];
}

extern "C" CUSTUB_THREADS(s.columns, s.rows) CUSTUB_BLOCK(TILE, TILE)
CUSTUB_SHARED((TILE + 2 * radius) * (TILE + 2 * radius) * sizeof(float))
CUSTUB_REQUIRES(s.strides[1] % 4 == 0 && s.rows >= 0)
CUSTUB_REQUIRES(s.columns <= limit || config::mode::fast == 3)
__global__ void stencil(
    shape s,
    const void *in CUSTUB_SIZED_BY(s.rows * s.strides[0] * sizeof(float)),
    double *out CUSTUB_COUNTED_BY(ceil_div(s.columns, 4) * max(s.rows, 1) + config::padding + 4),
    char *scratch CUSTUB_SIZED_BY_OR_NULL(gridDim.x * gridDim.y * blockDim.x << 2))
{
    extern __shared__ float tile[];
    tile[threadIdx.y * blockDim.x + threadIdx.x] = ((const float *)in)[blockIdx.y * gridDim.x + blockIdx.x];
    __syncthreads();
    out[0] = tile[0];
    scratch[0] = 0;
}

CUSTUB_REQUIRES(rows && tail ? rows % tail == 0 : rows < 64) CUSTUB_THREADS(TILE > 8 ? rows : rows / 0)
extern "C" __global__ void chosen(
    int rows, unsigned tail, float *x CUSTUB_COUNTED_BY(rows > 0 ? rows * (tail ? TILE : 1) : 0),
    float *y CUSTUB_COUNTED_BY(tail ? rows / tail : rows < 64 ? 64 : limit))
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = y[0];
}

CUSTUB_DIMENSIONS(2) extern "C" __global__ void told(
    long a, unsigned char b, bool c, float *x CUSTUB_COUNTED_BY(a / 2 - -3 + b % 5 + c + (7 & 3 | 8 ^ 1)),
    float *y CUSTUB_COUNTED_BY(!c + (a != b) + is_pow2(a) + min(a, 0x10u) + sizeof(shape) >> 1))
{
}

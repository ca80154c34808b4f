// The variables on the device: typed functions for those that C can name.
#include <custub/kernel.h>

struct ramp {
    float low, high;
    int steps[3];
};
enum mode : unsigned char { FAST, EXACT };
struct hidden {
    int visible() const { return value; }

  private:
    int value;
};
typedef float row[4];

__constant__ float weights[16];
__constant__ row matrix[3];
extern "C" __device__ unsigned long long counter;
__device__ unsigned long long counter;
__device__ ramp current;
__constant__ ramp ramps[2];
__device__ mode chosen = EXACT;
__device__ float *where;
__device__ float4 corner;
__device__ bool flags[8];
__managed__ double total;
__device__ __managed__ mode changed;
namespace of
{
namespace file
{
__constant__ int limit;
}
} // namespace of

// None of these has a function.
static __constant__ float table[4];
__device__ const int fixed = 3;
namespace
{
__device__ int unnamed;
}
__device__ hidden secret;
__constant__ long double wide;
extern __constant__ float elsewhere[4];
template <class T> __device__ T of_any;

// The names give way to the kernels' and the structs'.
struct current_upload {
    int x;
};
extern "C" __global__ void fill(float *out CUSTUB_COUNTED_BY(16), current_upload unused)
{
    out[threadIdx.x] = weights[threadIdx.x] + unused.x;
}

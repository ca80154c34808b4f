// Words of C++ that a file defines as macros do not reach what custub writes behind it.
// kernels: shared within
struct parts {
    int index;
    float value;
};
__device__ int counter;
extern "C" __global__ void shared(int n, float *x, parts p)
{
    extern __shared__ float buffer[];
    if (int(threadIdx.x) < n)
        x[threadIdx.x] = buffer[0] + p.value + counter;
}
namespace space
{
extern "C" __global__ void within(int n)
{
}
} // namespace space
#define const
#define static inline
#define constexpr
#define index 3
#define sizeof(x) 4
#define extern
#define namespace struct
#define unsigned
#define thread_local
#define auto int
#define using typedef
#define custub_cpu_kernels 1

// Functions behind `new` and `delete`: libclang shows no call of them.
#include <custub/kernel.h>

struct pool {
    int v;
    __device__ static void *operator new(size_t, int *at) { return at + threadIdx.y; }
    __device__ static void *operator new[](size_t, int *at) { return at + threadIdx.z; }
    __device__ void operator delete(void *at) { *(int *)at = blockIdx.y; }
    __device__ void operator delete[](void *at) { *(int *)at = blockIdx.z; }
};
struct derived : pool {
    int w;
};
struct ends {
    int *at;
    ~ends() { *at = threadIdx.z; }
};
template <class T> struct box {
    T value;
    __device__ static void *operator new(size_t, T *at) { return at + blockIdx.y; }
};
struct elsewhere {
    int v;
    static void *operator new(size_t, int *at); // may read anything
};

extern "C" __global__ void one(int *x) { new (x) pool; x[blockIdx.x + threadIdx.x] = 1; }
extern "C" __global__ void several(int *x) { new (x) pool[4]; x[blockIdx.x + threadIdx.x] = 1; }
extern "C" __global__ void inherits(int *x) { new (x) derived; x[blockIdx.x + threadIdx.x] = 1; }
extern "C" __global__ void ends_one(pool *p, int *x) { delete p; x[blockIdx.x + threadIdx.x] = 1; }
extern "C" __global__ void ends_several(pool *p, int *x) { delete[] p; x[blockIdx.x + threadIdx.x] = 1; }
extern "C" __global__ void destroys(ends *p, int *x) { delete p; x[threadIdx.x] = 1; }
extern "C" __global__ void of_template(float *x) { new (x) box<float>; x[blockIdx.x + threadIdx.x] = 1; }
extern "C" __global__ void unknown(int *x) { new (x) elsewhere; x[threadIdx.x] = 1; }
extern "C" __global__ void of_cuda(int *x)
{
    int *y = new int[4];
    x[threadIdx.x] = y[0];
    delete[] y;
}
template <class T> __global__ void instance(T *x, int *y) { new (y) pool; x[threadIdx.x] = 1; }
CUSTUB_STUB(instance_f32, instance<float>);

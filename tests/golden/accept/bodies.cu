// How many dimensions a body tells of, what it hides, and what it waits for.
#include <custub/kernel.h>

__device__ int outside(int i); // defined elsewhere: may read anything
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }
__device__ int recursive(int i) { return i ? recursive(i - 1) : (int)threadIdx.x; }
template <class T> __device__ T twice(T value) { return value + (T)threadIdx.z; }
template <class F> __device__ int apply(F f) { return f(1); }
struct functor {
    __device__ int operator()(int i) const { return i + threadIdx.y; }
};

extern "C" __global__ void one(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
extern "C" __global__ void two(int *x) { x[row()] = 1; }
extern "C" __global__ void three(int *x) { x[twice<unsigned>(1)] = 1; }
extern "C" __global__ void whole(int *x) { uint3 t = threadIdx; x[t.x] = 1; }
extern "C" __global__ void none(int *x) { x[0] = 1; }
extern "C" __global__ void calls_outside(int *x) { x[outside(threadIdx.x)] = 1; }
extern "C" __global__ void assembly(int *x)
{
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    x[threadIdx.x] = lane;
}
extern "C" __global__ void recurses(int *x) { x[recursive(3)] = 1; }
extern "C" __global__ void waits(int *x)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[31 - threadIdx.x];
}
extern "C" __global__ void calls_functor(int *x) { x[functor()(1)] = threadIdx.x; }
extern "C" __global__ void calls_lambda(int *x)
{
    auto f = [=](int i) { return i + (int)blockIdx.y; };
    x[f(1)] = threadIdx.x;
}
extern "C" __global__ void through_template(int *x) { x[apply(functor())] = threadIdx.x; }
extern "C" __global__ void through_pointer(int *x, int (*f)(int)) { x[f(1)] = threadIdx.x; }
extern "C" __global__ void only_blocks(int *x) { x[gridDim.z] = 1; }
extern "C" __global__ void broken_body(int *x)
{
    x[threadIdx.x] = no_such_function(x, threadIdx.y);
}
extern "C" __global__ void math(float *x) { x[threadIdx.x] = fmaxf(sqrtf(x[0]), min(1.0f, expf(x[1]))); }

struct guard {
    int *x;
    __device__ ~guard() { x[threadIdx.y] = 1; }
};
struct holds_guard {
    guard g;
};
struct range {
    __device__ int *begin() const;
    __device__ int *end() const;
};
struct starts_high {
    int i = threadIdx.z;
};
struct base {
    __device__ virtual int at() { return threadIdx.x; }
};
__device__ int texture_index() { return threadIdx.x; }
extern "C" __global__ void destructor(int *x) { guard g{x}; x[threadIdx.x] = 0; }
extern "C" __global__ void nested_destructor(int *x) { holds_guard g[2] = {{{x}}, {{x}}}; x[threadIdx.x] = 0; }
extern "C" __global__ void temporary(int *x) { x[threadIdx.x] = guard{x}.x[0]; }
extern "C" __global__ void range_for(int *x, range r) { for (int i : r) x[threadIdx.x] = i; }
extern "C" __global__ void member_initializer(int *x) { starts_high s; x[threadIdx.x] = s.i; }
extern "C" __global__ void virtual_call(int *x, base *b) { x[threadIdx.x] = b->at(); }
extern "C" __global__ void named_like_a_texture(int *x) { x[texture_index()] = 1; }
template <typename T> struct scaled { T a; };
template <typename T> __device__ inline scaled<T> operator*(T by, const scaled<T> &s) { return {by * s.a}; }
template <typename T> struct returns_itself {
    T a;
    __device__ returns_itself() {}
    __device__ returns_itself &operator=(const returns_itself &other)
    {
        a = other.a;
        return *this;
    }
};
extern "C" __global__ void own_object(returns_itself<int> *x) { returns_itself<int> o; o = x[threadIdx.x]; x[0] = o; }

// What adds up, thread by thread, limits nothing, unless the contract says how many threads.
__device__ void ticket(int *count) { atomicInc(count, 1); }
extern "C" __global__ void takes_ticket(int *count)
{
    if (threadIdx.x == 0)
        ticket(count);
}
extern "C" __global__ void prints(int *x) { printf("%d\n", x[threadIdx.x]); }
extern "C" CUSTUB_THREADS(n) __global__ void counts_once(int n, int *count)
{
    if (blockIdx.x * blockDim.x + threadIdx.x < n)
        atomicAdd(count, 1);
}
extern "C" CUSTUB_DIMENSIONS(1) __global__ void counts_in_one(int *count) { atomicAdd(count, threadIdx.x); }

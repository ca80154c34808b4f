// What libclang does not show of a body limits nothing; inherited constructors are looked up.
#include <custub/kernel.h>

extern "C" __global__ void plain_switch(int *x)
{
    switch (threadIdx.x) {
    case ';': x[0] = "switch (;)"[0]; break;
    default: x[1] = 2;
    }
}
extern "C" __global__ void initialized_switch(int *x)
{
    switch (int i = threadIdx.y; i) {
    case 0: x[threadIdx.x] = 1; break;
    default: x[0] = 2;
    }
}
#define CHOOSE(what) switch (what)
extern "C" __global__ void initialized_by_macro(int *x)
{
    CHOOSE(__syncthreads(); threadIdx.x) { default: x[threadIdx.x] = 1; }
}
template <class T> __device__ T nested(T *x)
{
    switch (threadIdx.x) {
    default:
        switch (int y = threadIdx.z; y) {
        default: return x[y];
        }
    }
}
extern "C" __global__ void in_template(int *x) { x[threadIdx.x] = nested(x); }

struct base {
    int v;
    __device__ base(int a) { v = a + threadIdx.y; }
    __device__ base(int a, int b) { v = a + b + threadIdx.z; }
};
struct elsewhere {
    int v;
    __device__ elsewhere(int a);
};
struct of_elsewhere : elsewhere {
    using elsewhere::elsewhere;
};
struct derived : base {
    using base::base;
};
struct again : derived {
    using derived::derived;
};
template <class T> struct of_template {
    T v;
    __device__ of_template(T a) { v = a + threadIdx.y; }
};
struct of_instance : of_template<int> {
    using of_template<int>::of_template;
};
template <class T> struct dependent : of_template<T> {
    using of_template<T>::of_template;
    __device__ int get() { return this->v; }
};
struct templated {
    int v;
    template <class T> __device__ templated(T a) { v = a + (T)threadIdx.y; }
};
struct of_templated : templated {
    using templated::templated;
};
extern "C" __global__ void inherited(int *x) { derived d(1); x[threadIdx.x] = d.v; }
extern "C" __global__ void inherited_twice(int *x) { again d{1, 2}; x[threadIdx.x] = d.v; }
extern "C" __global__ void inherited_unknown(int *x) { of_elsewhere d(1); x[threadIdx.x] = d.v; }
extern "C" __global__ void inherited_instance(int *x) { of_instance d(1); x[threadIdx.x] = d.v; }
extern "C" __global__ void inherited_dependent(int *x) { dependent<int> d(1); x[threadIdx.x] = d.get(); }
extern "C" __global__ void inherited_template(int *x) { of_templated d(1u); x[threadIdx.x] = d.v; }

__device__ int row() { return threadIdx.y; }
struct reader {
    int v;
    __device__ reader(const reader &o) { v = o.v + threadIdx.z; }
    __device__ int get() const { return v + threadIdx.y; }
};
extern "C" __global__ void captured_call(int *x) { x[threadIdx.x] = [i = row()] { return i; }(); }
extern "C" __global__ void captured_member(int *x, const reader *r) { x[threadIdx.x] = [i = r->get()] { return i; }(); }
extern "C" __global__ void captured_pointer(int *x, int (*f)(int)) { x[threadIdx.x] = [i = f(1)] { return i; }(); }
extern "C" __global__ void captured_copy(int *x, reader r) { x[threadIdx.x] = [r] { return r.v; }(); }
extern "C" __global__ void captured_index(int *x) { x[0] = [i = threadIdx.x, x] { return x[i]; }(); }

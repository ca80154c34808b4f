struct view { float *p; int n; };
__device__ __noinline__ float get(const float *p, int i) { return p[i]; }
__device__ __noinline__ void put(view v, int i, float x) { v.p[i] = x; }
extern "C" __global__ void k(const float *a, float *b, int n) { int i = blockIdx.x*blockDim.x+threadIdx.x; if (i < n) put(view{b, n}, i, get(a, i) + get(b, i)); }

// kernels: advance halve
// Definitions that leave out what their declarations say of host and device: nvcc goes by those.
struct body {
    float x, v;
    __host__ __device__ void reset();
    __host__ __device__ body();
    __device__ float at(float t) const;
};
template <typename T> struct range {
    T low, high;
    __host__ __device__ T length() const;
};

body::body() { reset(); }
void body::reset() { x = v = 0; }
inline float body::at(float t) const { return x + v * t; }
template <typename T> inline T range<T>::length() const { return high - low; }
__host__ __device__ float half_of(float x);
float half_of(float x) { return x / 2; }

extern "C" __global__ void advance(const body *bodies, float *x, float t)
{
    x[threadIdx.x] = bodies[threadIdx.x].at(t);
}

extern "C" __global__ void halve(range<float> r, float *x) { x[threadIdx.x] = half_of(r.length()); }

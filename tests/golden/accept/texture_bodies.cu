// Textures and surfaces in kernels, device functions, templates.
static __device__ float4 fetch(cudaTextureObject_t t, float x)
{
    return tex2D<float4>(t, x, 0.5f);
}
template <class T> __device__ T pick(cudaTextureObject_t t, int x)
{
    T value;
    tex1Dfetch(&value, t, x);
    return value;
}
template <class T> __device__ T named(cudaTextureObject_t t, T x)
{
    return tex3D<T>(t, x, x, x);
}
extern "C" __global__ void through(float4 *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = fetch(t, (float)threadIdx.x);
}
extern "C" __global__ void instances(float *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = pick<float>(t, 1) + named(t, 1.0f);
}
extern "C" __global__ void surface(cudaSurfaceObject_t s, uchar4 v)
{
    surf2Dwrite(v, s, threadIdx.x * 4, threadIdx.y);
}
extern "C" __global__ void without(float *out)
{
    out[threadIdx.x] = 1;
}

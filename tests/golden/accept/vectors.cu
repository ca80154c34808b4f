// CUDA's vector types, which have one C type each for all files, and types that only have their names.
namespace own {
struct float4 {
    float x, y, z, w;
};
} // namespace own
struct particle {
    float4 position;
    uchar3 colour;
    double2 samples[2];
};

extern "C" __global__ void by_value(float4 a, char1 b, ulonglong3 c, dim3 d, uint3 e, own::float4 f,
                                    particle g)
{
}
extern "C" __global__ void behind(const float4 *a, float3 *b, dim3 *c, own::float4 *d, particle *e)
{
}

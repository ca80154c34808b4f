/* A kernel that cannot be edited: planted.cu gives it its contract. */
extern "C" __global__ void blend(size_t, float, const float *__restrict__, float *__restrict__);

extern "C" __global__ void blend(
    size_t count, float weight, const float *__restrict__ layer, float *__restrict__ image)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        image[i] = (1 - weight) * image[i] + weight * layer[i];
}

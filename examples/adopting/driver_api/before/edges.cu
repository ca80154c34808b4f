// Finds the edges of a picture, and counts the pixels of each strength.

extern "C" __global__ void luminance(int count, const uchar4 *pixels, float *gray)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        gray[i] = 0.299f * pixels[i].x + 0.587f * pixels[i].y + 0.114f * pixels[i].z;
}

extern "C" __global__ void gradient(int width, int height, const float *gray, float *edges)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int i = y * width + x;
    float right = x + 1 < width ? gray[i + 1] : gray[i];
    float below = y + 1 < height ? gray[i + width] : gray[i];
    edges[i] = fabsf(right - gray[i]) + fabsf(below - gray[i]);
}

extern "C" __global__ void histogram(int count, float scale, const float *edges, unsigned *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&bins[(int)fminf(fmaxf(edges[i] * scale, 0.0f), 15.0f)], 1u);
}

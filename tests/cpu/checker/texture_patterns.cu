// Textures and surfaces: mistakes, as in mistakes.cu, and correct kernels. `b` is the handle of a texture or
// a surface, of 256 ints or of 16 rows of 16 floats.
#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)
#define TEXTURE      ((cudaTextureObject_t)b)
#define SURFACE      ((cudaSurfaceObject_t)b)

// --- Mistakes ------------------------------------------------------------------------------------

KERNEL(texture_after_free)
{
    a[INDEX] = tex1Dfetch<int>(TEXTURE, (int)INDEX); // fault: use after free: read of 4 bytes
}

KERNEL(texture_half_written)
{
    a[INDEX] = tex1Dfetch<int>(TEXTURE, n - 1 - (int)INDEX); // fault: never written: read of 4 bytes
}

KERNEL(pitched_texture_after_free)
{
    const float x = (float)threadIdx.x + 0.5f;

    a[INDEX] = (int)tex2D<float>(TEXTURE, x, 0.5f); // fault: use after free: read of 4 bytes
}

KERNEL(pitched_texture_half_written)
{
    const float y = (float)threadIdx.x + 0.5f;

    a[INDEX] = (int)tex2D<float>(TEXTURE, 0.5f, y); // fault: never written: read of 4 bytes
}

// Filters between the eighth row, which is written, and the ninth, which is not.
KERNEL(filter_reaches_what_is_not_written)
{
    const float x = (float)threadIdx.x + 0.5f;

    a[INDEX] = (int)tex2D<float>(TEXTURE, x, 7.75f); // fault: never written: read of 4 bytes
}

__device__ float sample_of(cudaTextureObject_t texture, float x)
{
    return tex2D<float>(texture, x, 0.5f); // fault of texture_of_destroyed_array: use after free: read of 4 bytes
}

KERNEL(texture_of_destroyed_array)
{
    a[INDEX] = (int)sample_of(TEXTURE, (float)threadIdx.x);
}

KERNEL(texture_of_array_half_written)
{
    const float y = (float)threadIdx.x + 0.5f;
    float value;

    tex2D(&value, TEXTURE, 0.5f, y); // fault: never written: read of 4 bytes
    a[INDEX] = (int)value;
}

KERNEL(surface_never_written)
{
    const int x = (int)threadIdx.x * 4;

    a[INDEX] = (int)surf2Dread<float>(SURFACE, x, 8); // fault: never written: read of 4 bytes
}

KERNEL(surface_read_after_free)
{
    const int x = (int)threadIdx.x * 4;

    a[INDEX] = (int)surf2Dread<float>(SURFACE, x, 8); // fault: use after free: read of 4 bytes
}

KERNEL(surface_written_after_free)
{
    const int x = (int)threadIdx.x * 4;

    surf2Dwrite((float)a[INDEX], SURFACE, x, 8); // fault: use after free: write of 4 bytes
}

// --- Correct kernels -----------------------------------------------------------------------------

KERNEL(right_texture)
{
    a[INDEX] = tex1Dfetch<int>(TEXTURE, (int)INDEX - 8) + tex1Dfetch<int>(TEXTURE, n);
}

KERNEL(right_half_of_texture)
{
    a[INDEX] = tex1Dfetch<int>(TEXTURE, (int)INDEX);
}

// The row that is not written has the weight 0.
KERNEL(right_filter)
{
    const float x = (float)threadIdx.x;

    a[INDEX] = (int)(tex2D<float>(TEXTURE, x, 7.5f) + tex2D<float>(TEXTURE, -x, -100.0f));
}

KERNEL(right_surface_written)
{
    const int x = (int)threadIdx.x * 4;

    for (int y = 0; y < 16; y++)
        surf2Dwrite((float)n, SURFACE, x, y);
    surf2Dwrite((float)n, SURFACE, x, 16, cudaBoundaryModeZero);
}

KERNEL(right_surface_read)
{
    const int x = (int)threadIdx.x * 4;
    const float outside = surf2Dread<float>(SURFACE, x, -1, cudaBoundaryModeZero);

    a[INDEX] = (int)(surf2Dread<float>(SURFACE, x, 15) + outside);
}

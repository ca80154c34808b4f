/* The kernels of saxpy.cu, stencil.cu and strides.cu in OpenCL. */
__kernel void saxpy(ulong n, float a, __global const float *restrict x, __global float *restrict y)
{
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__kernel void stencil(int width, int height, __global const float *restrict in,
                      __global float *restrict out)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    long i = (long)y * width + x;

    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

__kernel void saxpy_strided(int n, float a, __global const float *restrict x,
                            __global float *restrict y)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        y[i] = a * x[i] + y[i];
}

__kernel void area(uint width, uint height, float a, __global const float *restrict x,
                   __global float *restrict y)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);

    if (column < width && row < height)
        y[row * width + column] = a * x[row * width + column] + y[row * width + column];
}

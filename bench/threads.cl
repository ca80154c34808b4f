/* The kernels of threads.cu in OpenCL. */
__kernel void arrive(int rounds, __global int *out)
{
    int value = (int)get_local_id(0);
    for (int i = 0; i < rounds; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        value += i;
    }
    out[get_global_id(0)] = value;
}

__kernel void sum_blocks(__global const float *values, __global float *sums)
{
    __local float partial[256];
    uint thread = get_local_id(0);
    partial[thread] = values[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (thread < half_size)
            partial[thread] += partial[thread + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (thread == 0)
        sums[get_group_id(0)] = partial[0];
}

__kernel void multiply(int n, __global const float *a, __global const float *b, __global float *c)
{
    __local float left[16][16];
    __local float right[16][16];
    int x = (int)get_local_id(0);
    int y = (int)get_local_id(1);
    int column = (int)get_group_id(0) * 16 + x;
    int row = (int)get_group_id(1) * 16 + y;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 16) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; i++)
            sum += left[y][i] * right[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

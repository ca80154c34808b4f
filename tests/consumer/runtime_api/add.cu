// A program on the runtime API in one file, which launches a kernel by <<<>>> and by custub.
#include <custub/kernel.h>

#include <stdio.h>

extern "C" CUSTUB_THREADS(n) __global__ void add(int n, float a, float *y CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a;
}

#include "add.custub.h"

int main(void)
{
    custub_error error = custub_error_none();
    add_kernels kernels = add_load_linked(&error);
    float y[100];
    float *device = NULL;

    cudaMalloc(&device, sizeof(y));
    cudaMemset(device, 0, sizeof(y));
    add<<<1, 128>>>(100, 1.5f, device);
    launch_add(&kernels, NULL, 100, 2.5f, custub_view(device, 100), &error);
    cudaMemcpy(y, device, sizeof(y), cudaMemcpyDeviceToHost);
    add_unload(&kernels, &error);
    if (custub_failed(&error))
        printf("%s\n", error.message);
    else
        printf("result: %g\n", y[99]);
    return custub_failed(&error);
}

// The largest eigenvalue of a matrix by power iteration: nvcc -o power main.cu sparse.cu
#include "sparse.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check(call, #call)

static void check(cudaError_t result, const char *call)
{
    if (result != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(result));
        exit(1);
    }
}

template <class T> static T *on_device(size_t count, const T *from, cudaStream_t stream)
{
    T *memory;

    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    if (from)
        CHECK(cudaMemcpyAsync(memory, from, count * sizeof(T), cudaMemcpyHostToDevice, stream));
    return memory;
}

int main()
{
    const int rows = 1000, entries = 3 * rows, block = 256, grid = (rows + block - 1) / block;
    std::vector<int> starts(rows + 1), columns(entries);
    std::vector<float> values(entries), ones(rows, 1.0f);
    cudaStream_t work, copies;
    cudaEvent_t copied;
    float square;

    for (int row = 0; row < rows; row++) // 4 on the diagonal, 1 beside it, around the end
        for (int i = 0; i < 3; i++) {
            columns[3 * row + i] = (row + i + rows - 1) % rows;
            values[3 * row + i] = i == 1 ? 4.0f : 1.0f;
            starts[row + 1] = 3 * (row + 1);
        }
    CHECK(cudaStreamCreate(&work));
    CHECK(cudaStreamCreate(&copies));
    CHECK(cudaEventCreate(&copied));
    int *d_starts = on_device(rows, starts.data(), copies);
    int *d_columns = on_device(entries, columns.data(), copies);
    float *d_values = on_device(entries, values.data(), copies);
    CHECK(cudaEventRecord(copied, copies));
    float *x = on_device(rows, ones.data(), work);
    float *y = on_device<float>(rows, nullptr, work);
    float *sum = on_device<float>(1, nullptr, work);
    CHECK(cudaStreamWaitEvent(work, copied, 0));
    for (int i = 0; i < 20; i++) {
        CHECK(cudaMemsetAsync(sum, 0, sizeof(float), work));
        multiply<<<grid, block, 0, work>>>(rows, entries, d_starts, d_columns, d_values, x, y);
        sum_squares<<<grid, block, block * sizeof(float), work>>>(rows, y, sum);
        normalize<<<grid, block, 0, work>>>(rows, sum, y, x);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaMemcpyAsync(&square, sum, sizeof(float), cudaMemcpyDeviceToHost, work));
    CHECK(cudaStreamSynchronize(work));
    printf("largest eigenvalue: %.4f\n", sqrt(square));
    return 0;
}

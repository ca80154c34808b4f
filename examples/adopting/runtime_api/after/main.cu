// The largest eigenvalue of a matrix by power iteration.
#include "sparse.custub.h"

#include <custub/custub.h>

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

static void check_custub(const custub_error &error)
{
    if (custub_failed(&error)) {
        fprintf(stderr, "%s\n", error.message);
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
    const int rows = 1000, entries = 3 * rows;
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
    int *d_starts = on_device(rows + 1, starts.data(), copies);
    int *d_columns = on_device(entries, columns.data(), copies);
    float *d_values = on_device(entries, values.data(), copies);
    CHECK(cudaEventRecord(copied, copies));
    float *x = on_device(rows, ones.data(), work);
    float *y = on_device<float>(rows, nullptr, work);
    float *sum = on_device<float>(1, nullptr, work);
    custub_error error = custub_error_none();
    sparse_kernels kernels = sparse_load_linked(&error);
    custub_launch launch = custub_launch_in(work);
    CHECK(cudaStreamWaitEvent(work, copied, 0));
    for (int i = 0; i < 20; i++) {
        CHECK(cudaMemsetAsync(sum, 0, sizeof(float), work));
        launch_multiply(&kernels, &launch, rows, entries, custub_view(d_starts, rows + 1),
                        custub_view(d_columns, entries), custub_view(d_values, entries), custub_view(x, rows),
                        custub_view(y, rows), &error);
        launch_sum_squares(&kernels, &launch, rows, custub_view(y, rows), custub_view(sum, 1), &error);
        launch_normalize(&kernels, &launch, rows, custub_view(sum, 1), custub_view(y, rows), custub_view(x, rows),
                         &error);
        check_custub(error);
    }
    CHECK(cudaMemcpyAsync(&square, sum, sizeof(float), cudaMemcpyDeviceToHost, work));
    CHECK(cudaStreamSynchronize(work));
    custub_bounds_report(&error);
    sparse_unload(&kernels, &error);
    check_custub(error);
    printf("largest eigenvalue: %.4f\n", sqrt(square));
    return 0;
}

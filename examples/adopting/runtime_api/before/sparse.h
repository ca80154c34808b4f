// Kernels for a sparse matrix in rows: row r has the entries row_starts[r] to row_starts[r + 1]
// - 1.

__global__ void multiply(int rows, int entries, const int *row_starts, const int *columns,
                         const float *values, const float *x, float *y);
__global__ void sum_squares(int n, const float *x, float *sum);
__global__ void normalize(int n, const float *sum, const float *x, float *y);

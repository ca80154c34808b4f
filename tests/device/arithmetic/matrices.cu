// Products of matrices by warps: every shape and type of <mma.h>, with numbers whose sums are exact
// in all types. Each warp of the block has a product of its own.
#include <custub/kernel.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <typename T> __device__ T number_as(int number)
{
    return T(number);
}
template <> __device__ __half number_as(int number)
{
    return __int2half_rn(number);
}
template <> __device__ __nv_bfloat16 number_as(int number)
{
    return __float2bfloat16(float(number));
}
template <typename T> __device__ int as_number(T value)
{
    return int(float(value));
}

template <typename T> struct stored {
    using type = T;
};
template <> struct stored<wmma::precision::tf32> {
    using type = float;
};

// d = 2 * (a * b + c), where a has M x 2K elements and b 2K x N. All are stored by rows; the copies
// in shared memory have the layouts of the fragments.
template <int M, int N, int K, typename Factor, typename LayoutA, typename LayoutB, typename Sum>
__device__ void multiply(const int *a, const int *b, const int *c, int *d, wmma::layout_t layout)
{
    using element = typename stored<Factor>::type;
    constexpr bool a_by_rows = std::is_same<LayoutA, wmma::row_major>::value;
    constexpr bool b_by_rows = std::is_same<LayoutB, wmma::row_major>::value;
    __shared__ alignas(32) element part_a[2][M * 2 * K];
    __shared__ alignas(32) element part_b[2][2 * K * N];
    __shared__ alignas(32) Sum sums[2][M * N];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int stride = layout == wmma::mem_row_major ? N : M;
    wmma::fragment<wmma::matrix_a, M, N, K, Factor, LayoutA> factor_a;
    wmma::fragment<wmma::matrix_b, M, N, K, Factor, LayoutB> factor_b;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> start;

    for (int i = lane; i < M * 2 * K; i += 32)
        part_a[warp][a_by_rows ? i : i % (2 * K) * M + i / (2 * K)] =
            number_as<element>(a[i] + warp);
    for (int i = lane; i < 2 * K * N; i += 32)
        part_b[warp][b_by_rows ? i : i % N * 2 * K + i / N] = number_as<element>(b[i]);
    for (int i = lane; i < M * N; i += 32)
        sums[warp][layout == wmma::mem_row_major ? i : i % N * M + i / N] = number_as<Sum>(c[i]);
    __syncwarp();
    wmma::load_matrix_sync(start, sums[warp], stride, layout);
    wmma::fill_fragment(sum, number_as<Sum>(0));
    for (int k = 0; k < 2 * K; k += K) {
        wmma::load_matrix_sync(factor_a, part_a[warp] + k * (a_by_rows ? 1 : M),
                               a_by_rows ? 2 * K : M);
        wmma::load_matrix_sync(factor_b, part_b[warp] + k * (b_by_rows ? N : 1),
                               b_by_rows ? N : 2 * K);
        wmma::mma_sync(sum, factor_a, factor_b, sum);
    }
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] = (sum.x[i] + start.x[i]) * number_as<Sum>(2);
    wmma::store_matrix_sync(sums[warp], sum, stride, layout);
    __syncwarp();
    for (int i = lane; i < M * N; i += 32)
        d[warp * M * N + i] =
            as_number(sums[warp][layout == wmma::mem_row_major ? i : i % N * M + i / N]);
}

#define PRODUCT(name, M, N, K, factor, layout_a, layout_b, sum, layout)                            \
    extern "C" __global__ void name(const int *a, const int *b, const int *c, int *d)              \
    {                                                                                              \
        multiply<M, N, K, factor, wmma::layout_a, wmma::layout_b, sum>(a, b, c, d, wmma::layout);  \
    }

PRODUCT(half_to_float, 16, 16, 16, __half, row_major, row_major, float, mem_row_major)
PRODUCT(half_to_float_columns, 16, 16, 16, __half, col_major, col_major, float, mem_col_major)
PRODUCT(half_to_half, 16, 16, 16, __half, row_major, col_major, __half, mem_row_major)
PRODUCT(half_tall, 32, 8, 16, __half, col_major, row_major, float, mem_row_major)
PRODUCT(half_wide, 8, 32, 16, __half, row_major, row_major, __half, mem_col_major)
PRODUCT(bfloat16_to_float, 16, 16, 16, __nv_bfloat16, row_major, col_major, float, mem_row_major)
PRODUCT(bfloat16_wide, 8, 32, 16, __nv_bfloat16, row_major, row_major, float, mem_row_major)
PRODUCT(signed_to_int, 16, 16, 16, signed char, row_major, col_major, int, mem_row_major)
PRODUCT(unsigned_tall, 32, 8, 16, unsigned char, col_major, row_major, int, mem_col_major)
PRODUCT(tf32_to_float, 16, 16, 8, wmma::precision::tf32, row_major, row_major, float, mem_row_major)
PRODUCT(doubles, 8, 8, 4, double, row_major, col_major, double, mem_row_major)

// Which elements of a sum a lane has, from compute capability 8.0 on.
extern "C" __global__ void places(int *rows, int *columns)
{
    __shared__ float numbers[256];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;

    for (int i = threadIdx.x; i < 256; i += 32)
        numbers[i] = float(i);
    __syncwarp();
    wmma::load_matrix_sync(sum, numbers, 16, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; i++) {
        rows[threadIdx.x * 8 + i] = int(sum.x[i]) / 16;
        columns[threadIdx.x * 8 + i] = int(sum.x[i]) % 16;
    }
}

extern "C" __global__ void roundings(const float *in, float *out)
{
    out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]);
}

// Sums beyond the range, wrapped and saturated.
extern "C" __global__ void saturations(int *wrapped, int *held)
{
    __shared__ int sums[256];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> start;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;

    wmma::fill_fragment(a, (signed char)100);
    wmma::fill_fragment(b, (signed char)100);
    wmma::fill_fragment(start, 0x7fffffff - 5);
    wmma::mma_sync(sum, a, b, start, false);
    wmma::store_matrix_sync(sums, sum, 16, wmma::mem_row_major);
    __syncwarp();
    wrapped[threadIdx.x] = sums[threadIdx.x];
    __syncwarp();
    wmma::mma_sync(sum, a, b, start, true);
    wmma::store_matrix_sync(sums, sum, 16, wmma::mem_row_major);
    __syncwarp();
    held[threadIdx.x] = sums[threadIdx.x];
}

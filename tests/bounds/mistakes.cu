// Kernels that go out of bounds in global memory if `off` says so, and are right with 0. The bad access
// is on the line that ends with "bad: <name>".
#include "planted.cuh"

// --- Either end ----------------------------------------------------------------------------------

KERNEL(write_past_end)
{
    GUARD;
    const float x = in[i];
    out[i + off] = x; // bad: write_past_end
}

KERNEL(read_past_end)
{
    GUARD;
    const float x = in[i + off]; // bad: read_past_end
    out[i] = x;
}

KERNEL(no_guard)
{
    const int i = INDEX;
    const float x = i < n ? in[i] : 0;
    if (i < n + off)
        out[i] = x; // bad: no_guard
}

KERNEL(reversed)
{
    GUARD;
    out[n - 1 - i + off] = in[i]; // bad: reversed
}

extern "C" CUSTUB_THREADS(n) CUSTUB_GRID_STRIDE __global__ void last_turn(
    int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))
{
    for (int i = INDEX; i < n + off; i += (int)(gridDim.x * blockDim.x)) {
        const float x = in[i]; // bad: last_turn
        out[i % n] = x + 1;
    }
}

KERNEL(walking_pointer)
{
    GUARD;
    const float *p = in + i;
    float sum = 0;
    for (int k = i; k < n + off; k += 97, p += 97)
        sum += *p; // bad: walking_pointer
    out[i] = sum;
}

KERNEL(unrolled)
{
    const int i = INDEX;
    if (i > n / 8)
        return;
    if (i < n / 8) {
#pragma unroll
        for (int k = 0; k < 8; k++)
            out[8 * i + k] = in[8 * i + k] * 2;
    } else if (off) {
#pragma unroll
        for (int k = 0; k < 8; k++)
            out[8 * i + k - 7] = 3; // bad: unrolled
    }
}

// Three neighbours: only the last of them is outside.
KERNEL(neighbours)
{
    const int i = INDEX + 1;
    if (i >= n - 1 + off)
        return;
    const float sum = in[i - 1] + in[i] +
                      in[i + 1]; // bad: neighbours
    out[i] = sum;
}

KERNEL(condition_of_the_other)
{
    GUARD;
    if (i + off < n + 1 && off >= 0)
        out[i] = in[i + off]; // bad: condition_of_the_other
}

// --- Rows, planes, strides -----------------------------------------------------------------------

extern "C" CUSTUB_THREADS(w, h) CUSTUB_BLOCK(8, 8) __global__ void row_too_many(
    int w, int h, int off, const float *in CUSTUB_COUNTED_BY(w *h),
    float *out CUSTUB_COUNTED_BY(w *h))
{
    const int x = INDEX, y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= w || y >= h)
        return;
    const float below = in[(y + off) * w + x]; // bad: row_too_many
    out[y * w + x] = below;
}

extern "C" CUSTUB_THREADS(w, h) CUSTUB_BLOCK(8, 8) __global__ void rows_for_columns(
    int w, int h, int off, const float *in CUSTUB_COUNTED_BY(w *h),
    float *out CUSTUB_COUNTED_BY(w *h))
{
    const int x = INDEX, y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= w || y >= h)
        return;
    const float v = in[y * w + x];
    if (off)
        out[x * (w + off) + y] = v; // bad: rows_for_columns
    else
        out[x * h + y] = v;
}

KERNEL(stride)
{
    GUARD;
    const float x = in[i * (1 + off)]; // bad: stride
    out[i] = x;
}

extern "C" CUSTUB_THREADS(rows) __global__ void pitch_in_bytes(
    int rows, int pitch, int off, const float *in CUSTUB_SIZED_BY(rows *pitch),
    float *out CUSTUB_COUNTED_BY(rows))
{
    const int row = INDEX;
    if (row >= rows)
        return;
    const int step = off ? pitch : pitch / 4; // a pitch in bytes counts floats
    out[row] = in[row * step];                // bad: pitch_in_bytes
}

extern "C" CUSTUB_THREADS(n) __global__ void plane_too_many(
    int n, int planes, int off, const float *in CUSTUB_COUNTED_BY(n *planes),
    float *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    float sum = 0;
    for (int k = 0; k < planes + off; k++)
        sum += in[(long long)k * n + i]; // bad: plane_too_many
    out[i] = sum;
}

// --- The wrong buffer ----------------------------------------------------------------------------

#define BUFFERS(name)                                                                              \
    extern "C" CUSTUB_THREADS(n) __global__ void name(                                             \
        int n, int m, int off, const float *in CUSTUB_COUNTED_BY(n),                               \
        float *small CUSTUB_COUNTED_BY(m), float *out CUSTUB_COUNTED_BY(n))

BUFFERS(wrong_buffer_read)
{
    GUARD;
    float x = in[i];
    if (off)
        x += small[i]; // bad: wrong_buffer_read
    out[i] = x;
}

BUFFERS(wrong_buffer_write)
{
    GUARD;
    const float x = in[i];
    if (i < m)
        small[i] = x;
    if (i == m + off && off)
        small[i] = x; // bad: wrong_buffer_write
    out[i] = x;
}

BUFFERS(either_of_two)
{
    GUARD;
    const float *p = n % 2 ? small : in; // the host's n is even
    if (off > 1)
        p = small;
    const float x = p[off == 1 ? i + n : i % m]; // bad: either_of_two
    out[i] = x;
}

BUFFERS(distance_of_two)
{
    GUARD;
    const long long apart = out - in;
    out[i] = *(in + apart + i + off); // bad: distance_of_two
}

BUFFERS(swapped_sizes)
{
    const int i = INDEX;
    if (i < (off ? n : m))
        small[i] = 2; // bad: swapped_sizes
    if (i < m)
        out[i] = in[i];
}

// --- Numbers -------------------------------------------------------------------------------------

#define WIDE(name)                                                                                 \
    extern "C" CUSTUB_THREADS(n) __global__ void name(int n, long long off,                        \
                                                      const float *in CUSTUB_COUNTED_BY(n),        \
                                                      float *out CUSTUB_COUNTED_BY(n))

// 4 * off is 2^64 and some elements.
WIDE(overflow_of_64_bits)
{
    GUARD;
    const float x = in[i + off]; // bad: overflow_of_64_bits
    out[i] = x;
}

WIDE(far_above)
{
    GUARD;
    out[i + (i == n / 2 ? off : 0)] = in[i]; // bad: far_above
}

WIDE(far_below)
{
    GUARD;
    const float x = in[i - (i == n / 2 ? off : 0)]; // bad: far_below
    out[i] = x;
}

KERNEL(overflow_of_int)
{
    GUARD;
    const float x = in[i];
    if (i == n - 1 && off)
        out[(int)((unsigned)i * (unsigned)off)] = x; // bad: overflow_of_int
    else
        out[i] = x;
}

KERNEL(unsigned_below_zero)
{
    GUARD;
    const unsigned before = (unsigned)i - (unsigned)off;
    out[i] = in[before]; // bad: unsigned_below_zero
}

KERNEL(negative_index_read)
{
    GUARD;
    out[i] = in[i - off]; // bad: negative_index_read
}

KERNEL(negative_index_write)
{
    GUARD;
    const float x = in[i];
    out[i - off] = x; // bad: negative_index_write
}

#define INDEXED(name)                                                                              \
    extern "C" CUSTUB_THREADS(n) __global__ void name(                                             \
        int n, int off, const int *index CUSTUB_COUNTED_BY(n),                                     \
        const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))

INDEXED(gather)
{
    GUARD;
    const float x = in[index[i]]; // bad: gather
    out[i] = x;
}

INDEXED(scatter)
{
    GUARD;
    const float x = in[i];
    out[index[i]] = x; // bad: scatter
}

INDEXED(scatter_add)
{
    GUARD;
    const float x = in[i];
    atomicMax((int *)out + index[i], __float_as_int(x)); // bad: scatter_add
}

INDEXED(gather_scaled)
{
    GUARD;
    const float x = in[(long long)(index[i] >> 1) * 2]; // bad: gather_scaled
    out[i] = x;
}

// --- Who, and when -------------------------------------------------------------------------------

// A large grid, in which one thread goes wrong.
extern "C" CUSTUB_THREADS(16777216) __global__ void one_of_many(
    int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))
{
    const int i = INDEX;
    const float x = in[i % n + (i == 9999999 ? off : 0)]; // bad: one_of_many
    if (i < n || x < 0) // all others read numbers from 1 to 2
        out[i % n] = x;
}

KERNEL(first_of_two)
{
    GUARD;
    float x = in[i];
    if (i == 5 && off) {
        x = in[n + 3]; // bad: first_of_two
        __threadfence();
        out[n + 4] = x;
    }
    out[i] = x;
}

KERNEL(after_a_barrier)
{
    __shared__ float tile[128];
    const int i = INDEX;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    const float x = tile[127 - threadIdx.x];
    if (i < n + off)
        out[i] = x; // bad: after_a_barrier
}

KERNEL(in_a_switch)
{
    GUARD;
    switch (i % 5 + off) {
    case 0: out[i] = in[i]; break;
    case 1: out[i] = 2 * in[i]; break;
    case 2: out[i] = in[i] - 1; break;
    case 3: out[i] = in[i] * in[i]; break;
    case 4: out[i] = -in[i]; break;
    default:
        out[n + i] = 1; // bad: in_a_switch
    }
}

KERNEL(after_an_early_return)
{
    GUARD;
    out[i] = in[i];
    if (i != n / 3 || !off)
        return;
    for (int k = 0; k < off; k++)
        if (k == off - 1)
            out[n + k] = in[0]; // bad: after_an_early_return
}

// Correct kernels that look wrong: what threads of a block do with shared memory. The memory checker must not
// report them.

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define LANE         (threadIdx.x % 32)
#define WARP         (threadIdx.x / 32)

KERNEL(right_two_buffers)
{
    __shared__ int sums[2][64];
    int from = 0;

    sums[0][threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned distance = 1; distance < 64; distance *= 2) {
        int sum = sums[from][threadIdx.x];
        if (threadIdx.x >= distance)
            sum += sums[from][threadIdx.x - distance];
        from = 1 - from;
        sums[from][threadIdx.x] = sum;
        __syncthreads();
    }
    b[threadIdx.x] = sums[from][threadIdx.x];
}

KERNEL(right_scan_of_tree)
{
    __shared__ int tree[128 + 4];
    unsigned offset = 1;

    tree[2 * threadIdx.x + 2 * threadIdx.x / 32] = a[2 * threadIdx.x];
    tree[2 * threadIdx.x + 1 + (2 * threadIdx.x + 1) / 32] = a[2 * threadIdx.x + 1];
    for (unsigned pairs = 64; pairs > 0; pairs /= 2, offset *= 2) {
        __syncthreads();
        if (threadIdx.x < pairs) {
            unsigned left = offset * (2 * threadIdx.x + 1) - 1;
            unsigned right = offset * (2 * threadIdx.x + 2) - 1;
            tree[right + right / 32] += tree[left + left / 32];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        b[0] = tree[127 + 3];
}

KERNEL(right_sort)
{
    __shared__ int keys[64];

    keys[threadIdx.x] = a[63 - threadIdx.x];
    for (unsigned size = 2; size <= 64; size *= 2) {
        for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            unsigned other = threadIdx.x ^ distance;
            __syncthreads();
            if (other > threadIdx.x && (keys[threadIdx.x] > keys[other]) == ((threadIdx.x & size) == 0)) {
                int key = keys[threadIdx.x];
                keys[threadIdx.x] = keys[other];
                keys[other] = key;
            }
        }
    }
    __syncthreads();
    b[threadIdx.x] = keys[threadIdx.x];
}

KERNEL(right_transpose)
{
    __shared__ int tile[16][17];

    tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    b[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

KERNEL(right_tile_as_one_row)
{
    __shared__ int tile[16][16];
    int *flat = &tile[0][0];

    for (unsigned i = threadIdx.y * 16 + threadIdx.x; i < 256; i += 64)
        flat[i] = a[i];
    __syncthreads();
    b[threadIdx.y * 16 + threadIdx.x] = tile[0][255 - threadIdx.y * 16 - threadIdx.x];
}

KERNEL(right_memory_used_again)
{
    extern __shared__ int pieces[];
    float *values = (float *)pieces;
    unsigned char *bytes = (unsigned char *)pieces;

    pieces[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    int own = pieces[63 - threadIdx.x];
    __syncthreads();
    values[63 - threadIdx.x] = (float)own;
    __syncthreads();
    own = (int)values[threadIdx.x];
    __syncthreads();
    bytes[threadIdx.x] = (unsigned char)own;
    __syncthreads();
    b[threadIdx.x] = bytes[(threadIdx.x + 1) % 64];
}

KERNEL(right_pieces)
{
    extern __shared__ double rows[];
    double *values = rows;
    int *counts = (int *)(values + blockDim.x);
    char *marks = (char *)(counts + blockDim.x);

    values[threadIdx.x] = a[threadIdx.x];
    counts[threadIdx.x] = 1;
    marks[threadIdx.x] = 'x';
    __syncthreads();
    b[threadIdx.x] = (int)values[63 - threadIdx.x] + counts[63 - threadIdx.x] + marks[63 - threadIdx.x];
}

KERNEL(right_bytes_of_neighbours)
{
    __shared__ unsigned char bytes[64];
    __shared__ short shorts[64];

    bytes[threadIdx.x] = (unsigned char)a[threadIdx.x];
    shorts[threadIdx.x] = (short)a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = ((const int *)bytes)[threadIdx.x % 16] + ((const int *)shorts)[threadIdx.x % 32];
}

KERNEL(right_vectors_of_tile)
{
    __shared__ __align__(16) int tile[64];

    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 16) {
        int4 four = ((const int4 *)tile)[threadIdx.x];
        b[threadIdx.x] = four.x + four.y + four.z + four.w;
    }
}

KERNEL(right_histogram)
{
    __shared__ unsigned counts[16];

    if (threadIdx.x < 16)
        counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[a[threadIdx.x] % 16], 1u);
    atomicMax(&counts[a[threadIdx.x] % 7], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        b[threadIdx.x] = (int)counts[threadIdx.x];
}

KERNEL(right_atomics_alone)
{
    __shared__ int least;

    atomicExch(&least, n);
    atomicMin(&least, a[threadIdx.x]);
    if (atomicAdd(&least, 0) < 0)
        b[threadIdx.x] = 1;
}

KERNEL(right_flag_that_all_set)
{
    __shared__ bool is_found;

    is_found = false;
    __syncthreads();
    if (a[threadIdx.x] % 2)
        is_found = true;
    __syncthreads();
    b[threadIdx.x] = is_found;
}

KERNEL(right_lock_of_block)
{
    __shared__ int mutex;
    __shared__ int sum;

    if (threadIdx.x == 0)
        mutex = sum = 0;
    __syncthreads();
    if (LANE == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0)
            __nanosleep(20);
        __threadfence_block();
        sum = sum + a[threadIdx.x];
        __threadfence_block();
        atomicExch(&mutex, 0);
    }
    __syncthreads();
    b[threadIdx.x] = sum;
}

KERNEL(right_flag_between_warps)
{
    __shared__ int values[32];
    volatile __shared__ int ready;

    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (WARP == 0) {
        values[LANE] = a[LANE];
        __syncwarp();
        if (LANE == 0) {
            __threadfence_block();
            ready = 1;
        }
    } else {
        while (ready == 0)
            __nanosleep(20);
        __threadfence_block();
        b[LANE] = values[31 - LANE];
    }
}

KERNEL(right_counter_of_arrivals)
{
    __shared__ int values[64];
    __shared__ int arrived;

    if (threadIdx.x == 0)
        arrived = 0;
    __syncthreads();
    values[threadIdx.x] = a[threadIdx.x];
    __threadfence_block();
    if (atomicAdd(&arrived, 1) == 63) {
        __threadfence_block();
        for (int i = 0; i < 64; i++)
            b[i] = values[i];
    }
}

// Typical mistakes with global and local memory, in stencils, filters, queues and successive launches.
// The expected report is at the end of the line, as in mistakes.cu.
#include <stdlib.h>
#include <string.h>

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)

struct triple {
    int x;
    int y;
    int z;
};

struct record {
    char kind; // followed by three bytes of padding, which nobody writes
    int value;
};

__device__ int weights[16];
__device__ int found;
__device__ int *kept;
__constant__ int taps[5] = {1, 4, 6, 4, 1};

// --- Indices -------------------------------------------------------------------------------------

KERNEL(stencil_without_edges)
{
    int i = (int)INDEX;

    b[i] = a[i - 1] + 2 * a[i]; // fault: out of bounds: read of 4 bytes
    b[i] += a[i + 1]; // fault: out of bounds: read of 4 bytes
}

KERNEL(stencil_of_last_row)
{
    int x = (int)threadIdx.x;
    int y = (int)threadIdx.y;
    int width = (int)blockDim.x;

    if (x > 0 && x < width - 1 && y > 0 && y < (int)blockDim.y)
        b[y * width + x] = a[(y - 1) * width + x] +
                           a[(y + 1) * width + x]; // fault: out of bounds: read of 4 bytes
}

KERNEL(taps_beyond_the_filter)
{
    int sum = 0;

    for (int k = 0; k <= n / 50; k++)
        sum += taps[k] * a[INDEX]; // fault: out of bounds: read of 4 bytes
    b[INDEX] = sum;
}

KERNEL(no_guard)
{
    b[INDEX] = 2 * a[INDEX]; // fault: out of bounds: read of 4 bytes
}

KERNEL(guard_off_by_one)
{
    if (INDEX <= (unsigned)n)
        b[INDEX] = (int)INDEX; // fault: out of bounds: write of 4 bytes
}

KERNEL(bytes_for_elements)
{
    b[INDEX * sizeof(*b)] = n; // fault: out of bounds: write of 4 bytes
}

KERNEL(row_and_column_swapped)
{
    int row = (int)threadIdx.y;
    int column = (int)threadIdx.x;

    b[column * (int)blockDim.x + row] = a[row * (int)blockDim.x + column]; // fault: out of bounds: write
}

KERNEL(unsigned_below_zero)
{
    b[INDEX] = a[INDEX - 1]; // fault:
}

KERNEL(last_counted_from_n)
{
    b[n - (int)INDEX] = a[INDEX]; // fault: out of bounds: write of 4 bytes
}

KERNEL(too_few_bins)
{
    atomicAdd(&b[2 * a[INDEX]], 1); // fault: out of bounds: atomic update of 4 bytes
}

KERNEL(queue_overflows)
{
    int place = atomicAdd(&found, 1);

    b[place] = (int)INDEX; // fault: out of bounds: write of 4 bytes
}

KERNEL(vector_across_end)
{
    int4 four = ((const int4 *)b)[threadIdx.x]; // fault: out of bounds: read of

    a[threadIdx.x] = four.x + four.w;
}

KERNEL(vector_store_across_end)
{
    ((int4 *)b)[threadIdx.x] = make_int4(1, 2, 3, 4); // fault: out of bounds: write of
}

KERNEL(halves_across_end)
{
    ushort2 two = ((const ushort2 *)b)[INDEX]; // fault: out of bounds: read of

    a[INDEX] = two.x + two.y;
}

KERNEL(struct_across_end)
{
    struct triple t = ((const struct triple *)a)[threadIdx.x]; // fault: out of bounds: read of

    b[threadIdx.x] = t.x + t.y + t.z;
}

KERNEL(variable_before_begin)
{
    weights[(int)threadIdx.x - 1] = n; // fault: out of bounds: write of 4 bytes
    b[threadIdx.x] = weights[0];
}

KERNEL(misaligned_atomic)
{
    atomicAdd((unsigned long long *)(b + 1), 1ull); // fault: misaligned
}

KERNEL(index_that_was_never_written)
{
    int i = b[threadIdx.x]; // fault: never written: read of 4 bytes

    a[i & (n - 1)] = 1;
}

// --- Memory of the launch, the host and the kernels before ---------------------------------------

KERNEL(beyond_pinned_memory)
{
    b[INDEX + 1] = n; // fault: out of bounds: write of 4 bytes
}

KERNEL(beyond_registered_memory)
{
    b[INDEX + 1] = n; // fault: out of bounds: write of 4 bytes
}

KERNEL(beyond_managed_memory)
{
    b[INDEX + 1] = n; // fault: out of bounds: write of 4 bytes
}

KERNEL(freed_between_launches)
{
    b[INDEX] = a[INDEX]; // fault: use after free: write of 4 bytes
}

KERNEL(freed_to_the_pool_and_given_again)
{
    b[INDEX] = a[INDEX]; // fault: use after free: write of 4 bytes
}

// Columns 25 to 127 of each row are allocated, but were not copied.
KERNEL(gap_of_pitch)
{
    int sum = 0;

    for (int row = 0; row < 8; row++)
        sum += b[row * 128 + (int)threadIdx.x]; // fault: never written: read of 4 bytes
    a[threadIdx.x] = sum;
}

KERNEL(keeps_its_allocation)
{
    if (INDEX == 0)
        kept = (int *)malloc(64 * sizeof(*kept));
    if (INDEX == 0 && kept) {
        memset(kept, 0, 64 * sizeof(*kept));
        free(kept);
    }
}

KERNEL(uses_what_the_kernel_before_freed)
{
    b[threadIdx.x] = kept[threadIdx.x]; // fault: use after free: read of 4 bytes
}

KERNEL(own_allocation_after_free)
{
    int *own = (int *)malloc(16);

    if (!own)
        return;
    own[0] = n;
    free(own);
    b[INDEX] = own[0]; // fault: use after free: read of 4 bytes
}

KERNEL(own_allocation_never_written)
{
    int *own = (int *)malloc(16);

    if (!own)
        return;
    own[0] = n;
    b[INDEX] = own[1]; // fault: never written: read of 4 bytes
    free(own);
}

KERNEL(sum_into_what_was_never_written)
{
    b[INDEX] += a[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(member_never_written)
{
    struct record *records = (struct record *)b;

    if (INDEX >= (unsigned)n / 2)
        return;
    records[INDEX].kind = 1;
    a[INDEX] = records[INDEX].value; // fault: never written: read of 4 bytes
}

// --- Local variables -----------------------------------------------------------------------------

__device__ __noinline__ int *address_of_local(int value)
{
    int local[4] = {value, value, value, value};
    int *volatile address = local;

    return address;
}

KERNEL(local_of_a_function_that_returned)
{
    int *dead = address_of_local(n);

    b[INDEX] = dead[1]; // fault: use after return: read of 4 bytes
}

KERNEL(local_of_another_thread)
{
    __shared__ int *first;
    int own[4] = {n, n, n, n};

    if (threadIdx.x == 0)
        first = own;
    __syncthreads();
    b[INDEX] = first[1]; // fault: local memory of another thread: read of 4
}

// --- Many at once --------------------------------------------------------------------------------

KERNEL(everything_everywhere)
{
    switch (INDEX % 8) {
    case 0:
        b[n] = 1; // fault: out of bounds: write of 4 bytes
        break;
    case 1:
        b[n + 1] = 1; // fault: out of bounds: write of 4 bytes
        break;
    case 2:
        b[-1] = a[n]; // fault: out of bounds: read of 4 bytes
        break;
    case 3:
        b[0] = a[-1]; // fault: out of bounds: read of 4 bytes
        break;
    case 4:
        *(int *)((char *)b + 1) = 1; // fault: misaligned
        break;
    case 5:
        atomicAdd(b + n, 1); // fault: out of bounds: atomic update of 4 bytes
        break;
    case 6:
        weights[n] = 1; // fault: out of bounds: write of 4 bytes
        break;
    default:
        *(int *)16 = 1; // fault: null pointer: write of 4 bytes
    }
}

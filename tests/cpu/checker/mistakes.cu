// Kernels with one mistake each, and correct ones that look wrong. A comment at the end of a line says
// which report is expected there: "fault: WORDS", where WORDS begin the report. A kernel without such
// a line is correct.
#include <stdlib.h>
#include <string.h>

struct pair {
    int first;
    int second;
};

struct loose {
    char small; // followed by three bytes of padding, which nobody writes
    int large;
};

__device__ int table[16];
__device__ int other_table[16];
__constant__ int coefficients[4] = {1, 2, 3, 4};

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)

// --- Global memory -------------------------------------------------------------------------------

KERNEL(write_past_end)
{
    b[INDEX + 1] = n; // fault: out of bounds: write of 4 bytes
}

KERNEL(write_one_byte_past_end)
{
    if (INDEX == 0)
        ((char *)b)[n * 4] = 1; // fault: out of bounds: write of 1 bytes
}

KERNEL(write_one_byte_before)
{
    if (INDEX == 0)
        ((char *)b)[-n / n] = 1; // fault: out of bounds: write of 1 bytes
}

KERNEL(read_before)
{
    b[INDEX] = a[(int)INDEX - 1]; // fault: out of bounds: read of 4 bytes
}

KERNEL(stride_loop_one_too_far)
{
    for (int i = (int)INDEX; i <= n; i += gridDim.x * blockDim.x)
        b[i % n] = a[i]; // fault: out of bounds: read of 4 bytes
}

KERNEL(read_across_end)
{
    if (INDEX == 0) {
        long long both;
        memcpy(&both, a + n - 1, sizeof(both)); // fault: out of bounds: read of 8 bytes
        b[0] = (int)both;
    }
}

KERNEL(between_allocations)
{
    if (INDEX == 0)
        b[n + 16] = 1; // fault: out of bounds: write of 4 bytes
}

KERNEL(wrong_pitch)
{
    const int rows = 8;
    const int pitch = n / rows + 8; // wider than the rows are

    for (int row = 0; row < rows; row++)
        b[row * pitch + (int)threadIdx.x % (n / rows)] = 1; // fault: out of bounds: write of 4 bytes
}

KERNEL(member_of_element_beyond)
{
    const struct pair *pairs = (const struct pair *)a;

    if (INDEX == 0)
        b[0] = pairs[n / 2].second; // fault: out of bounds: read of 4 bytes
}

KERNEL(use_after_free)
{
    a[INDEX] = b[INDEX]; // fault: use after free: read of 4 bytes
}

KERNEL(write_after_free)
{
    b[INDEX] = a[INDEX]; // fault: use after free: write of 4 bytes
}

KERNEL(use_after_free_async)
{
    a[INDEX] = b[INDEX]; // fault: use after free: read of 4 bytes
}

KERNEL(stale_pointer)
{
    a[INDEX] = b[INDEX]; // fault: use after free: read of 4 bytes
}

KERNEL(null_pointer)
{
    b[INDEX] = n; // fault: null pointer: write of 4 bytes
}

KERNEL(member_of_null_pointer)
{
    a[INDEX] = ((const struct pair *)b)[INDEX].second; // fault: null pointer: read of 4 bytes
}

KERNEL(wild_pointer)
{
    a[INDEX] = *(const int *)(0x123400000000 + 4 * INDEX); // fault: wild pointer: read of 4 bytes
}

KERNEL(host_pointer)
{
    a[INDEX] = b[INDEX]; // fault:
}

KERNEL(misaligned_scalar)
{
    *(long long *)(b + 1) = n; // fault: misaligned
}

KERNEL(misaligned_vector)
{
    *(int4 *)(b + 1) = make_int4(1, 2, 3, n); // fault: misaligned
}

KERNEL(copy_too_long)
{
    if (INDEX == 0)
        memcpy(b, a, n * sizeof(*b) + 1); // fault: out of bounds: read of
}

KERNEL(fill_too_long)
{
    if (INDEX == 0)
        memset(b, 0, n * sizeof(*b) + 4); // fault: out of bounds: write of
}

// GCC makes no call for these, because it knows how many bytes they are.
KERNEL(builtin_copy_across_end)
{
    if (INDEX == 0)
        __builtin_memcpy(b + n - 2, a, 3 * sizeof(*b)); // fault: out of bounds: write of
}

KERNEL(builtin_copy_from_across_end)
{
    if (INDEX == 0)
        __builtin_memcpy(a, b + n - 2, 3 * sizeof(*b)); // fault: out of bounds: read of
}

// It may be constexpr, because the builtins are.
__device__ constexpr int copied(int value)
{
    int copy = 0;

    __builtin_memcpy(&copy, &value, sizeof(copy));
    return copy;
}

KERNEL(builtin_fill_across_end)
{
    if (INDEX == 0)
        __builtin_memset(b + n - 2, copied(n), 3 * sizeof(*b)); // fault: out of bounds: write of
}

__device__ int fetch(const int *values, int i)
{
    return values[i]; // fault of in_a_function: out of bounds: read of 4 bytes
}

KERNEL(in_a_function)
{
    b[INDEX] = fetch(a, (int)INDEX + n);
}

KERNEL(atomic_past_end)
{
    atomicAdd(b + n, 1); // fault: out of bounds: atomic update of 4 bytes
}

KERNEL(allocation_of_kernel)
{
    int *own = (int *)malloc(4 * sizeof(*own));

    if (own)
        own[threadIdx.x + 1] = n; // fault: out of bounds: write of 4 bytes
    free(own);
}

KERNEL(free_twice)
{
    int *own = (int *)malloc(16);

    free(own);
    free(own); // fault: free()
}

KERNEL(empty_allocation_freed_twice)
{
    char *own = (char *)malloc(0);

    free(own);
    free(own); // fault: free() of
    b[INDEX] = n;
}

KERNEL(unchecked_write_to_empty_allocation)
{
    int *own = (int *)malloc(0);

    own[0] = n; // fault: out of bounds: write of 4 bytes
    free(own);
}

KERNEL(free_of_device_buffer)
{
    free(b); // fault: free()
}

KERNEL(free_of_a_variable)
{
    int own[4] = {n, n, n, n};
    int *volatile where = own;

    free(where); // fault: free()
}

KERNEL(write_to_empty_allocation)
{
    char *own = (char *)malloc(0);

    if (own)
        own[0] = 1; // fault: out of bounds: write of 1 bytes
    free(own);
}

KERNEL(two_mistakes)
{
    if (INDEX == 0)
        b[n] = 1; // fault: out of bounds: write of 4 bytes
    if (INDEX == 40)
        a[-1] = 1; // fault: out of bounds: write of 4 bytes
}

// --- Variables -----------------------------------------------------------------------------------

KERNEL(variable_past_end)
{
    table[INDEX] = n; // fault: out of bounds: write of 4 bytes
    b[INDEX] = table[0] + other_table[0];
}

KERNEL(constant_past_end)
{
    b[INDEX] = coefficients[INDEX]; // fault: out of bounds: read of 4 bytes
}

KERNEL(write_to_constant)
{
    *(int *)((size_t)coefficients + 4 * (n / 512)) = n; // fault: write of 4 bytes of the constant
}

// --- What was never written ----------------------------------------------------------------------

KERNEL(never_written)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(half_written)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(partly_written)
{
    ((short *)b)[2 * INDEX] = 1;
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(atomic_of_never_written)
{
    atomicAdd(b + INDEX, 1); // fault: never written: read of 4 bytes
}

KERNEL(shared_never_written)
{
    __shared__ int tile[64];

    if (threadIdx.x > 0)
        tile[threadIdx.x] = n;
    __syncthreads();
    b[threadIdx.x] = tile[63 - threadIdx.x]; // fault: never written: read of 4 bytes
}

// --- Correct kernels -----------------------------------------------------------------------------

KERNEL(right_copies)
{
    int local[8];
    int4 vector = ((const int4 *)a)[threadIdx.x];
    struct loose *loose = (struct loose *)b + threadIdx.x;
    struct loose copy;

    memcpy(local, &vector, sizeof(vector));
    memset(local + 4, 0, 4 * sizeof(*local));
    loose->small = (char)local[threadIdx.x % 8];
    loose->large = local[(threadIdx.x + 1) % 8];
    copy = *loose;
    a[4 * threadIdx.x] = copy.large;
}

KERNEL(right_variables)
{
    table[threadIdx.x % 16] = n;
    other_table[threadIdx.x % 16] = n;
    b[threadIdx.x] = table[threadIdx.x % 16] + coefficients[threadIdx.x % 4];
}

KERNEL(right_allocation_of_kernel)
{
    int *own = (int *)malloc(4 * sizeof(*own));

    if (own) {
        own[threadIdx.x % 4] = n;
        b[threadIdx.x] = own[threadIdx.x % 4];
    }
    free(own);
}

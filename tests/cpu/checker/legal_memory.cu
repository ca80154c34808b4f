// Correct kernels that look wrong: structures, copies, all kinds of memory. The memory checker must not
// report them.
#include <stdlib.h>
#include <string.h>

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)

struct loose {
    char small; // and then three bytes
    int large;
    char last; // and then three bytes
};

struct wide {
    double value;
    char kind; // and then seven bytes
};

struct flags {
    unsigned first : 3;
    unsigned second : 7;
    unsigned third : 20;
};

// --- Copies, structures, pointers ----------------------------------------------------------------

KERNEL(right_structs_copied)
{
    __shared__ struct loose tile[64];
    __shared__ struct wide wide_tile[64];
    struct loose *out = (struct loose *)b;
    struct loose own;
    struct wide wide;

    own.small = (char)threadIdx.x;
    own.large = a[threadIdx.x];
    own.last = 2;
    tile[threadIdx.x] = own;
    wide.value = 1;
    wide.kind = 'w';
    wide_tile[threadIdx.x] = wide;
    __syncthreads();
    own = tile[63 - threadIdx.x];
    wide = wide_tile[63 - threadIdx.x];
    if (threadIdx.x < (unsigned)n * 4 / sizeof(own)) {
        out[threadIdx.x] = own;
        out[threadIdx.x].large += wide.kind;
        struct loose again = out[threadIdx.x];
        a[threadIdx.x] = again.large;
    }
}

KERNEL(right_struct_by_members)
{
    struct loose *out = (struct loose *)b;
    __shared__ struct loose tile[64];

    tile[threadIdx.x].small = 1;
    tile[threadIdx.x].large = 2;
    tile[threadIdx.x].last = 3;
    __syncthreads();
    if (threadIdx.x < 64)
        out[threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
    memcpy(&tile[threadIdx.x], &out[threadIdx.x], sizeof(struct loose));
}

KERNEL(right_bit_fields)
{
    struct flags *out = (struct flags *)b;

    out[INDEX].first = 1;
    out[INDEX].second = 2;
    out[INDEX].third = (unsigned)n;
    a[INDEX] = out[INDEX].first + out[INDEX].second + out[INDEX].third;
}

KERNEL(right_bytes_then_words)
{
    for (unsigned i = 0; i < sizeof(int); i++)
        ((unsigned char *)b)[INDEX * sizeof(int) + i] = (unsigned char)i;
    a[INDEX] = b[INDEX];
}

KERNEL(right_unaligned_copies)
{
    unsigned char *bytes = (unsigned char *)b;
    int value;

    if (INDEX > 0)
        return;
    memset(b, 0, (size_t)n * sizeof(*b));
    memcpy(bytes + 1, a, 6);
    memcpy(&value, bytes + 3, sizeof(value));
    memcpy(bytes + n * 4, bytes + n * 4, 0);
    bytes[0] = (unsigned char)value;
}

KERNEL(right_end_as_pointer)
{
    const int *end = a + n;
    int sum = 0;

    for (const int *p = a + threadIdx.x; p < end; p += blockDim.x)
        sum += *p;
    for (int *p = b + n; p-- > b;)
        *p = sum < 0 ? 0 : n;
}

KERNEL(right_edges)
{
    int i = (int)INDEX;
    int left = i > 0 ? a[i - 1] : 0;
    int right = i < n - 1 ? a[i + 1] : 0;

    b[i] = left + right;
}

struct shape {
    __device__ virtual int area() const = 0;
    __device__ virtual ~shape()
    {
    }
};

struct square : shape {
    int side;
    __device__ explicit square(int s) : side(s)
    {
    }
    __device__ int area() const override
    {
        return side * side;
    }
};

KERNEL(right_objects)
{
    square own((int)threadIdx.x);
    shape *made = new square(2);
    const shape *each[2] = {&own, made};
    int sum = 0;

    for (const shape *s : each)
        sum += s->area();
    b[threadIdx.x] = sum;
    delete made;
}

__device__ int sum_of(const int *values, int count)
{
    return count == 0 ? 0 : values[0] + sum_of(values + 1, count - 1);
}

KERNEL(right_recursion)
{
    int own[8];

    for (int i = 0; i < 8; i++)
        own[i] = a[(threadIdx.x + (unsigned)i) % 64];
    b[threadIdx.x] = sum_of(own, 8);
}

KERNEL(right_locals_by_address)
{
    int least = n, most = 0;
    auto note = [&](int value) {
        least = value < least ? value : least;
        most = value > most ? value : most;
    };

    for (int i = 0; i < n; i++)
        note(a[i]);
    b[threadIdx.x] = most - least;
}

// --- Kinds of memory -----------------------------------------------------------------------------

KERNEL(right_pitch)
{
    int sum = 0;

    for (int row = 0; row < 8; row++)
        sum += threadIdx.x < 25 ? b[row * 128 + (int)threadIdx.x] : 0;
    a[threadIdx.x] = sum;
}

KERNEL(right_pinned)
{
    b[INDEX] += a[INDEX];
}

KERNEL(right_managed)
{
    b[INDEX] += a[INDEX];
}

KERNEL(right_registered)
{
    b[INDEX] += a[INDEX];
}

KERNEL(right_memory_given_again)
{
    b[INDEX] = a[INDEX];
}

KERNEL(right_writes_first)
{
    b[INDEX] = a[INDEX];
}

KERNEL(right_reads_what_the_kernel_before_wrote)
{
    a[INDEX] = b[INDEX];
}

KERNEL(right_empty_allocations)
{
    void *nothing[4];

    for (int i = 0; i < 4; i++)
        nothing[i] = malloc(0);
    int *none = new int[0];
    for (int i = 0; i < 4; i++)
        free(nothing[i]);
    delete[] none;
    b[INDEX] = a[INDEX] + n;
}

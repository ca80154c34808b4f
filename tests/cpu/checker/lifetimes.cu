// Accesses to memory that was freed or never written. The host writes it in one to three dimensions, by
// copies, graphs and other streams. The kernels do little: the mistake is in the buffer `b`
// (checker_life.c). The expected report is at the end of the line, as in mistakes.cu.
#include <stdlib.h>

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)

__device__ int *kept_memory;

// --- Freed memory --------------------------------------------------------------------------------

KERNEL(freed_in_another_stream)
{
    b[INDEX] = a[INDEX]; // fault: use after free: write of 4 bytes
}

KERNEL(freed_pinned_memory)
{
    a[INDEX] = b[INDEX]; // fault: use after free: read of 4 bytes
}

KERNEL(freed_managed_memory)
{
    a[INDEX] = b[INDEX]; // fault: use after free: read of 4 bytes
}

KERNEL(unregistered_memory)
{
    a[INDEX] = b[INDEX]; // fault:
}

KERNEL(unmapped_memory)
{
    a[INDEX] = b[INDEX]; // fault:
}

KERNEL(beyond_the_mapped_part)
{
    a[INDEX] = b[(2 << 20) / 4 + INDEX]; // fault: out of bounds: read of 4 bytes
}

KERNEL(keeps_the_pointer)
{
    kept_memory = b;
    a[INDEX] = b[INDEX];
}

KERNEL(pointer_of_the_launch_before)
{
    a[INDEX] = kept_memory[INDEX]; // fault: use after free: read of 4 bytes
}

// --- What the host did not write -----------------------------------------------------------------

KERNEL(beside_a_fill_of_rows)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(beside_a_copied_box)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(copy_of_what_was_never_written)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(peer_copy_of_what_was_never_written)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(graph_fills_a_half)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

KERNEL(given_again_and_not_written)
{
    a[INDEX] = b[INDEX]; // fault: never written: read of 4 bytes
}

// --- Correct kernels -----------------------------------------------------------------------------

KERNEL(right_fill_of_rows)
{
    a[INDEX] = INDEX % 32 < 16 ? b[INDEX] : 0;
}

KERNEL(right_box)
{
    a[INDEX] = INDEX % 16 < 8 && INDEX / 16 % 4 < 3 ? b[INDEX] : 0;
}

KERNEL(right_copy_of_memory)
{
    a[INDEX] = b[INDEX];
}

KERNEL(right_peer_copy)
{
    a[INDEX] = b[INDEX];
}

KERNEL(right_graph)
{
    a[INDEX] = b[INDEX];
}

KERNEL(right_graph_with_its_own_memory)
{
    b[INDEX] = a[INDEX];
    a[INDEX] = b[INDEX] + 1;
}

KERNEL(right_mapped_memory)
{
    b[INDEX] += a[INDEX];
}

KERNEL(right_two_mapped_pieces)
{
    const int *middle = b + (2 << 20) / 4;

    a[INDEX] = middle[(int)INDEX - 128];
    if (INDEX == 0) { // across the boundary of the pieces
        long long both = *(const long long *)(middle - 1 + n / 256);
        a[0] = (int)both;
    }
}

KERNEL(right_pieces_of_one_allocation)
{
    int *left = b;
    int *right = b + 128;

    if (INDEX < 128)
        right[INDEX] = left[127 - INDEX];
}

KERNEL(right_memory_of_another_stream)
{
    a[INDEX] = b[INDEX];
}

KERNEL(right_written_by_another_image)
{
    a[INDEX] = b[INDEX];
}

KERNEL(keeps_what_it_allocates)
{
    if (INDEX == 0) {
        kept_memory = (int *)malloc(64 * sizeof(*kept_memory));
        for (int i = 0; kept_memory && i < 64; i++)
            kept_memory[i] = i;
    }
    b[INDEX] = n;
}

KERNEL(right_allocation_of_the_launch_before)
{
    b[INDEX] = kept_memory ? kept_memory[INDEX % 64] : 0;
}

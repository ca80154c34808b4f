/* custub/cpu/kernel/plain_loop.h: runs blocks of a kernel without barriers, thread by thread, in
 * their order. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_PLAIN_LOOP_H
#define CUSTUB_CPU_PLAIN_LOOP_H

#include "../threads/place.h"

namespace custub_cpu
{

CUSTUB_CPU_UNCHECKED inline void enter_block(const custub_cpu_extent &index)
{
    CUSTUB_CPU_OWN(blockIdx).x = index.x;
    CUSTUB_CPU_OWN(blockIdx).y = index.y;
    CUSTUB_CPU_OWN(blockIdx).z = index.z;
}

CUSTUB_CPU_UNCHECKED inline void enter_grid(const custub_cpu_block &block)
{
    CUSTUB_CPU_OWN(blockDim).x = block.block_extent.x;
    CUSTUB_CPU_OWN(blockDim).y = block.block_extent.y;
    CUSTUB_CPU_OWN(blockDim).z = block.block_extent.z;
    CUSTUB_CPU_OWN(gridDim).x = block.grid_extent.x;
    CUSTUB_CPU_OWN(gridDim).y = block.grid_extent.y;
    CUSTUB_CPU_OWN(gridDim).z = block.grid_extent.z;
}

/* Advances the index by `done` blocks, in the order x, y, z: by whole rows if there are several in
 * y, by whole planes if there are several in z. */
CUSTUB_CPU_INLINE void advance_block(custub_cpu_extent &index, const custub_cpu_extent &grid,
                                     const custub_cpu_extent &done)
{
    index.x += done.x;
    if (index.x < grid.x)
        return;
    index.x = 0;
    index.y += done.y;
    if (index.y < grid.y)
        return;
    index.y = 0;
    index.z += done.z;
}

template <auto Kernel, typename... Types> struct plain_loop {
    /* Not inlined, so that the arguments are parameters, which nothing local can alias. */
    CUSTUB_CPU_WIDE CUSTUB_CPU_NOINLINE static void run(custub_cpu_block &block, uint64_t count,
                                                        Types... arguments)
    {
        const custub_cpu_extent grid = block.grid_extent;
        const custub_cpu_extent extent = block.block_extent;
        const custub_cpu_extent one = {1, 1, 1};
        custub_cpu_extent index = block.block_index;

        enter_grid(block);
        for (; count > 0; count--) {
            block.block_index = index; /* for the message if a kernel ends here */
            enter_block(index);
            for (uint32_t z = 0; z < extent.z; z++) {
                CUSTUB_CPU_OWN(threadIdx).z = z;
                for (uint32_t y = 0; y < extent.y; y++) {
                    CUSTUB_CPU_OWN(threadIdx).y = y;
                    for (uint32_t x = 0; x < extent.x; x++) {
                        CUSTUB_CPU_OWN(threadIdx).x = x;
                        Kernel(arguments...);
                    }
                }
            }
            advance_block(index, grid, one);
        }
    }
};

} // namespace custub_cpu

#endif

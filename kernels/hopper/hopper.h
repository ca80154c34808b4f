/* hopper.h: for functions of the host that launch the kernels of this folder. It is not for
 * programs. */
#ifndef HOPPER_H
#define HOPPER_H

#include <custub/custub.h>

/* True if the device runs this kernel's machine code for Hopper. The CPU driver and other GPUs do
 * not. PTX for these has no such instructions, and no barriers in shared memory; Hopper runs it if
 * the driver is told to compile PTX (CUDA_FORCE_PTX_JIT). */
static inline bool hopper_runs(const custub_kernel *kernel)
{
    custub_error ignored = custub_error_none();
    custub_kernel_attributes attributes;

    if (custub_kernel_absence(kernel))
        return false;
    attributes = custub_kernel_attributes_get(kernel, &ignored);
    return attributes.binary_version == 90 && attributes.static_shared > 0;
}

/* True if the kernels can make a batch of products c[m][n] over k: they count in int, also to where
 * the last tile ends, and to a tile that is as far ahead as there are tiles. */
static inline bool hopper_counts(uint64_t batch, uint64_t m, uint64_t n, uint64_t k)
{
    const uint64_t most = 0x7fffffff - 255, most_tiles = 1 << 30;
    const uint64_t rows = 16, columns = 64; /* of the smallest tile */

    return batch && m && n && k && n <= most && k <= 1 << 30 && batch <= most / m &&
           batch * ((m + rows - 1) / rows) <= most_tiles / ((n + columns - 1) / columns);
}

/* The map of matrices of 16 bits that the kernels copy in boxes of so many rows by 64 columns.
 * `matrices`: their number; 0: one, without that dimension. */
static inline custub_tensor_map hopper_map(custub_memory memory, custub_scalar element,
                                           uint64_t matrices, uint64_t rows, uint64_t columns,
                                           uint64_t box_rows, custub_error *error)
{
    custub_tensor_layout layout = {.swizzle = CUSTUB_TENSOR_SWIZZLE_128B,
                                   .promotion = CUSTUB_TENSOR_PROMOTION_256B};
    uint32_t rank = 0;

    if (matrices) {
        layout.box[rank] = 1;
        layout.sizes[rank++] = matrices;
    }
    layout.box[rank] = (uint32_t)box_rows;
    layout.sizes[rank++] = rows;
    layout.box[rank] = 64;
    layout.sizes[rank++] = columns;
    layout.rank = rank;
    return custub_tensor_map_create(memory.ptr, memory.count, element, &layout, error);
}

/* A launch with the attribute `programmatic`, which lets it begin while the kernel before it still
 * runs; unless that is null, or the launch has attributes of its own. */
static inline custub_launch hopper_launch(const custub_launch *launch,
                                          const custub_launch_attribute *programmatic)
{
    custub_launch own = launch ? *launch : custub_launch_default();

    if (programmatic && !own.attribute_count) {
        own.attributes = programmatic;
        own.attribute_count = 1;
    }
    return own;
}

#endif

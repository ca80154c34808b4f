/* argument_block.h: the values of all parameters of a kernel in one piece of memory, as
 * cuLaunchKernel and the checks take them. */
#ifndef CUSTUBI_ARGUMENT_BLOCK_H
#define CUSTUBI_ARGUMENT_BLOCK_H

#include <custub/launch.h>

typedef struct custubi_argument_block {
    void **arguments;      /* one per parameter: into `values` */
    custub_need *needs;    /* one per buffer */
    unsigned char *values; /* laid out as the kernel's parameters */
    size_t value_bytes;
} custubi_argument_block;

/* The bytes that a block takes, and its layout in memory of the alignment of malloc(). */
size_t custubi_argument_block_size(const custub_kernel_info *info);
void custubi_argument_block_place(custubi_argument_block *block, const custub_kernel_info *info,
                                  void *memory);

/* The index among the buffers of parameter `index`, which is one. */
uint32_t custubi_argument_block_buffer(const custub_kernel_info *info, uint32_t index);

#endif

/* argument.h: typed arguments, compared with a kernel's description. */
#ifndef CUSTUBI_ARGUMENT_H
#define CUSTUBI_ARGUMENT_H

#include <custub/dynamic.h>

/* Writes the value of parameter `index` to `value`, which has as many bytes as the parameter, and a
 * buffer's address and count to `need`. If the argument does not fit the parameter, only the record
 * is written. */
custub_status custubi_argument_store(const custub_kernel_info *info, uint32_t index,
                                     const custub_argument *argument, void *value,
                                     custub_need *need, custub_error *error);

/* CUSTUB_ERROR_ARGUMENT_COUNT unless there are as many as the kernel has parameters. */
custub_status custubi_argument_check_count(const custub_kernel_info *info, uint32_t count,
                                           const custub_argument *arguments, custub_error *error);

/* The values of all parameters of a kernel in one piece of memory, as cuLaunchKernel and the checks
 * take them. */
typedef struct custubi_argument_block {
    void **arguments;      /* one per parameter: into `values` */
    custub_need *needs;    /* one per buffer */
    unsigned char *values; /* laid out as the kernel's parameters */
    size_t value_bytes;
} custubi_argument_block;

/* The bytes of a block; and its layout in memory that is aligned as malloc() aligns. */
size_t custubi_argument_block_size(const custub_kernel_info *info);
void custubi_argument_block_place(custubi_argument_block *block, const custub_kernel_info *info,
                                  void *memory);

/* The index among the buffers of the buffer parameter `index`. */
uint32_t custubi_argument_block_buffer(const custub_kernel_info *info, uint32_t index);

#endif

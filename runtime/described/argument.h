/* argument.h: typed arguments, compared with a kernel's description. */
#ifndef CUSTUBI_ARGUMENT_H
#define CUSTUBI_ARGUMENT_H

#include <custub/dynamic.h>
#include <custub/tensor_map.h>

/* CUSTUB_ERROR_ARGUMENT_COUNT unless there are as many as the kernel has parameters. */
custub_status custubi_argument_check_count(const custub_kernel_info *info, uint32_t count,
                                           const custub_argument *arguments, custub_error *error);

/* The bytes of an argument, which are not those of a parameter that is a tensor map. */
static inline size_t custubi_argument_bytes(const custub_param_info *param)
{
    return param->kind == CUSTUB_PARAM_TENSOR_MAP ? sizeof(custub_tensor_map) : param->size;
}

/* The values of all parameters of a kernel in one piece of memory, as cuLaunchKernel and the checks
 * take them. */
typedef struct custubi_argument_block {
    void **arguments;      /* one per parameter: into `values`; of a buffer its need, which begins
                              as a view does */
    custub_need *needs;    /* one per pointer */
    unsigned char *values; /* laid out as the kernel's parameters; then the tensor maps */
    size_t value_bytes;
} custubi_argument_block;

/* The first returns the bytes of a block, the second lays it out in memory with malloc()'s
 * alignment. */
size_t custubi_argument_block_size(const custub_kernel_info *info);
void custubi_argument_block_place(custubi_argument_block *block, const custub_kernel_info *info,
                                  void *memory);

/* The index of buffer parameter `index` among the kernel's pointers; if it is not a buffer, that of
 * the first buffer after it. */
uint32_t custubi_argument_block_pointer(const custub_kernel_info *info, uint32_t index);

/* Writes the value of parameter `index`, and a buffer's address and count to the need of `pointer`,
 * its index among the pointers. If the argument does not fit the parameter, only the record is
 * written. */
custub_status custubi_argument_store(const custubi_argument_block *block,
                                     const custub_kernel_info *info, uint32_t index,
                                     uint32_t pointer, const custub_argument *argument,
                                     custub_error *error);

/* Reads the addresses in the values of struct parameters again. */
void custubi_argument_read_fields(const custubi_argument_block *block,
                                  const custub_kernel_state *state);

#endif

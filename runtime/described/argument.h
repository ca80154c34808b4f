/* argument.h: typed arguments, compared with a kernel's description. */
#ifndef CUSTUBI_ARGUMENT_H
#define CUSTUBI_ARGUMENT_H

#include <custub/dynamic.h>
#include <custub/tensor_map.h>

/* Refuses `count` arguments of a kernel that has not as many parameters, or their null address. */
custub_status custubi_argument_refuse_count(const custub_kernel_info *info, uint32_t count,
                                            custub_error *error);

/* The bytes of an argument, which are not those of a parameter that is a tensor map. */
static inline size_t custubi_argument_bytes(const custub_param_info *param)
{
    return param->kind == CUSTUB_PARAM_TENSOR_MAP ? sizeof(custub_tensor_map) : param->size;
}

/* The values of all parameters of a kernel in one piece of memory, as cuLaunchKernel and the checks
 * take them. */
typedef struct custubi_argument_block {
    custub_need *needs; /* one per pointer; the memory begins with them */
    void **arguments;   /* one per parameter: where its value is, behind these; of a buffer its
                           need, which begins as a view does */
} custubi_argument_block;

/* Lays a block out in memory of kernel->state->block_bytes, with malloc()'s alignment. */
void custubi_argument_block_place(custubi_argument_block *block, const custub_kernel *kernel,
                                  void *memory);

/* Writes the value of parameter `index`, of a buffer its address and count to its need. If the
 * argument does not fit the parameter, only the record is written. */
custub_status custubi_argument_store(const custubi_argument_block *block,
                                     const custub_kernel *kernel, uint32_t index,
                                     const custub_argument *argument, custub_error *error);

/* Lays a block out, and writes the values of all parameters. */
custub_status custubi_argument_take(custubi_argument_block *block, const custub_kernel *kernel,
                                    void *memory, const custub_argument *arguments,
                                    custub_error *error);

/* Reads the addresses in the values of struct parameters again. */
void custubi_argument_read_fields(const custubi_argument_block *block,
                                  const custub_kernel_state *state);

#endif

/* argument.h: typed arguments against a kernel's description. */
#ifndef CUSTUBI_ARGUMENT_H
#define CUSTUBI_ARGUMENT_H

#include <custub/dynamic.h>

/* Writes the value of parameter `index` to `value`, which has as many bytes as the parameter, and a
 * buffer's address and count to `need`. Where the argument does not fit the parameter it writes the
 * record alone. */
custub_status custubi_argument_store(const custub_kernel_info *info, uint32_t index,
                                     const custub_argument *argument, void *value,
                                     custub_need *need, custub_error *error);

/* CUSTUB_ERROR_ARGUMENT_COUNT unless there are as many as the kernel has parameters. */
custub_status custubi_argument_check_count(const custub_kernel_info *info, uint32_t count,
                                           const custub_argument *arguments, custub_error *error);

#endif

/* kernel_parameters.h: the parameters of a kernel: their names, their types, their places. */
#ifndef GEN_KERNEL_PARAMETERS_H
#define GEN_KERNEL_PARAMETERS_H

#include "frontend/reader/reader.h"

/* Sets the parameters of `kernel`, which `function` defines. After an error was reported the kernel
 * is among the failed ones, and the parameter has another type. */
void gen_read_kernel_parameters(gen_reader *reader, gen_kernel *kernel, CXCursor function);
/* Has the header define what it needs of a type that it names. */
void gen_read_mark_types(const gen_type *type);

#endif

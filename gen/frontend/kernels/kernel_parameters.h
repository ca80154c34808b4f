/* kernel_parameters.h: the names, types and places of a kernel's parameters. */
#ifndef GEN_KERNEL_PARAMETERS_H
#define GEN_KERNEL_PARAMETERS_H

#include "frontend/reader/reader.h"

/* Sets the parameters of `kernel`, which `function` defines. If an error was reported, the kernel
 * is among the failed ones, and the parameter has a substitute type. */
void gen_read_kernel_parameters(gen_reader *reader, gen_kernel *kernel, CXCursor function);
/* Makes the header define what it needs to name the type. */
void gen_read_mark_types(const gen_type *type);

#endif

/* kernel_reader.h: a kernel and its parameters. */
#ifndef GEN_KERNEL_READER_H
#define GEN_KERNEL_READER_H

#include "frontend/reader/reader.h"

/* `function` is the definition of an `extern "C" __global__` function. */
void gen_read_kernel(gen_reader *reader, CXCursor function);
/* After the whole unit: the types of kernels that their names alone do not tell from other
 * functions. */
void gen_read_overloads(gen_reader *reader);

#endif

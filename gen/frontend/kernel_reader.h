/* kernel_reader.h: a kernel and its parameters. */
#ifndef GEN_KERNEL_READER_H
#define GEN_KERNEL_READER_H

#include "frontend/reader.h"

/* `function` is the definition of an `extern "C" __global__` function. */
void gen_read_kernel(gen_reader *reader, CXCursor function);
/* "void saxpy(size_t n, const float *x)", for the comment in the header. */
const char *gen_read_signature(gen_reader *reader, CXCursor function, const gen_kernel *kernel);

#endif

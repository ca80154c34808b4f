/* kernel_reader.h: a kernel and its parameters. */
#ifndef GEN_KERNEL_READER_H
#define GEN_KERNEL_READER_H

#include "frontend/reader/reader.h"

/* A kernel as the current architecture has it. */
typedef struct gen_definition {
    struct gen_definition *next;
    gen_kernel *kernel;      /* read from it */
    const gen_kernel *known; /* the same of an earlier architecture, or null */
    CXCursor function;
} gen_definition;

typedef struct gen_definitions {
    gen_definition *first;
    gen_definition **last;
    gen_name_table names;
} gen_definitions;

/* Those of the unit that is open. */
gen_definitions *gen_read_definitions(gen_reader *reader);
/* `function` is the definition of an `extern "C" __global__` function. */
void gen_read_kernel(gen_reader *reader, CXCursor function);
/* After the whole unit: the types of kernels that their names alone do not tell from other
 * functions. */
void gen_read_overloads(gen_reader *reader);

#endif

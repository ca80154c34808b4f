/* kernel_reader.h: reads a kernel and its parameters. */
#ifndef GEN_KERNEL_READER_H
#define GEN_KERNEL_READER_H

#include "frontend/reader/reader.h"

/* A kernel on the current architecture. */
typedef struct gen_definition {
    struct gen_definition *next;
    struct gen_definition *same_name; /* an overload or another instance, or null */
    gen_kernel *kernel;               /* the result */
    const gen_kernel *known;          /* the same kernel on an earlier architecture, or null */
    CXCursor function;
    const gen_place *contract; /* of the CUSTUB_CONTRACT_OF that it has, or null */
} gen_definition;

typedef struct gen_definitions {
    gen_definition *first;
    gen_definition **last;
    gen_name_table names; /* keys are names, for C++ kernels "::a::b::name" */
} gen_definitions;

/* The kernels of the open unit. */
gen_definitions *gen_read_definitions(gen_reader *reader);
/* Reads a kernel from its definition. `name`: of its launch function. `written`: null for an
 * `extern "C" __global__` function; otherwise how C++ names the kernel at global scope. */
void gen_read_kernel(gen_reader *reader, CXCursor function, const char *name, const char *written);
/* Has the header define what it needs of a type that it names. */
void gen_read_mark_types(const gen_type *type);
/* After the whole unit: sets the types of kernels whose names are overloaded. */
void gen_read_overloads(gen_reader *reader);

#endif

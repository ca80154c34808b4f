/* kernel_reader.h: reads a kernel and its parameters. */
#ifndef GEN_KERNEL_READER_H
#define GEN_KERNEL_READER_H

#include "frontend/kernels/overload.h"
#include "frontend/reader/reader.h"

/* A kernel on the current architecture. */
typedef struct gen_definition {
    struct gen_definition *next;
    struct gen_definition *same_name; /* an overload, another instance, or null */
    gen_kernel *kernel;               /* the result */
    const gen_kernel *known;          /* the same kernel on an earlier architecture, or null */
    CXCursor function;
    const gen_place *contract; /* of the kernel's CUSTUB_CONTRACT_OF, or null */
} gen_definition;

/* The kernels of a unit. */
typedef struct gen_definitions {
    gen_definition *first, *last;
    gen_name_table names; /* keys are names, for C++ kernels "::a::b::name" */
} gen_definitions;

typedef struct gen_kernel_naming {
    const char *name;    /* of the launch function */
    const char *written; /* how C++ names the kernel at global scope; null: it has C linkage */
    unsigned instance;   /* libclang's number of the location where a CUSTUB_STUB names it; or 0 */
} gen_kernel_naming;

/* Reads a kernel from its definition, and adds it to the definitions. */
void gen_read_kernel(gen_reader *reader, gen_definitions *definitions, CXCursor function,
                     gen_kernel_naming naming);
/* After the whole unit: sets the types of kernels whose names are overloaded. */
void gen_read_overloads(gen_reader *reader, const gen_definitions *definitions,
                        const gen_overloads *overloads);

#endif

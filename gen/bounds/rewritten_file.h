/* rewritten_file.h: a file of PTX with the bodies that its functions get. */
#ifndef GEN_BOUNDS_REWRITTEN_FILE_H
#define GEN_BOUNDS_REWRITTEN_FILE_H

#include "bounds/addresses/function_copy.h"
#include "bounds/table.h"

typedef struct gen_rewritten_file {
    gen_ptx_module *module;
    gen_bounds_variables variables;
    gen_bounds_function_copies copies;
    gen_bounds_function_copy **in_place; /* of the functions, in their order; null: it is not */
    gen_bounds_plan **plans; /* of the functions, in their order; null: it is not rewritten */
    char **bodies;           /* of the functions, in their order; null: it is written as it was */
    uint32_t *registers;     /* of each kernel, or 0; null: not known */
} gen_rewritten_file;

/* Appends the file as it is after rewriting. */
void gen_bounds_print_rewritten(const gen_bounds_table *table, const gen_rewritten_file *file,
                                gen_text *out);

#endif

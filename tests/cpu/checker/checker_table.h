/* checker_table.h: how each kernel of this folder is launched. */
#ifndef CHECKER_TABLE_H
#define CHECKER_TABLE_H

#include "checker_memory.h"

#include <stddef.h>

typedef struct checker_row {
    const char *name;
    unsigned blocks;
    unsigned threads;   /* of a block in x */
    unsigned rows;      /* … in y */
    unsigned shared;    /* bytes; 0: none */
    checker_state b;    /* a is always WRITTEN */
    const char *before; /* a kernel that is launched first, in the same shape; null: none */
} checker_row;

extern const checker_row checker_rows[];
extern const size_t checker_row_count;

#endif

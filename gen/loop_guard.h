/* loop_guard.h: what of a kernel's beginning lets the loop over its threads be a plain loop: its
 * indices, `blockIdx.x * blockDim.x + threadIdx.x`, and the guard that keeps the threads behind the
 * end of the data away, `if (i < n) { … }` as the last statement or `if (i >= n) return;`.
 *
 * Read from the text of the body, and only where nothing else is possible: names are parameters and
 * local variables that are numbers, whatever else stands there ends the search. */
#ifndef GEN_LOOP_GUARD_H
#define GEN_LOOP_GUARD_H

#include "arena.h"
#include "model.h"

#define GEN_LOOP_INDEX_LIMIT 8

/* A piece of the source, in bytes. */
typedef struct gen_source_range {
    size_t begin;
    size_t end;
} gen_source_range;

typedef struct gen_loop_index {
    char dimension;          /* 'x', 'y' or 'z' */
    gen_source_range type;   /* of the variable: "size_t" */
    gen_source_range number; /* what it is initialized with */
} gen_loop_index;

typedef struct gen_loop_guard {
    struct gen_loop_guard *next; /* in the model's list: in the order of the source */
    const gen_kernel *kernel;
    size_t index_count; /* in the order of the source */
    gen_loop_index indices[GEN_LOOP_INDEX_LIMIT];
    bool has_guard;
    bool returns;               /* `if (condition) return;` */
    gen_source_range condition; /* without its parentheses; behind the indices */
} gen_loop_guard;

/* Gives the kernels of a model that was read their `loop`, where they have an index. */
void gen_loop_guards_find(gen_model *model, gen_arena *arena);

#endif

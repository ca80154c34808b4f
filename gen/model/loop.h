/* loop.h: what of a kernel's text lets the loop over its threads be a plain loop
 * (loop_guard.h). */
#ifndef GEN_LOOP_H
#define GEN_LOOP_H

#include "support/body_scan.h"

#define GEN_LOOP_PART_LIMIT 12

typedef enum gen_loop_part_kind {
    GEN_LOOP_INDEX,  /* `const size_t i = …;` */
    GEN_LOOP_RETURN, /* `if (…) return;`: not by the threads between two that stay */
    GEN_LOOP_GUARD, /* `if (…) …`, the last statement: true between two threads for which it is */
    GEN_LOOP_STRIDE, /* the head of a grid-stride loop: `for (…)`, `while (…)` */
    GEN_LOOP_STEP    /* `i += stride` at the end of such a `while` */
} gen_loop_part_kind;

typedef struct gen_loop_part {
    gen_loop_part_kind kind;
    gen_source_range text; /* the index's number, or the condition without its parentheses */
    char dimension;        /* of an index: 'x', 'y' or 'z' */
    gen_source_range type; /* of its variable: "size_t"; empty: of the number itself */
    /* Only of a grid-stride loop: */
    gen_token name; /* `i` */
    gen_source_range start;
    gen_source_range stride;
    gen_source_range bound;
    bool is_inclusive; /* `i <= bound` */
} gen_loop_part;

typedef struct gen_loop_guard {
    struct gen_loop_guard *next; /* in the model's list: in the order of the source */
    const struct gen_kernel *kernel;
    size_t part_count; /* in the order of the source */
    gen_loop_part parts[GEN_LOOP_PART_LIMIT];
    bool is_strided; /* the parts are those of grid-stride loops */
    bool has_guard;  /* the last part is a return or a guard */
    bool has_else;   /* threads that the guard keeps away do something else */
    /* In the dimensions x, y and z: whether the body reads nothing of its place but those indices,
     * so that it cannot tell one long block from many; of a strided one, whether all that it does
     * stands in loops over them. */
    bool is_open[3];
} gen_loop_guard;

#endif

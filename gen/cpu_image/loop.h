/* loop.h: the parts of a kernel's text that let the CPU image run its threads in a plain loop
 * (loop_guard.h). */
#ifndef GEN_LOOP_H
#define GEN_LOOP_H

#include "model/model.h"
#include "support/body_scan.h"

#define GEN_LOOP_PART_LIMIT 12

typedef enum gen_loop_part_kind {
    GEN_LOOP_INDEX,  /* `const size_t i = …;` */
    GEN_LOOP_RETURN, /* `if (…) return;`; a thread between two that stay also stays */
    GEN_LOOP_GUARD   /* `if (…) …` at the end; if true for two threads, also true between */
} gen_loop_part_kind;

typedef struct gen_loop_part {
    gen_loop_part_kind kind;
    gen_source_range text; /* the value of the index, or the condition without its parentheses */
    char dimension;        /* of an index: 'x', 'y' or 'z' */
    gen_source_range type; /* the type of the index, "size_t"; empty: the type of the value */
} gen_loop_part;

typedef struct gen_loop_guard {
    struct gen_loop_guard *next; /* in the order of the source */
    const gen_kernel *kernel;
    size_t part_count; /* in the order of the source */
    gen_loop_part parts[GEN_LOOP_PART_LIMIT];
    bool has_guard; /* the last part is a return or a guard */
    /* For x, y and z: true if the body reads nothing of its place in this dimension except those
     * indices, so it cannot tell one long block from many blocks. */
    bool is_open[3];
} gen_loop_guard;

#endif

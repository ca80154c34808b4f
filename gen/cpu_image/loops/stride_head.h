/* stride_head.h: the parts of a grid-stride loop's head: the first index, the condition and the
 * step, and the declarations of the variables in them. */
#ifndef GEN_STRIDE_HEAD_H
#define GEN_STRIDE_HEAD_H

#include "cpu_image/loops/body_value.h"
#include "cpu_image/loops/loop.h"

typedef struct gen_stride_search {
    const gen_model *model;
    gen_scan scan;
    gen_body_values values;
    size_t loops;        /* number of grid-stride loops around the current token */
    unsigned around;     /* bit 0: one of these loops goes over x; 1: y; 2: z */
    unsigned all;        /* dimensions with a loop around everything that has an effect */
    uint32_t indices[3]; /* how often indices use x, y and z of threadIdx and blockIdx */
    size_t depth;
    size_t part_count;
    gen_loop_part parts[GEN_LOOP_PART_LIMIT];
} gen_stride_search;

/* The range from `begin` to the current token. */
gen_source_range gen_stride_range(const gen_stride_search *search, size_t begin);

/* Reads an index, written out or in a variable, up to a semicolon. Returns its dimension; 0 if
 * there is something else. */
char gen_stride_take_start(gen_stride_search *search);

/* Reads `i < n` or `n >= i` up to `end`, and sets the part's name and bound. */
bool gen_stride_take_condition(gen_stride_search *search, gen_loop_part *part, const char *end);

/* Reads `i += stride` or `i = i + stride` up to `end`, for the part's variable and dimension, and
 * sets its stride. */
bool gen_stride_take_step(gen_stride_search *search, gen_loop_part *part, const char *end);

/* Reads the declaration of a variable that is the same for all threads, or holds an index or a
 * stride. */
bool gen_stride_take_declaration(gen_stride_search *search);

#endif

/* stride_head.h: what a grid-stride loop's head is made of: the index it begins with, its condition
 * and its step, and the local variables that they name. */
#ifndef GEN_STRIDE_HEAD_H
#define GEN_STRIDE_HEAD_H

#include "cpu_image/loops/body_value.h"

/* What a local variable is besides the kind of its value. */
typedef struct gen_stride_local {
    char index;   /* 'x': it holds that index; 0: it does not, or no longer */
    char stride;  /* 'x': it holds blockDim.x * gridDim.x */
    size_t loops; /* how many grid-stride loops are around its declaration */
} gen_stride_local;

typedef struct gen_stride_search {
    const gen_model *model;
    gen_scan scan;
    gen_body_values values;
    gen_stride_local locals[GEN_BODY_LOCALS_LIMIT]; /* as those of `values` */
    size_t loops;                                   /* grid-stride loops around the scan */
    unsigned around;                                /* bit 0: one of them goes over x; 1: y; 2: z */
    unsigned all;        /* the dimensions around everything that is done */
    uint32_t indices[3]; /* how often x, y and z of threadIdx and blockIdx stand in indices */
    size_t depth;
    size_t part_count;
    gen_loop_part parts[GEN_LOOP_PART_LIMIT];
} gen_stride_search;

/* False if there are too many, or it is no name for one. */
bool gen_stride_declare(gen_stride_search *search, gen_token name, gen_value_kind kind,
                        gen_stride_local local);

/* Null if there is none of that name. */
gen_stride_local *gen_stride_find(gen_stride_search *search, gen_token name);

/* From `begin` to where the scan stands. */
gen_source_range gen_stride_range(const gen_stride_search *search, size_t begin);

/* The dimension of the index that stands here up to a semicolon, in its long form; and of one that
 * may be a variable, too. 0 if it is something else. */
char gen_stride_take_index(gen_stride_search *search);
char gen_stride_take_start(gen_stride_search *search);

/* `i < n`, `n >= i`, up to `end`: the name and the bound of the part. */
bool gen_stride_take_condition(gen_stride_search *search, gen_loop_part *part, const char *end);

/* `i += stride`, `i = i + stride`, up to `end`, in the dimension and of the variable of the part:
 * its stride. */
bool gen_stride_take_step(gen_stride_search *search, gen_loop_part *part, const char *end);

#endif

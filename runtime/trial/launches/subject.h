/* subject.h: a kernel that is tried, and the numbers that a launch of it chooses. */
#ifndef TRIAL_SUBJECT_H
#define TRIAL_SUBJECT_H

#include <custub/custub.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kernels with more are not tried. */
#define TRIAL_PARAMS      128
#define TRIAL_POINTERS    64
#define TRIAL_PARAM_BYTES 4096
#define TRIAL_NUMBERS     64
#define TRIAL_CONSTANTS   32

typedef enum trial_number_kind {
    TRIAL_ARGUMENT, /* an integer parameter, or an integer in a struct that an expression names */
    TRIAL_BLOCK,    /* threads of a block along an axis */
    TRIAL_GRID      /* blocks along an axis; with CUSTUB_THREADS, more than these need */
} trial_number_kind;

typedef struct trial_number {
    trial_number_kind kind;
    uint32_t param;  /* of TRIAL_ARGUMENT */
    uint32_t offset; /* bytes, in the parameter */
    uint32_t scalar; /* custub_scalar */
    uint32_t axis;   /* of the others */
} trial_number;

typedef struct trial_subject {
    const custub_kernel_info *info;
    trial_number numbers[TRIAL_NUMBERS];
    size_t number_count;
    uint64_t constants[TRIAL_CONSTANTS]; /* of the expressions, from 2 on */
    size_t constant_count;
    bool has_threads;      /* CUSTUB_THREADS */
    bool has_block;        /* CUSTUB_BLOCK */
    bool depends_on_grid;  /* a count names gridDim */
    bool depends_on_block; /* a count names blockDim */
    bool compares_blocks;  /* results are compared with those of another block though a count names
                              gridDim: what a block does may still depend on its size */
    uint64_t spare;   /* bytes of buffers that are as large in each launch, and are not counted when
                         small launches are chosen */
    double most_work; /* of the launches that explore, see exploration_work(); 0: any */
    bool favors_one; /* numbers of these launches: one is large in many of them, the others small */
    bool fills_structs; /* structs in memory hold random bytes, not zeros */
    bool ignores_order; /* results are not compared with those of another order of blocks */
    bool on_gpu;        /* launches are made there, and not on the CPU driver */
    char untried[512];  /* why the kernel is not tried; "": it is */
} trial_subject;

/* `info` is borrowed. Needs no driver. */
void trial_subject_initialize(trial_subject *subject, const custub_kernel_info *info);

/* The name of a number: "n", "shape.rows", "blockDim.x". */
void trial_number_name(const trial_subject *subject, const trial_number *number, char *out,
                       size_t size);

/* Calls `visit` for each expression of the contract. */
typedef void trial_expression_visitor(void *context, const custub_expr *expression);
void trial_visit_expressions(const custub_kernel_info *info, trial_expression_visitor *visit,
                             void *context);

#endif

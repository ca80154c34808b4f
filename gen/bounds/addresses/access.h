/* access.h: an instruction that touches memory. */
#ifndef GEN_BOUNDS_ACCESS_H
#define GEN_BOUNDS_ACCESS_H

#include "bounds/addresses/linear_form.h"
#include "bounds/addresses/origin.h"

typedef struct gen_bounds_access {
    struct gen_bounds_access *next; /* of the same instruction: a copy reads, writes and counts */
    size_t place;
    const gen_ptx_statement *statement;
    uint32_t kind; /* CUSTUB_BOUNDS_READ … */
    uint32_t size; /* bytes, at most; 0: only known when the kernel runs */
    uint32_t align;
    gen_ptx_space space;
    const gen_ptx_operand *address;
    gen_bounds_target target;
    gen_bounds_form form; /* of the address */
    bool is_aligned;      /* if its buffer is */
    uint32_t site;
    /* If it is not null, the access has factor * length + rest bytes. */
    const gen_ptx_operand *length;
    uint32_t factor;
    uint32_t rest;
    /* The lanes of a warp make it together: all or none. */
    bool is_together;
    uint32_t lanes;    /* whose addresses count, from lane 0 on; 0: all */
    bool traps;        /* it cannot be skipped: the kernel ends */
    bool is_elsewhere; /* in another block's shared memory: not checked */
    /* Why another access of the instruction is not checked; null: all are. Only the first has it.
     */
    const char *left_out;
} gen_bounds_access;

typedef enum gen_bounds_access_result {
    GEN_BOUNDS_IS_NO_ACCESS, /* or one that needs no check */
    GEN_BOUNDS_IS_ACCESS,
    GEN_BOUNDS_IS_UNCHECKED /* what it touches is not checked: `target.reason` says why */
} gen_bounds_access_result;

gen_bounds_access_result gen_bounds_read_access(gen_bounds_function *function, size_t place,
                                                gen_bounds_access *access);

#endif

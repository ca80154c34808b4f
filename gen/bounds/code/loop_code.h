/* loop_code.h: PTX that computes, before a loop, what its turns will use. It has registers of its
 * own, in a block of PTX. */
#ifndef GEN_BOUNDS_LOOP_CODE_H
#define GEN_BOUNDS_LOOP_CODE_H

#include "bounds/regions/loop_region.h"
#include "support/text.h"

/* A limit, as code has computed it. */
typedef struct gen_bounds_limit_code {
    bool is_written;
    bool is_begun;       /* so that a limit that needs itself comes to an end */
    const char *some;    /* a predicate: the relation holds in the first turn */
    const char *span;    /* how far the counter goes up to the last turn, at most */
    uint64_t step;       /* the size of the counter's step */
    const char *turns;   /* how often the relation holds; null: not computed yet */
    const char *covered; /* turns * size of the step; null: not computed yet */
} gen_bounds_limit_code;

typedef struct gen_bounds_loop_code {
    gen_text out;
    gen_arena *arena;
    const gen_bounds_loop_region *region;
    gen_bounds_turns *turns;
    unsigned registers[3]; /* that were used, of each kind */
    bool is_first;         /* nothing was required yet */
    gen_bounds_limit_code limits[GEN_BOUNDS_MAX_LOOP_LIMITS];
} gen_bounds_loop_code;

typedef enum gen_bounds_register_kind {
    GEN_BOUNDS_NARROW,
    GEN_BOUNDS_WIDE,
    GEN_BOUNDS_PREDICATE
} gen_bounds_register_kind;

/* The name of a new register. */
const char *gen_bounds_new_register(gen_bounds_loop_code *code, gen_bounds_register_kind kind);

/* Joins a comparison with %custub_p0. */
void gen_bounds_require(gen_bounds_loop_code *code, const char *comparison, const char *type,
                        const char *a, const char *b);

/* A register with what the sum is in the first turn. */
const char *gen_bounds_write_sum(gen_bounds_loop_code *code, const gen_bounds_form *sum,
                                 uint32_t bits);

/* The sum of what its values are made of before the loop. False if it has too many terms. */
bool gen_bounds_expand_sum(const gen_bounds_loop_code *code, const gen_bounds_form *sum,
                           gen_bounds_form *to);

/* A register with the number. */
const char *gen_bounds_write_number(gen_bounds_loop_code *code, uint64_t number);

/* a OPERATION b, in 64 bits. */
const char *gen_bounds_write_operation(gen_bounds_loop_code *code, const char *operation,
                                       const char *a, const char *b);
const char *gen_bounds_literal(const gen_bounds_loop_code *code, int64_t number);

/* A register with the 32 bits extended. */
const char *gen_bounds_write_extension(gen_bounds_loop_code *code, const char *narrow,
                                       bool is_signed);

#endif

/* origin.h: which memory the value of each register may point to. It is the same at every place of
 * the function: all writes of a register count. */
#ifndef GEN_BOUNDS_ORIGIN_H
#define GEN_BOUNDS_ORIGIN_H

#include "bounds/flow/checked_function.h"

/* Fills `origins`. */
void gen_bounds_find_origins(gen_bounds_function *function);

/* Memory that an access may touch, from the origin of its address. */
typedef enum gen_bounds_target_kind {
    GEN_BOUNDS_TO_POINTER,  /* `index` */
    GEN_BOUNDS_TO_POINTERS, /* `bits` */
    GEN_BOUNDS_TO_VARIABLE, /* `index` */
    GEN_BOUNDS_TO_ANY,      /* `reason` */
    GEN_BOUNDS_TO_OWN       /* it is not checked; `reason` says why, if it should be */
} gen_bounds_target_kind;

typedef struct gen_bounds_target {
    gen_bounds_target_kind kind;
    size_t index;
    uint64_t bits; /* pointers; all of GEN_BOUNDS_TO_ANY */
    const char *reason;
} gen_bounds_target;

/* The target of an access with this address. */
gen_bounds_target gen_bounds_target_of(const gen_bounds_function *function,
                                       const gen_ptx_operand *address);
bool gen_bounds_target_equals(const gen_bounds_target *a, const gen_bounds_target *b);

/* The origin of a value. */
gen_bounds_origin gen_bounds_origin_of(const gen_bounds_function *function,
                                       const gen_ptx_operand *operand);
bool gen_bounds_origin_equals(const gen_bounds_function *function, const gen_bounds_origin *a,
                              const gen_bounds_origin *b);

bool gen_bounds_origin_has_variable(const gen_bounds_function *function,
                                    const gen_bounds_origin *origin);

/* Sets of pointers and variables; `from` is added to `to`. True if that changed it. */
bool gen_bounds_origin_add(const gen_bounds_function *function, gen_bounds_origin *to,
                           const gen_bounds_origin *from);
void gen_bounds_origin_set(const gen_bounds_function *function, gen_bounds_origin *origin,
                           size_t bit);

#endif

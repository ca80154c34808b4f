/* linear_form.h: addresses as sums: a constant, plus factors times values that do not change while
 * the sum is used. All arithmetic is modulo 2^64 (2^32 for registers of 32 bits, which addresses in
 * shared memory have). */
#ifndef GEN_BOUNDS_LINEAR_FORM_H
#define GEN_BOUNDS_LINEAR_FORM_H

#include "bounds/flow/checked_function.h"

#define GEN_BOUNDS_MAX_TERMS 6 /* a sum of more is not followed: its register is a term */

typedef enum gen_bounds_term_kind {
    GEN_BOUNDS_ARGUMENT, /* a pointer of the parameter block: `index` in `arguments` */
    GEN_BOUNDS_VARIABLE, /* the address of a variable: `index` */
    GEN_BOUNDS_VALUE,    /* a register */
    GEN_BOUNDS_SIGNED,   /* a register of 32 bits, sign-extended */
    GEN_BOUNDS_UNSIGNED, /* the same, zero-extended */
    GEN_BOUNDS_COMPUTED, /* in loops only: see turn_value.h */
    GEN_BOUNDS_CARRIED
} gen_bounds_term_kind;

typedef struct gen_bounds_term {
    gen_bounds_term_kind kind;
    size_t index;
    gen_ptx_register *reg;
    size_t written; /* the statement that wrote the value; GEN_BOUNDS_NOWHERE: before the block */
    uint64_t factor;
} gen_bounds_term;

typedef struct gen_bounds_form {
    uint64_t constant;
    size_t count;
    gen_bounds_term terms[GEN_BOUNDS_MAX_TERMS];
} gen_bounds_form;

/* Where the value was written that the register has before the place: in the same block, or by the
 * only statement that writes it, if that was executed on every path. Else GEN_BOUNDS_NOWHERE. */
size_t gen_bounds_reaching_write(const gen_bounds_function *function, const gen_ptx_register *reg,
                                 size_t place);

/* What the register holds before statement `place`. */
gen_bounds_form gen_bounds_form_of(gen_bounds_function *function, gen_ptx_register *reg,
                                   size_t place);

/* What the operand of an access, an address, is. */
gen_bounds_form gen_bounds_form_of_address(gen_bounds_function *function,
                                           const gen_ptx_operand *address, size_t place);

/* True if both have the same terms. Their constants may differ. */
bool gen_bounds_form_matches(const gen_bounds_form *a, const gen_bounds_form *b);

/* a + factor * b. False if that has too many terms. */
bool gen_bounds_form_add(gen_bounds_form *a, const gen_bounds_form *b, uint64_t factor);

#endif

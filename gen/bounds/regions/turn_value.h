/* turn_value.h: what registers hold in each turn of a loop: a sum in the first turn, and what each
 * turn adds. Sums are those of linear_form.h, but their terms are values at the loop's entry:
 *
 * GEN_BOUNDS_VALUE     a register as it is when the loop is entered
 * GEN_BOUNDS_VARIABLE  the address of a variable
 * GEN_BOUNDS_SIGNED,
 * GEN_BOUNDS_UNSIGNED  a value of 32 bits, extended: `index` in `narrow`. It may change by turns
 * GEN_BOUNDS_COMPUTED  what a statement computes from values that do not change, or a product:
 *                      `index` in `computed` */
#ifndef GEN_BOUNDS_TURN_VALUE_H
#define GEN_BOUNDS_TURN_VALUE_H

#include "bounds/addresses/linear_form.h"
#include "bounds/flow/loop.h"

/* In turn t, from 0: first + t * step, modulo 2^bits; a term of `first` that is extended may change
 * by turns, too. */
typedef struct gen_bounds_turn_value {
    bool is_known;
    uint32_t bits; /* 32 or 64 */
    gen_bounds_form first;
    gen_bounds_form step;
} gen_bounds_turn_value;

/* Low bits that must be 0 in the first turn: `or` adds to them. Steps have none of them. */
typedef struct gen_bounds_zero_bits {
    gen_bounds_form first; /* 32 bits */
    uint32_t bits;
} gen_bounds_zero_bits;

#define GEN_BOUNDS_MAX_SOURCES 4

/* A product is that of the first turn: what turns add is in the step of the value that has it. */
typedef struct gen_bounds_computed {
    const gen_ptx_statement *statement; /* null: it is the product of two sources */
    uint32_t bits;
    gen_bounds_turn_value sources[GEN_BOUNDS_MAX_SOURCES]; /* of its operands but the first */
} gen_bounds_computed;

typedef struct gen_bounds_turns {
    gen_bounds_function *function;
    const gen_bounds_loop *loop;
    size_t narrow_count;
    size_t narrow_capacity;
    gen_bounds_turn_value *narrow;
    size_t computed_count;
    size_t computed_capacity;
    gen_bounds_computed *computed;
    size_t zero_count;
    size_t zero_capacity;
    gen_bounds_zero_bits *zeros;
    const gen_bounds_turn_value **known; /* of each statement: what it writes; null: not read yet */
    const gen_bounds_turn_value **known_carried; /* the same of registers: in the header */
    const gen_ptx_register *carried;             /* the register whose step is looked for */
    unsigned work;
} gen_bounds_turns;

void gen_bounds_turns_initialize(gen_bounds_turns *turns, gen_bounds_function *function,
                                 const gen_bounds_loop *loop);

/* What the register holds before the statement, which is in the loop. */
gen_bounds_turn_value gen_bounds_turn_value_of(gen_bounds_turns *turns, gen_ptx_register *reg,
                                               size_t place);

/* The same of an operand: also of a number, of a variable, and of an address. */
gen_bounds_turn_value gen_bounds_turn_operand(gen_bounds_turns *turns,
                                              const gen_ptx_operand *operand, uint32_t bits,
                                              size_t place);

/* True if the value is the same in all turns. */
bool gen_bounds_is_invariant(const gen_bounds_turns *turns, const gen_bounds_turn_value *value);

/* What each turn adds to the value, as a sum of 64 bits, if its narrow terms do not wrap. False if
 * the sum has too many terms. */
bool gen_bounds_turn_step(gen_bounds_turns *turns, const gen_bounds_turn_value *value,
                          gen_bounds_form *step);

/* Where the register was written that is read at the place, in the same turn, or
 * GEN_BOUNDS_NOWHERE. */
size_t gen_bounds_write_in_turn(const gen_bounds_turns *turns, const gen_ptx_register *reg,
                                size_t place);

#endif

/* range.h: arithmetic with ranges of integers. A register of b bits is in the range [low, high] if
 * it is equal to one of these integers modulo 2^b: so one range says the same of a register as a
 * signed and as an unsigned number. */
#ifndef GEN_BOUNDS_RANGE_H
#define GEN_BOUNDS_RANGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gen_bounds_range {
    int64_t low;
    int64_t high; /* below `low`: there is no such value */
} gen_bounds_range;

/* All values of a register of so many bits, none, and one. */
gen_bounds_range gen_bounds_range_all(uint32_t bits);
gen_bounds_range gen_bounds_range_none(void);
gen_bounds_range gen_bounds_range_of(int64_t low, int64_t high);

bool gen_bounds_range_is_none(gen_bounds_range range);
/* True if `a` has fewer integers. Both say something of the same value: the smaller one says more.
 */
bool gen_bounds_range_is_narrower(gen_bounds_range a, gen_bounds_range b);
bool gen_bounds_range_equals(gen_bounds_range a, gen_bounds_range b);

/* What is in one of both, at least; what is in both. */
gen_bounds_range gen_bounds_range_join(gen_bounds_range a, gen_bounds_range b);
gen_bounds_range gen_bounds_range_meet(gen_bounds_range a, gen_bounds_range b);

/* The same values as numbers of the type: each integer of the range is one that it can hold. */
gen_bounds_range gen_bounds_range_as(gen_bounds_range range, uint32_t bits, bool is_signed);

/* False for unsigned numbers of 64 bits that may be 2^63 or more: they are not followed. */
bool gen_bounds_range_is_typed(gen_bounds_range range, uint32_t bits, bool is_signed);

/* The results of operations on numbers, as registers of so many bits hold them. */
gen_bounds_range gen_bounds_range_add(gen_bounds_range a, gen_bounds_range b, uint32_t bits);
gen_bounds_range gen_bounds_range_subtract(gen_bounds_range a, gen_bounds_range b, uint32_t bits);
gen_bounds_range gen_bounds_range_multiply(gen_bounds_range a, gen_bounds_range b, uint32_t bits);
gen_bounds_range gen_bounds_range_min(gen_bounds_range a, gen_bounds_range b);
gen_bounds_range gen_bounds_range_max(gen_bounds_range a, gen_bounds_range b);

/* a / b and a % b, as C's, and a >> b and a & b; of numbers that fit into their type. */
gen_bounds_range gen_bounds_range_divide(gen_bounds_range a, gen_bounds_range b, uint32_t bits);
gen_bounds_range gen_bounds_range_remainder(gen_bounds_range a, gen_bounds_range b, uint32_t bits);
gen_bounds_range gen_bounds_range_shift_right(gen_bounds_range a, gen_bounds_range b,
                                              uint32_t bits);
gen_bounds_range gen_bounds_range_and(gen_bounds_range a, gen_bounds_range b, uint32_t bits);

/* 2^k if a & mask is a rounded down to a multiple of that, for all of the range; else 0. */
int64_t gen_bounds_range_kept_multiple(gen_bounds_range a, gen_bounds_range mask);

/* What or and xor give: bits of one of both. */
gen_bounds_range gen_bounds_range_or(gen_bounds_range a, gen_bounds_range b, uint32_t bits);

#endif

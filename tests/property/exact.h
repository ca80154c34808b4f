/* exact.h: the arithmetic of contracts by docs/CONTRACTS.md, written without any of the project's
 * code: sign and magnitude; every step is computed exactly and then compared with the bounds.
 *
 * Operands lie between -2^63 and 2^64-1, so that 128 bits of magnitude hold every product. */
#ifndef PROPERTY_EXACT_H
#define PROPERTY_EXACT_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 exact_magnitude;

typedef struct exact {
    bool none; /* no value */
    bool negative;
    exact_magnitude magnitude;
} exact;

typedef enum exact_op {
    EXACT_NEGATE,
    EXACT_PLUS,
    EXACT_NOT,
    EXACT_IS_POW2,
    EXACT_ADD,
    EXACT_SUBTRACT,
    EXACT_MULTIPLY,
    EXACT_DIVIDE,
    EXACT_REMAINDER,
    EXACT_EQUAL,
    EXACT_NOT_EQUAL,
    EXACT_LESS,
    EXACT_LESS_EQUAL,
    EXACT_GREATER,
    EXACT_GREATER_EQUAL,
    EXACT_AND,
    EXACT_OR,
    EXACT_BIT_AND,
    EXACT_BIT_OR,
    EXACT_BIT_XOR,
    EXACT_SHIFT_LEFT,
    EXACT_SHIFT_RIGHT,
    EXACT_MIN,
    EXACT_MAX,
    EXACT_CEIL_DIV,
    EXACT_CONDITIONAL,
    EXACT_OPS
} exact_op;

exact exact_none(void);
exact exact_of(uint64_t value);
exact exact_of_signed(int64_t value);

exact exact_unary(exact_op op, exact a);
exact exact_binary(exact_op op, exact a, exact b);
exact exact_conditional(exact condition, exact a, exact b);

/* a < b ? -1 : a > b; both have values. */
int exact_compare(exact a, exact b);

/* True if it has a value that is not negative, which is written to *out. */
bool exact_is_count(exact a, uint64_t *out);

static inline bool exact_is_unary(exact_op op)
{
    return op <= EXACT_IS_POW2;
}

#endif

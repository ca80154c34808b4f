/* wide.h: contract arithmetic in 128 bits, to compare custub/arith.h with. */
#ifndef TEST_WIDE_H
#define TEST_WIDE_H

#include <custub/arith.h>
#include <custub/describe.h>

#include <stdbool.h>

__extension__ typedef __int128 wide_value;

/* A number of a contract, or none. */
typedef struct wide {
    bool valid;
    wide_value value;
} wide;

static inline wide wide_none(void)
{
    wide result = {false, 0};

    return result;
}

/* The number, if it is in the range of contracts. */
static inline wide wide_of(wide_value value)
{
    wide result = {true, value};
    wide_value one = 1;

    if (value < -(one << 63) || value > (one << 64) - 1)
        return wide_none();
    return result;
}

static inline wide wide_of_int(custub_int a)
{
    if (a.invalid)
        return wide_none();
    return wide_of(a.negative ? (wide_value)(int64_t)a.bits : (wide_value)a.bits);
}

static inline wide wide_unary(custub_op op, wide a)
{
    if (!a.valid)
        return wide_none();
    if (op == CUSTUB_OP_NEGATE)
        return wide_of(-a.value);
    if (op == CUSTUB_OP_NOT)
        return wide_of(!a.value);
    for (int i = 0; i < 64; i++) {
        if (a.value == (wide_value)1 << i)
            return wide_of(1);
    }
    return wide_of(0);
}

static inline wide wide_multiply(wide_value a, wide_value b)
{
    wide_value product;

    return __builtin_mul_overflow(a, b, &product) ? wide_none() : wide_of(product);
}

/* The smallest integer that is not below the quotient. */
static inline wide wide_ceil_div(wide_value a, wide_value b)
{
    wide_value quotient = a / b;

    while (b > 0 ? quotient * b < a : quotient * b > a)
        quotient++;
    return wide_of(quotient);
}

static inline wide wide_bits(custub_op op, wide_value a, wide_value b)
{
    if (a < 0 || b < 0)
        return wide_none();
    switch (op) {
    case CUSTUB_OP_BIT_AND:
        return wide_of(a & b);
    case CUSTUB_OP_BIT_OR:
        return wide_of(a | b);
    case CUSTUB_OP_BIT_XOR:
        return wide_of(a ^ b);
    case CUSTUB_OP_SHIFT_LEFT:
        for (; b > 0 && a; b--) {
            a *= 2;
            if (!wide_of(a).valid)
                return wide_none();
        }
        return wide_of(a);
    default:
        for (; b > 0 && a; b--)
            a /= 2;
        return wide_of(a);
    }
}

static inline wide wide_arithmetic(custub_op op, wide_value a, wide_value b)
{
    switch (op) {
    case CUSTUB_OP_ADD:
        return wide_of(a + b);
    case CUSTUB_OP_SUBTRACT:
        return wide_of(a - b);
    case CUSTUB_OP_MULTIPLY:
        return wide_multiply(a, b);
    case CUSTUB_OP_DIVIDE:
        return b ? wide_of(a / b) : wide_none();
    case CUSTUB_OP_REMAINDER:
        return b ? wide_of(a % b) : wide_none();
    case CUSTUB_OP_CEIL_DIV:
        return b ? wide_ceil_div(a, b) : wide_none();
    case CUSTUB_OP_MIN:
        return wide_of(a < b ? a : b);
    case CUSTUB_OP_MAX:
        return wide_of(a > b ? a : b);
    default:
        return wide_bits(op, a, b);
    }
}

static inline wide wide_binary(custub_op op, wide a, wide b)
{
    if (!a.valid)
        return wide_none();
    if (op == CUSTUB_OP_AND && !a.value)
        return wide_of(0);
    if (op == CUSTUB_OP_OR && a.value)
        return wide_of(1);
    if (!b.valid)
        return wide_none();
    switch (op) {
    case CUSTUB_OP_AND:
    case CUSTUB_OP_OR:
        return wide_of(b.value != 0);
    case CUSTUB_OP_EQUAL:
        return wide_of(a.value == b.value);
    case CUSTUB_OP_NOT_EQUAL:
        return wide_of(a.value != b.value);
    case CUSTUB_OP_LESS:
        return wide_of(a.value < b.value);
    case CUSTUB_OP_LESS_EQUAL:
        return wide_of(a.value <= b.value);
    case CUSTUB_OP_GREATER:
        return wide_of(a.value > b.value);
    case CUSTUB_OP_GREATER_EQUAL:
        return wide_of(a.value >= b.value);
    default:
        return wide_arithmetic(op, a.value, b.value);
    }
}

static inline wide wide_conditional(wide condition, wide a, wide b)
{
    if (!condition.valid)
        return wide_none();
    return condition.value ? a : b;
}

static inline bool wide_equals(wide expected, custub_int found)
{
    wide value = wide_of_int(found);

    return expected.valid == value.valid && (!value.valid || expected.value == value.value);
}

#endif

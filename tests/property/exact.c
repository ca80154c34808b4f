#include "exact.h"

static const exact no_value = {true, false, 0};

exact exact_none(void)
{
    return no_value;
}

exact exact_of(uint64_t value)
{
    exact out = {false, false, value};

    return out;
}

exact exact_of_signed(int64_t value)
{
    exact out = exact_of((uint64_t)value);

    if (value < 0) {
        out.negative = true;
        out.magnitude = (exact_magnitude)UINT64_MAX + 1 - (uint64_t)value;
    }
    return out;
}

/* The result of a step: a value in the bounds, or none. */
static exact step(bool negative, exact_magnitude magnitude)
{
    exact out = {false, negative && magnitude, magnitude};
    exact_magnitude one = 1;

    if (out.negative ? magnitude > one << 63 : magnitude > (one << 64) - 1)
        return no_value;
    return out;
}

static exact truth(bool holds)
{
    return exact_of(holds);
}

int exact_compare(exact a, exact b)
{
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    if (a.magnitude == b.magnitude)
        return 0;
    return (a.magnitude < b.magnitude) == a.negative ? 1 : -1;
}

bool exact_is_count(exact a, uint64_t *out)
{
    if (a.none || a.negative)
        return false;
    *out = (uint64_t)a.magnitude;
    return true;
}

exact exact_unary(exact_op op, exact a)
{
    if (a.none)
        return no_value;
    switch (op) {
    case EXACT_NEGATE:
        return step(!a.negative, a.magnitude);
    case EXACT_NOT:
        return truth(!a.magnitude);
    case EXACT_IS_POW2:
        return truth(!a.negative && a.magnitude && !(a.magnitude & (a.magnitude - 1)));
    default:
        return a;
    }
}

static exact add(exact a, exact b)
{
    if (a.negative == b.negative)
        return step(a.negative, a.magnitude + b.magnitude);
    if (a.magnitude >= b.magnitude)
        return step(a.negative, a.magnitude - b.magnitude);
    return step(b.negative, b.magnitude - a.magnitude);
}

static exact subtract(exact a, exact b)
{
    b.negative = !b.negative && b.magnitude;
    return add(a, b);
}

static exact divide(exact_op op, exact a, exact b)
{
    bool negative = a.negative != b.negative;
    exact_magnitude quotient;
    exact_magnitude rest;

    if (!b.magnitude)
        return no_value;
    quotient = a.magnitude / b.magnitude;
    rest = a.magnitude % b.magnitude;
    if (op == EXACT_REMAINDER)
        return step(a.negative, rest);
    if (op == EXACT_CEIL_DIV && rest && !negative)
        quotient++;
    return step(negative, quotient);
}

static exact shift(exact_op op, exact a, exact b)
{
    if (!a.magnitude)
        return a;
    if (op == EXACT_SHIFT_RIGHT)
        return b.magnitude > 127 ? exact_of(0) : step(false, a.magnitude >> b.magnitude);
    /* A factor of 2^64 or more is out of bounds for every value. */
    return b.magnitude > 63 ? no_value : step(false, a.magnitude << b.magnitude);
}

static exact bits(exact_op op, exact a, exact b)
{
    if (a.negative || b.negative)
        return no_value;
    switch (op) {
    case EXACT_BIT_AND:
        return step(false, a.magnitude & b.magnitude);
    case EXACT_BIT_OR:
        return step(false, a.magnitude | b.magnitude);
    case EXACT_BIT_XOR:
        return step(false, a.magnitude ^ b.magnitude);
    default:
        return shift(op, a, b);
    }
}

static exact compare(exact_op op, exact a, exact b)
{
    int order = exact_compare(a, b);

    switch (op) {
    case EXACT_EQUAL:
        return truth(order == 0);
    case EXACT_NOT_EQUAL:
        return truth(order != 0);
    case EXACT_LESS:
        return truth(order < 0);
    case EXACT_LESS_EQUAL:
        return truth(order <= 0);
    case EXACT_GREATER:
        return truth(order > 0);
    case EXACT_GREATER_EQUAL:
        return truth(order >= 0);
    case EXACT_MIN:
        return order < 0 ? a : b;
    default: /* EXACT_MAX */
        return order > 0 ? a : b;
    }
}

exact exact_conditional(exact condition, exact a, exact b)
{
    if (condition.none)
        return no_value;
    return condition.magnitude ? a : b;
}

exact exact_binary(exact_op op, exact a, exact b)
{
    if (a.none)
        return no_value;
    if (op == EXACT_AND && !a.magnitude)
        return truth(false);
    if (op == EXACT_OR && a.magnitude)
        return truth(true);
    if (b.none)
        return no_value;
    switch (op) {
    case EXACT_ADD:
        return add(a, b);
    case EXACT_SUBTRACT:
        return subtract(a, b);
    case EXACT_MULTIPLY:
        return step(a.negative != b.negative, a.magnitude * b.magnitude);
    case EXACT_DIVIDE:
    case EXACT_REMAINDER:
    case EXACT_CEIL_DIV:
        return divide(op, a, b);
    case EXACT_AND:
    case EXACT_OR:
        return truth(b.magnitude != 0);
    case EXACT_BIT_AND:
    case EXACT_BIT_OR:
    case EXACT_BIT_XOR:
    case EXACT_SHIFT_LEFT:
    case EXACT_SHIFT_RIGHT:
        return bits(op, a, b);
    default:
        return compare(op, a, b);
    }
}

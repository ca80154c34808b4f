/* custub/arith.h: the integers of contracts.
 *
 * A custub_int is a mathematical integer in [-2^63, 2^64-1], or has no value. An operation has no
 * value if its exact result is outside that range, if it divides by zero, if a shift or an operand
 * of a bit operator is negative, or if an operand has no value. The exceptions are && and ||, whose
 * right operand needs no value if the left one decides, and ?:, which needs only the chosen one.
 * Generated stubs, the generator's constant folding and the runtime's evaluator all compute with
 * this header and nothing else.
 *
 * Every function is pure: it may be called from any thread, fails only by giving no value, and
 * takes and returns its numbers by value. Comparisons and logical operators give 1 or 0.
 *
 * Under GCC and Clang the product uses a compiler builtin. Define CUSTUB_ARITH_PORTABLE before the
 * first include to get the plain C that other compilers get.
 */
#ifndef CUSTUB_ARITH_H
#define CUSTUB_ARITH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct custub_int {
    uint64_t bits;    /* the value; two's complement if it is negative */
    uint8_t negative; /* 1: the value is below zero */
    uint8_t invalid;  /* 1: there is no value, and the other fields mean nothing */
} custub_int;

/* --- Into and out of custub_int ------------------------------------------------------------- */

static inline custub_int custub_int_of_u64(uint64_t value)
{
    custub_int result;

    result.bits = value;
    result.negative = 0;
    result.invalid = 0;
    return result;
}

static inline custub_int custub_int_of_i64(int64_t value)
{
    custub_int result;

    result.bits = (uint64_t)value;
    result.negative = (uint8_t)(value < 0);
    result.invalid = 0;
    return result;
}

/* 1 if `truth` is not zero, else 0. */
static inline custub_int custub_int_of_bool(int truth)
{
    return custub_int_of_u64(truth ? 1u : 0u);
}

/* A number without a value. */
static inline custub_int custub_int_none(void)
{
    custub_int result = custub_int_of_u64(0);

    result.invalid = 1;
    return result;
}

/* What a launch needs. UINT64_MAX, which leads to a refusal, if the value is negative or missing.
 */
static inline uint64_t custub_int_need(custub_int a)
{
    return a.invalid || a.negative ? UINT64_MAX : a.bits;
}

/* 1 if a condition holds: there is a value, and it is not zero. Else 0. */
static inline int custub_int_holds(custub_int a)
{
    return !a.invalid && a.bits != 0;
}

/* --- Parts of the operations ---------------------------------------------------------------- */

static inline uint64_t custub_int_magnitude(custub_int a)
{
    return a.negative ? 0u - a.bits : a.bits;
}

/* The number of this sign and magnitude; no value if it is out of range or `invalid` is not zero.
 */
static inline custub_int custub_int_of_parts(int negative, uint64_t magnitude, int invalid)
{
    custub_int result;

    result.bits = negative ? 0u - magnitude : magnitude;
    result.negative = (uint8_t)(negative && magnitude != 0);
    result.invalid = (uint8_t)(invalid || (negative && magnitude > (uint64_t)1 << 63));
    return result;
}

/* A truth; it has a value if both operands have one. */
static inline custub_int custub_int_of_relation(custub_int a, custub_int b, int truth)
{
    custub_int result = custub_int_of_bool(truth);

    result.invalid = (uint8_t)(a.invalid | b.invalid);
    return result;
}

/* 1 if an operand of a bit operator or a shift is negative or has no value. */
static inline int custub_int_unfit_for_bits(custub_int a, custub_int b)
{
    return a.invalid || b.invalid || a.negative || b.negative;
}

/* *product = a * b modulo 2^64. Returns 1 if that is not the exact product. */
static inline int custub_int_overflows(uint64_t a, uint64_t b, uint64_t *product)
{
#if defined(__GNUC__) && !defined(CUSTUB_ARITH_PORTABLE)
    return __builtin_mul_overflow(a, b, product);
#else
    *product = a * b;
    return a != 0 && b > UINT64_MAX / a;
#endif
}

/* --- One operand ---------------------------------------------------------------------------- */

static inline custub_int custub_int_negate(custub_int a)
{
    return custub_int_of_parts(!a.negative, custub_int_magnitude(a), a.invalid);
}

static inline custub_int custub_int_not(custub_int a)
{
    return custub_int_of_relation(a, a, a.bits == 0);
}

/* 1 if the number is a power of two, and above zero. */
static inline custub_int custub_int_is_pow2(custub_int a)
{
    return custub_int_of_relation(a, a,
                                  !a.negative && a.bits != 0 && (a.bits & (a.bits - 1u)) == 0);
}

/* --- Arithmetic ----------------------------------------------------------------------------- */

static inline custub_int custub_int_add(custub_int a, custub_int b)
{
    uint64_t x = custub_int_magnitude(a);
    uint64_t y = custub_int_magnitude(b);
    int invalid = a.invalid | b.invalid;

    if (a.negative == b.negative)
        return custub_int_of_parts(a.negative, x + y, invalid || x + y < x);
    if (x < y)
        return custub_int_of_parts(b.negative, y - x, invalid);
    return custub_int_of_parts(a.negative, x - y, invalid);
}

static inline custub_int custub_int_subtract(custub_int a, custub_int b)
{
    uint64_t x = custub_int_magnitude(a);
    uint64_t y = custub_int_magnitude(b);
    int invalid = a.invalid | b.invalid;

    if (a.negative != b.negative)
        return custub_int_of_parts(a.negative, x + y, invalid || x + y < x);
    if (x < y)
        return custub_int_of_parts(!a.negative, y - x, invalid);
    return custub_int_of_parts(a.negative, x - y, invalid);
}

static inline custub_int custub_int_multiply(custub_int a, custub_int b)
{
    uint64_t product;
    int invalid = custub_int_overflows(custub_int_magnitude(a), custub_int_magnitude(b), &product);

    return custub_int_of_parts(a.negative != b.negative, product,
                               invalid || a.invalid || b.invalid);
}

/* Rounds towards zero, as C does. */
static inline custub_int custub_int_divide(custub_int a, custub_int b)
{
    if (a.invalid || b.invalid || b.bits == 0)
        return custub_int_none();
    return custub_int_of_parts(a.negative != b.negative,
                               custub_int_magnitude(a) / custub_int_magnitude(b), 0);
}

/* Has the sign of the dividend, as in C. */
static inline custub_int custub_int_remainder(custub_int a, custub_int b)
{
    if (a.invalid || b.invalid || b.bits == 0)
        return custub_int_none();
    return custub_int_of_parts(a.negative, custub_int_magnitude(a) % custub_int_magnitude(b), 0);
}

/* The quotient rounded up, whatever the signs. */
static inline custub_int custub_int_ceil_div(custub_int a, custub_int b)
{
    uint64_t x = custub_int_magnitude(a);
    uint64_t y = custub_int_magnitude(b);
    int negative = a.negative != b.negative;

    if (a.invalid || b.invalid || y == 0)
        return custub_int_none();
    /* A negative quotient is already rounded up: division rounds towards zero. */
    return custub_int_of_parts(negative, x / y + (!negative && x % y != 0 ? 1u : 0u), 0);
}

/* --- Comparisons ---------------------------------------------------------------------------- */

static inline custub_int custub_int_equal(custub_int a, custub_int b)
{
    return custub_int_of_relation(a, b, a.negative == b.negative && a.bits == b.bits);
}

static inline custub_int custub_int_not_equal(custub_int a, custub_int b)
{
    return custub_int_of_relation(a, b, a.negative != b.negative || a.bits != b.bits);
}

static inline custub_int custub_int_less(custub_int a, custub_int b)
{
    /* Numbers of the same sign compare like their two's complement. */
    return custub_int_of_relation(a, b,
                                  a.negative == b.negative ? a.bits < b.bits : a.negative != 0);
}

static inline custub_int custub_int_greater(custub_int a, custub_int b)
{
    return custub_int_less(b, a);
}

static inline custub_int custub_int_less_equal(custub_int a, custub_int b)
{
    return custub_int_not(custub_int_less(b, a));
}

static inline custub_int custub_int_greater_equal(custub_int a, custub_int b)
{
    return custub_int_not(custub_int_less(a, b));
}

static inline custub_int custub_int_min(custub_int a, custub_int b)
{
    custub_int result = custub_int_holds(custub_int_less(b, a)) ? b : a;

    result.invalid = (uint8_t)(a.invalid | b.invalid);
    return result;
}

static inline custub_int custub_int_max(custub_int a, custub_int b)
{
    custub_int result = custub_int_holds(custub_int_less(a, b)) ? b : a;

    result.invalid = (uint8_t)(a.invalid | b.invalid);
    return result;
}

/* --- Logic: where the left operand decides, the right one may lack a value --- */

static inline custub_int custub_int_and(custub_int a, custub_int b)
{
    custub_int result = custub_int_of_bool(a.bits != 0 && b.bits != 0);

    result.invalid = (uint8_t)(a.invalid || (a.bits != 0 && b.invalid));
    return result;
}

static inline custub_int custub_int_or(custub_int a, custub_int b)
{
    custub_int result = custub_int_of_bool(a.bits != 0 || b.bits != 0);

    result.invalid = (uint8_t)(a.invalid || (a.bits == 0 && b.invalid));
    return result;
}

/* condition ? a : b. The one that is not chosen may lack a value. */
static inline custub_int custub_int_conditional(custub_int condition, custub_int a, custub_int b)
{
    custub_int result = condition.bits != 0 ? a : b;

    result.invalid |= condition.invalid;
    return result;
}

/* --- Bits: on operands that are not negative --- */

static inline custub_int custub_int_bit_and(custub_int a, custub_int b)
{
    return custub_int_of_parts(0, a.bits & b.bits, custub_int_unfit_for_bits(a, b));
}

static inline custub_int custub_int_bit_or(custub_int a, custub_int b)
{
    return custub_int_of_parts(0, a.bits | b.bits, custub_int_unfit_for_bits(a, b));
}

static inline custub_int custub_int_bit_xor(custub_int a, custub_int b)
{
    return custub_int_of_parts(0, a.bits ^ b.bits, custub_int_unfit_for_bits(a, b));
}

/* a * 2^b. Zero stays zero however far it is shifted. */
static inline custub_int custub_int_shift_left(custub_int a, custub_int b)
{
    if (custub_int_unfit_for_bits(a, b))
        return custub_int_none();
    if (b.bits >= 64u)
        return custub_int_of_parts(0, 0, a.bits != 0);
    return custub_int_of_parts(0, a.bits << b.bits, (a.bits << b.bits) >> b.bits != a.bits);
}

/* a / 2^b, rounded down: zero from 64 bits on. */
static inline custub_int custub_int_shift_right(custub_int a, custub_int b)
{
    if (custub_int_unfit_for_bits(a, b))
        return custub_int_none();
    return custub_int_of_u64(b.bits >= 64u ? 0 : a.bits >> b.bits);
}

/* --- Without checks: for operands whose types show that the result has a value --------------- */

/* What a launch needs: UINT64_MAX, which leads to a refusal, if the value is negative. */
static inline uint64_t custub_need_i64(int64_t value)
{
    return value < 0 ? UINT64_MAX : (uint64_t)value;
}

static inline int64_t custub_min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t custub_min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline int64_t custub_max_i64(int64_t a, int64_t b)
{
    return a < b ? b : a;
}

static inline uint64_t custub_max_u64(uint64_t a, uint64_t b)
{
    return a < b ? b : a;
}

static inline int64_t custub_ceil_div_i64(int64_t a, int64_t b)
{
    return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

static inline uint64_t custub_ceil_div_u64(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static inline int custub_is_pow2_u64(uint64_t a)
{
    return a != 0 && (a & (a - 1u)) == 0;
}

static inline int custub_is_pow2_i64(int64_t a)
{
    return a > 0 && custub_is_pow2_u64((uint64_t)a);
}

#ifdef __cplusplus
}
#endif
#endif

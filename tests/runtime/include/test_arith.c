/* Compares custub/arith.h with 128-bit arithmetic. test_arith_portable.c runs the same tests
 * without compiler builtins. */
#include "wide.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

typedef struct unary_case {
    const char *name;
    custub_op op;
    custub_int (*compute)(custub_int a);
} unary_case;

typedef struct binary_case {
    const char *name;
    custub_op op;
    custub_int (*compute)(custub_int a, custub_int b);
} binary_case;

static const unary_case unary_cases[] = {
    {"negate", CUSTUB_OP_NEGATE, custub_int_negate},
    {"not", CUSTUB_OP_NOT, custub_int_not},
    {"is_pow2", CUSTUB_OP_IS_POW2, custub_int_is_pow2},
};

static const binary_case binary_cases[] = {
    {"add", CUSTUB_OP_ADD, custub_int_add},
    {"subtract", CUSTUB_OP_SUBTRACT, custub_int_subtract},
    {"multiply", CUSTUB_OP_MULTIPLY, custub_int_multiply},
    {"divide", CUSTUB_OP_DIVIDE, custub_int_divide},
    {"remainder", CUSTUB_OP_REMAINDER, custub_int_remainder},
    {"equal", CUSTUB_OP_EQUAL, custub_int_equal},
    {"not_equal", CUSTUB_OP_NOT_EQUAL, custub_int_not_equal},
    {"less", CUSTUB_OP_LESS, custub_int_less},
    {"less_equal", CUSTUB_OP_LESS_EQUAL, custub_int_less_equal},
    {"greater", CUSTUB_OP_GREATER, custub_int_greater},
    {"greater_equal", CUSTUB_OP_GREATER_EQUAL, custub_int_greater_equal},
    {"and", CUSTUB_OP_AND, custub_int_and},
    {"or", CUSTUB_OP_OR, custub_int_or},
    {"bit_and", CUSTUB_OP_BIT_AND, custub_int_bit_and},
    {"bit_or", CUSTUB_OP_BIT_OR, custub_int_bit_or},
    {"bit_xor", CUSTUB_OP_BIT_XOR, custub_int_bit_xor},
    {"shift_left", CUSTUB_OP_SHIFT_LEFT, custub_int_shift_left},
    {"shift_right", CUSTUB_OP_SHIFT_RIGHT, custub_int_shift_right},
    {"min", CUSTUB_OP_MIN, custub_int_min},
    {"max", CUSTUB_OP_MAX, custub_int_max},
    {"ceil_div", CUSTUB_OP_CEIL_DIV, custub_int_ceil_div},
};

_Static_assert(LENGTH(unary_cases) + LENGTH(binary_cases) ==
                   CUSTUB_OP_CONDITIONAL - CUSTUB_OP_NEGATE,
               "every operation is tested");

static void check_unary(const unary_case *c, custub_int a)
{
    custub_int found = c->compute(a);

    if (!wide_equals(wide_unary(c->op, wide_of_int(a)), found))
        fail_msg("%s of %s%#llx%s gives %s%#llx%s", c->name, a.negative ? "negative " : "",
                 (unsigned long long)a.bits, a.invalid ? " (no value)" : "",
                 found.negative ? "negative " : "", (unsigned long long)found.bits,
                 found.invalid ? " (no value)" : "");
}

static void check_binary(const binary_case *c, custub_int a, custub_int b)
{
    custub_int found = c->compute(a, b);

    if (!wide_equals(wide_binary(c->op, wide_of_int(a), wide_of_int(b)), found))
        fail_msg("%s of %s%#llx%s and %s%#llx%s gives %s%#llx%s", c->name,
                 a.negative ? "negative " : "", (unsigned long long)a.bits,
                 a.invalid ? " (no value)" : "", b.negative ? "negative " : "",
                 (unsigned long long)b.bits, b.invalid ? " (no value)" : "",
                 found.negative ? "negative " : "", (unsigned long long)found.bits,
                 found.invalid ? " (no value)" : "");
}

/* Numbers around every bound of the range, of the 32-bit types and of shifts; the last one has no
 * value. */
static const int64_t signed_edges[] = {INT64_MIN,
                                       INT64_MIN + 1,
                                       INT64_MIN + 2,
                                       -4294967297,
                                       -4294967296,
                                       -4294967295,
                                       -2147483649,
                                       INT32_MIN,
                                       -2147483647,
                                       -65,
                                       -64,
                                       -63,
                                       -7,
                                       -4,
                                       -3,
                                       -2,
                                       -1};
static const uint64_t unsigned_edges[] = {0,
                                          1,
                                          2,
                                          3,
                                          4,
                                          7,
                                          31,
                                          32,
                                          33,
                                          62,
                                          63,
                                          64,
                                          65,
                                          128,
                                          INT32_MAX,
                                          UINT64_C(1) << 31,
                                          UINT32_MAX,
                                          UINT64_C(1) << 32,
                                          (UINT64_C(1) << 32) + 1,
                                          UINT64_C(1) << 62,
                                          INT64_MAX - 1,
                                          INT64_MAX,
                                          UINT64_C(1) << 63,
                                          (UINT64_C(1) << 63) + 1,
                                          UINT64_MAX - 1,
                                          UINT64_MAX};

#define EDGE_COUNT (LENGTH(signed_edges) + LENGTH(unsigned_edges) + 1)

static custub_int edge(size_t i)
{
    if (i < LENGTH(signed_edges))
        return custub_int_of_i64(signed_edges[i]);
    i -= LENGTH(signed_edges);
    return i < LENGTH(unsigned_edges) ? custub_int_of_u64(unsigned_edges[i]) : custub_int_none();
}

static void computes_edges_as_exact_arithmetic_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        for (size_t c = 0; c < LENGTH(unary_cases); c++)
            check_unary(&unary_cases[c], edge(i));
        for (size_t j = 0; j < EDGE_COUNT; j++) {
            for (size_t c = 0; c < LENGTH(binary_cases); c++)
                check_binary(&binary_cases[c], edge(i), edge(j));
        }
    }
}

static uint64_t random_state = 88172645463325252u;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* A number of any magnitude and either sign; sometimes an edge, or close to one. */
static custub_int random_int(void)
{
    uint64_t choice = random_bits();
    uint64_t bits = random_bits() >> (choice >> 8) % 64;

    if (choice % 16 == 0)
        return edge((size_t)(bits % EDGE_COUNT));
    if (choice % 16 == 1)
        return custub_int_of_u64(UINT64_MAX - bits % 1024);
    if (choice % 2)
        return custub_int_of_u64(bits);
    return custub_int_of_i64(-(int64_t)(bits >> 1) - (choice % 32 == 2));
}

static void computes_random_pairs_as_exact_arithmetic_does(void **state)
{
    (void)state;
    for (int i = 0; i < 1200000; i++) {
        custub_int a = random_int();
        custub_int b = random_int();
        for (size_t c = 0; c < LENGTH(unary_cases); c++)
            check_unary(&unary_cases[c], a);
        for (size_t c = 0; c < LENGTH(binary_cases); c++)
            check_binary(&binary_cases[c], a, b);
    }
}

static void makers_keep_their_value(void **state)
{
    (void)state;
    assert_true(wide_equals(wide_of(UINT64_MAX), custub_int_of_u64(UINT64_MAX)));
    assert_true(wide_equals(wide_of(INT64_MIN), custub_int_of_i64(INT64_MIN)));
    assert_true(wide_equals(wide_of(INT64_MAX), custub_int_of_i64(INT64_MAX)));
    assert_true(wide_equals(wide_of(-1), custub_int_of_i64(-1)));
    assert_true(wide_equals(wide_of(1), custub_int_of_bool(-5)));
    assert_true(wide_equals(wide_of(0), custub_int_of_bool(0)));
    assert_false(wide_of_int(custub_int_none()).valid);
}

static void zero_is_never_negative(void **state)
{
    custub_int minus_zero = custub_int_negate(custub_int_of_u64(0));
    custub_int difference = custub_int_subtract(custub_int_of_i64(-3), custub_int_of_i64(-3));
    custub_int product = custub_int_multiply(custub_int_of_i64(-3), custub_int_of_u64(0));

    (void)state;
    assert_int_equal(minus_zero.negative, 0);
    assert_int_equal(difference.negative, 0);
    assert_int_equal(product.negative, 0);
    assert_int_equal(custub_int_need(product), 0);
}

static void a_need_without_a_value_is_the_largest_number(void **state)
{
    (void)state;
    assert_true(custub_int_need(custub_int_of_u64(0)) == 0);
    assert_true(custub_int_need(custub_int_of_u64(4000)) == 4000);
    assert_true(custub_int_need(custub_int_of_i64(-1)) == UINT64_MAX);
    assert_true(custub_int_need(custub_int_none()) == UINT64_MAX);
    assert_true(custub_int_need(custub_int_multiply(custub_int_of_u64(UINT64_C(1) << 62),
                                                    custub_int_of_u64(4))) == UINT64_MAX);
}

static void a_condition_holds_if_it_has_a_value_other_than_zero(void **state)
{
    (void)state;
    assert_int_equal(custub_int_holds(custub_int_of_u64(0)), 0);
    assert_int_equal(custub_int_holds(custub_int_of_u64(1)), 1);
    assert_int_equal(custub_int_holds(custub_int_of_u64(UINT64_C(1) << 63)), 1);
    assert_int_equal(custub_int_holds(custub_int_of_i64(-1)), 1);
    assert_int_equal(custub_int_holds(custub_int_none()), 0);
    assert_int_equal(
        custub_int_holds(custub_int_divide(custub_int_of_u64(1), custub_int_of_u64(0))), 0);
}

static void an_operand_without_a_value_gives_none(void **state)
{
    custub_int lost = custub_int_add(custub_int_of_u64(UINT64_MAX), custub_int_of_u64(1));

    (void)state;
    assert_int_equal(lost.invalid, 1);
    lost = custub_int_subtract(lost, custub_int_of_u64(1));
    assert_int_equal(lost.invalid, 1);
    assert_int_equal(custub_int_multiply(lost, custub_int_of_u64(0)).invalid, 1);
    assert_int_equal(custub_int_not(lost).invalid, 1);
    assert_int_equal(custub_int_less_equal(lost, lost).invalid, 1);
}

static void the_left_operand_alone_may_decide_a_logical_operator(void **state)
{
    custub_int none = custub_int_none();
    custub_int no = custub_int_of_u64(0);
    custub_int yes = custub_int_of_u64(7);

    (void)state;
    assert_true(wide_equals(wide_of(0), custub_int_and(no, none)));
    assert_true(wide_equals(wide_of(1), custub_int_or(yes, none)));
    assert_int_equal(custub_int_and(yes, none).invalid, 1);
    assert_int_equal(custub_int_or(no, none).invalid, 1);
    assert_int_equal(custub_int_and(none, no).invalid, 1);
    assert_int_equal(custub_int_or(none, yes).invalid, 1);
}

static void a_conditional_is_the_operand_that_its_condition_chooses(void **state)
{
    (void)state;
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        for (size_t j = 0; j < EDGE_COUNT; j++) {
            for (size_t k = 0; k < EDGE_COUNT; k++) {
                wide expected = wide_conditional(wide_of_int(edge(i)), wide_of_int(edge(j)),
                                                 wide_of_int(edge(k)));
                assert_true(
                    wide_equals(expected, custub_int_conditional(edge(i), edge(j), edge(k))));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makers_keep_their_value),
        cmocka_unit_test(zero_is_never_negative),
        cmocka_unit_test(a_need_without_a_value_is_the_largest_number),
        cmocka_unit_test(a_condition_holds_if_it_has_a_value_other_than_zero),
        cmocka_unit_test(an_operand_without_a_value_gives_none),
        cmocka_unit_test(the_left_operand_alone_may_decide_a_logical_operator),
        cmocka_unit_test(a_conditional_is_the_operand_that_its_condition_chooses),
        cmocka_unit_test(computes_edges_as_exact_arithmetic_does),
        cmocka_unit_test(computes_random_pairs_as_exact_arithmetic_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

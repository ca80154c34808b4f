/* How the expressions of contracts are written in C. */
#include "emit/expressions/expression_text.h"
#include "expr_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static gen_arena arena;
static gen_diag diag;

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

static const gen_expr *parse(const char *text)
{
    const gen_expr *expr = sample_parse(&arena, &diag, text);

    if (!expr)
        fail_msg("%s: %s", text, diag.first->text);
    assert_int_equal(diag.errors, 0);
    return expr;
}

typedef void (*emitter)(gen_text *, const gen_kernel_names *, const gen_expr *, const char *);

static void check_c_of(emitter emit, const gen_kernel *kernel, const gen_expr *expr,
                       const char *expected)
{
    gen_text out;

    gen_text_initialize(&out);
    emit(&out, sample_names(&arena, kernel), expr, "launch");
    assert_false(out.failed);
    assert_string_equal(out.data, expected);
    gen_text_deinitialize(&out);
}

static void check_need(const char *text, const char *expected)
{
    check_c_of(gen_emit_need, &sample_kernel, parse(text), expected);
}

static void check_condition(const char *text, const char *expected)
{
    check_c_of(gen_emit_condition, &sample_kernel, parse(text), expected);
}

static void writes_needs_over_the_parameters_and_the_launch(void **state)
{
    (void)state;
    check_need("n", "n");
    check_need("m", "m");
    check_need("i", "custub_need_i64(i)");
    check_need("flag", "(uint64_t)flag");
    check_need("c", "custub_need_i64((int8_t)c)");
    check_need("u", "(uint8_t)u");
    check_need("p.dims[2]", "custub_need_i64(p.dims[2])");
    check_need("p.grid[1][2]", "custub_need_i64(p.grid[1][2])");
    check_need("p.restrict", "custub_need_i64(p.restrict_)");
    check_need("4", "4");
    check_need("layout::HUGE_ROWS", "UINT64_C(18446744073709551615)");
    check_need("-4", "custub_need_i64(-4)");
    check_need("blockDim.x * gridDim.y", "launch->block.x * custub_dim_size(launch->grid.y)");
}

static void writes_plain_arithmetic_where_all_values_fit_64_bits(void **state)
{
    (void)state;
    check_need("n * 4", "(uint64_t)n * 4");
    check_need("n * sizeof(float)", "n * sizeof(float)");
    check_need("u * sizeof(const int)", "(uint8_t)u * sizeof(const int)");
    check_need("n * sizeof(float *)", "(uint64_t)n * 8");
    check_need("i * sizeof(double) + 1", "custub_need_i64(i * (int64_t)sizeof(double) + 1)");
    check_need("n * (2 * sizeof(float))", "(uint64_t)n * 8");
    check_need("i * n", "custub_need_i64((int64_t)i * n)");
    check_need("(n + 1) * 2", "((uint64_t)n + 1) * 2");
    check_need("ceil_div(m, 32)", "custub_ceil_div_u64(m, 32)");
    check_need("max(i, 1) * 3", "(uint64_t)(custub_max_i64(i, 1) * 3)");
    check_need("m * 4", "custub_int_need(custub_int_multiply(custub_int_of_u64(m), "
                        "custub_int_of_u64(4)))");
    check_need("m / n",
               "custub_int_need(custub_int_divide(custub_int_of_u64(m), custub_int_of_u64(n)))");
    check_need("(m & 255) - i", "custub_need_i64((int64_t)(m & 255) - i)");
}

/* GCC warns of an overflow if a sum in uint64_t is converted to int64_t and meets its own operand.
 */
static void writes_operands_of_signed_arithmetic_in_int64_t(void **state)
{
    (void)state;
    check_need("n - (n + 37)", "custub_need_i64(n - ((int64_t)n + 37))");
    check_need("(37 + n) * 2 - n", "custub_need_i64((37 + (int64_t)n) * 2 - n)");
    check_need("-(u + 37)", "custub_need_i64(-((int64_t)(uint8_t)u + 37))");
    check_need("i - max(n + 1, 5)", "custub_need_i64(i - custub_max_i64((int64_t)n + 1, 5))");
    check_need("i - (n << 3)", "custub_need_i64(i - ((int64_t)n << 3))");
    check_need("i - ((m & 255) + 37)", "custub_need_i64(i - ((int64_t)(m & 255) + 37))");
    check_condition("i < n + 37", "i < (int64_t)n + 37");
}

static void checks_operations_that_may_trap_for_an_illegal_shape(void **state)
{
    (void)state;
    check_need("n / (1025 - blockDim.x)", "custub_int_need(custub_int_divide(custub_int_of_u64(n), "
                                          "custub_int_of_u64(1025 - launch->block.x)))");
    check_need("n << (1024 - blockDim.x) / 32",
               "custub_int_need(custub_int_shift_left(custub_int_of_u64(n), "
               "custub_int_of_u64((1024 - launch->block.x) / 32)))");
}

static void writes_conditions(void **state)
{
    (void)state;
    check_condition("i <= n", "(int64_t)i <= n");
    check_condition("i < 5", "i < 5");
    check_condition("n", "n != 0");
    check_condition("!n == flag", "(!(n != 0)) == flag");
    check_condition("is_pow2(blockDim.x) && gridDim.z",
                    "custub_is_pow2_u64(launch->block.x) && custub_dim_size(launch->grid.z) != 0");
}

/* Compilers warn about comparisons that have the same result for all values. */
static void checks_conditions_with_a_constant_result(void **state)
{
    (void)state;
    check_condition("n >= 0", "custub_int_holds(custub_int_greater_equal(custub_int_of_u64(n), "
                              "custub_int_of_u64(0)))");
    check_condition("u < 300", "custub_int_holds(custub_int_less(custub_int_of_u64((uint8_t)u), "
                               "custub_int_of_u64(300)))");
    check_condition("i == i", "custub_int_holds(custub_int_equal(custub_int_of_i64(i), "
                              "custub_int_of_i64(i)))");
    check_condition("(n & 8) == 4",
                    "custub_int_holds(custub_int_equal(custub_int_of_u64((uint64_t)n & 8), "
                    "custub_int_of_u64(4)))");
    check_condition("n | 1", "custub_int_holds(custub_int_of_u64((uint64_t)n | 1))");
}

/* The time to emit is at most polynomial in the length. */
static void writes_long_chains_in_polynomial_time(void **state)
{
    char text[400] = "n";
    char expected[sizeof(text) + 10] = "(uint64_t)n";

    (void)state;
    for (int k = 1; k < 60; k++) {
        strcat(text, " + n");
        strcat(expected, " + n");
    }
    check_need(text, expected);
}

static void names_parameters_as_the_generated_header_does(void **state)
{
    gen_param renamed[] = {sample_kernel.params[6], sample_kernel.params[9]};
    gen_kernel kernel = sample_kernel;
    const gen_annotation annotation = {.text = "restrict"};
    const gen_expr_rules rules = {false, false, "CUSTUB_THREADS"};
    const gen_expr *expr;

    (void)state;
    renamed[0].name = "restrict";
    renamed[1].name = "complex";
    kernel.params = renamed;
    kernel.param_count = 2;
    expr = gen_expr_parse(&arena, &diag, &sample_model, &kernel, NULL, &annotation,
                          "min(restrict, complex.inner.total)", &rules);
    assert_non_null(expr);
    assert_int_equal(expr->right->index, 1);
    check_c_of(gen_emit_need, &kernel, expr, "custub_min_u64(restrict_, complex_.inner.total)");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(writes_needs_over_the_parameters_and_the_launch),
        TEST(writes_plain_arithmetic_where_all_values_fit_64_bits),
        TEST(writes_operands_of_signed_arithmetic_in_int64_t),
        TEST(checks_operations_that_may_trap_for_an_illegal_shape),
        TEST(writes_conditions),
        TEST(checks_conditions_with_a_constant_result),
        TEST(writes_long_chains_in_polynomial_time),
        TEST(names_parameters_as_the_generated_header_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

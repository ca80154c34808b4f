/* Formulas that are fitted to made-up launches. */
#include "trial/launches/random.h"
#include "trial/formulas/fitting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define LAUNCHES 120

enum { N, M, K, GRID, BLOCK };

static const formula_variables variables = {
    NULL,
    5,
    3,
    {{TRIAL_ARGUMENT, 0, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_ARGUMENT, 1, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_ARGUMENT, 2, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_GRID, 0, 0, 0, 0},
     {TRIAL_BLOCK, 0, 0, 0, 0}},
    {"n", "m", "k", "gridDim.x", "blockDim.x"},
};

/* Three extents and three strides. */
static const formula_variables strides = {
    NULL,
    6,
    6,
    {{TRIAL_ARGUMENT, 0, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_ARGUMENT, 1, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_ARGUMENT, 2, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_ARGUMENT, 3, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_ARGUMENT, 4, 0, CUSTUB_SCALAR_I32, 0},
     {TRIAL_ARGUMENT, 5, 0, CUSTUB_SCALAR_I32, 0}},
    {"a", "b", "c", "d", "e", "f"},
};

/* What a launch touches. */
typedef int64_t end_of(const int64_t v[VARIABLES]);

/* Fits to launches whose numbers are `low` or more. */
static void fit_from(const formula_variables *of, int64_t low, end_of *end, int64_t unit,
                     bool without_shape, char text[FORMULA_TEXT])
{
    static observation list[LAUNCHES];
    const observations seen = {of, list, LAUNCHES, without_shape};
    trial_random random = {3};
    fits found;

    for (size_t i = 0; i < LAUNCHES; i++) {
        for (size_t k = 0; k < of->count; k++)
            list[i].values[k] = low + (int64_t)trial_random_below(&random, 60);
        list[i].most = (end(list[i].values) + unit - 1) / unit * unit;
        list[i].least = unit == 1 ? list[i].most : list[i].most - unit + 1;
    }
    fitting_search(&seen, &found);
    text[0] = '\0';
    if (found.count)
        formula_text(&found.list[0].formula, of, text);
}

static void fit_within(end_of *end, int64_t unit, bool without_shape, char text[FORMULA_TEXT])
{
    fit_from(&variables, 1, end, unit, without_shape, text);
}

static void expect(end_of *end, const char *expected)
{
    char text[FORMULA_TEXT];

    fit_within(end, 1, false, text);
    assert_string_equal(text, expected);
}

/* Some launches have numbers that are 0, or negative. */
static void expect_with_idle_launches(end_of *end, const char *expected)
{
    char text[FORMULA_TEXT];

    fit_from(&variables, -20, end, 1, false, text);
    assert_string_equal(text, expected);
}

static int64_t one(const int64_t v[VARIABLES])
{
    return v[N];
}

static int64_t product(const int64_t v[VARIABLES])
{
    return v[M] * v[K];
}

static int64_t strided(const int64_t v[VARIABLES])
{
    return (v[N] - 1) * v[M] + v[K];
}

static int64_t quotient(const int64_t v[VARIABLES])
{
    return (v[N] + 7) / 8 * v[M];
}

static int64_t padded(const int64_t v[VARIABLES])
{
    return (v[N] + 2) * (v[M] + 2);
}

static int64_t blocks(const int64_t v[VARIABLES])
{
    return v[GRID] * v[K];
}

static int64_t unguarded(const int64_t v[VARIABLES])
{
    return v[GRID] * v[BLOCK];
}

static int64_t triangle(const int64_t v[VARIABLES])
{
    return v[N] * v[M] + v[K];
}

static int64_t fixed(const int64_t v[VARIABLES])
{
    (void)v;
    return 4096;
}

/* Rows of 1001 elements without the last two, of a matrix without its first row. */
static int64_t line(const int64_t v[VARIABLES])
{
    return v[N] < 3 ? 0 : 1001 * v[N] - 1003;
}

/* Launches that happen to touch pairs of rows. */
static int64_t pairs(const int64_t v[VARIABLES])
{
    return 2002 * (v[N] / 2);
}

/* Blocks of 256 elements in 144 bytes. */
static int64_t packed(const int64_t v[VARIABLES])
{
    return 144 * v[M] * (v[N] / 16);
}

/* Elements that lie apart, behind others. */
static int64_t offset(const int64_t v[VARIABLES])
{
    return (v[N] - 1) * v[M] + v[K] + 1;
}

/* The same, in rows of a constant length. */
static int64_t column(const int64_t v[VARIABLES])
{
    return (v[N] - 1) * 512 + v[K] + 1;
}

static int64_t apart(const int64_t v[VARIABLES])
{
    return (v[0] - 1) * v[1] + (v[2] - 1) * v[3] + (v[4] - 1) * v[5] + 1;
}

/* The last of three parts of each row. */
static int64_t thirds(const int64_t v[VARIABLES])
{
    return 3 * v[N] * v[M] * v[K] - v[K];
}

/* An element behind the last of a row that is not whole. */
static int64_t mirrored(const int64_t v[VARIABLES])
{
    return v[N] * v[M] + v[K] + 1;
}

/* A row and a column more than blocks of 16 rows have. */
static int64_t bordered(const int64_t v[VARIABLES])
{
    return (16 * v[GRID] + 1) * (v[K] + 1);
}

/* Nothing is touched without work along the other numbers. */
static int64_t row_of_work(const int64_t v[VARIABLES])
{
    return v[N] > 0 && v[M] > 0 && v[K] > 0 ? v[N] : 0;
}

static int64_t positive_product(const int64_t v[VARIABLES])
{
    return v[M] > 0 && v[K] > 0 ? v[M] * v[K] : 0;
}

/* Whole planes of which a flat index reaches a part. */
static int64_t planes(const int64_t v[VARIABLES])
{
    const int64_t plane = v[M] * v[K];

    return (v[N] + plane - 1) / plane * plane;
}

/* One launch in three touches less. */
static int64_t seldom(const int64_t v[VARIABLES])
{
    return v[K] % 3 == 0 ? v[N] : v[N] * v[M];
}

static void finds_products(void **state)
{
    (void)state;
    expect(one, "n");
    expect(product, "m * k");
    expect(triangle, "n * m + k");
    expect(fixed, "4096");
}

static void finds_strides_and_margins(void **state)
{
    (void)state;
    expect(strided, "(n - 1) * m + k");
    expect(padded, "(n + 2) * (m + 2)");
    expect(offset, "(n - 1) * m + k + 1");
    expect(column, "(n - 1) * 512 + k + 1");
}

static void finds_sums_of_three_strides(void **state)
{
    char text[FORMULA_TEXT];

    (void)state;
    fit_from(&strides, 1, apart, 1, false, text);
    assert_string_equal(text, "(a - 1) * b + (c - 1) * d + (e - 1) * f + 1");
}

static void finds_sums_of_scaled_terms(void **state)
{
    (void)state;
    expect(thirds, "3 * n * m * k - k");
    expect(mirrored, "n * m + k + 1");
    expect(bordered, "k + 16 * gridDim.x * (k + 1) + 1");
}

static void learns_nothing_from_launches_without_work(void **state)
{
    (void)state;
    expect_with_idle_launches(row_of_work, "n");
    expect_with_idle_launches(positive_product, "m * k");
}

static void finds_rounded_quotients(void **state)
{
    (void)state;
    expect(quotient, "m * ceil_div(n, 8)");
}

static void finds_lines(void **state)
{
    (void)state;
    expect(line, "1001 * n - 1003");
}

static void has_no_large_factors_of_quotients(void **state)
{
    char text[FORMULA_TEXT];

    (void)state;
    fit_within(pairs, 1, false, text);
    assert_null(strstr(text, "/ "));
}

static void finds_packed_blocks(void **state)
{
    (void)state;
    expect(packed, "144 * m * (n / 16)");
}

static void finds_whole_planes(void **state)
{
    (void)state;
    expect(planes, "ceil_div(n, m * k) * m * k");
}

static void finds_extents_of_the_shape(void **state)
{
    (void)state;
    expect(blocks, "gridDim.x * k");
    expect(unguarded, "gridDim.x * blockDim.x");
}

static void takes_what_most_launches_reach(void **state)
{
    (void)state;
    expect(seldom, "n * m");
}

static void finds_threads_in_whole_blocks(void **state)
{
    char text[FORMULA_TEXT];

    (void)state;
    fit_within(product, 32, true, text);
    assert_string_equal(text, "m * k");
}

static void names_no_shape_if_it_must_not(void **state)
{
    char text[FORMULA_TEXT];

    (void)state;
    fit_within(blocks, 1, true, text);
    assert_null(strstr(text, "gridDim"));
}

static void writes_what_the_generator_reads(void **state)
{
    const formula n = formula_variable(N), m = formula_variable(M), two = formula_constant(2);
    const formula sum = formula_of(CUSTUB_OP_ADD, &n, &m);
    const formula difference = formula_of(CUSTUB_OP_SUBTRACT, &n, &sum);
    const formula rest = formula_of(CUSTUB_OP_REMAINDER, &difference, &two);
    const int64_t values[VARIABLES] = {7, 3};
    uint32_t code[FORMULA_WORDS];
    char text[FORMULA_TEXT];

    (void)state;
    formula_text(&rest, &variables, text);
    assert_string_equal(text, "(n - (n + m)) % 2");
    assert_int_equal(formula_value(&difference, values), -3);
    assert_int_equal(formula_code(&two, &variables, code), 3);
    assert_int_equal(formula_code(&sum, &variables, code), 9);
    assert_int_equal(code[8], CUSTUB_OP_ADD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_products),
        cmocka_unit_test(finds_strides_and_margins),
        cmocka_unit_test(finds_sums_of_three_strides),
        cmocka_unit_test(finds_sums_of_scaled_terms),
        cmocka_unit_test(learns_nothing_from_launches_without_work),
        cmocka_unit_test(finds_rounded_quotients),
        cmocka_unit_test(finds_lines),
        cmocka_unit_test(has_no_large_factors_of_quotients),
        cmocka_unit_test(finds_packed_blocks),
        cmocka_unit_test(finds_whole_planes),
        cmocka_unit_test(finds_extents_of_the_shape),
        cmocka_unit_test(takes_what_most_launches_reach),
        cmocka_unit_test(finds_threads_in_whole_blocks),
        cmocka_unit_test(names_no_shape_if_it_must_not),
        cmocka_unit_test(writes_what_the_generator_reads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

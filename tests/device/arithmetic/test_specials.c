/* CUDA's math functions have the same results for special values as on an H200.
 * specials.expected has a line for each function, with a letter for each set of operands:
 *
 *     N  not a number             P M  positive, negative infinity
 *     0 z  positive, negative zero   f F  another positive, negative number
 *
 * `test_specials EXPECTED` compares; `test_specials print` prints such lines, `test_specials
 * values` the values themselves. */
#include "device_fixture.h"
#include "specials.custub.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ONE, TWO, THREE, SCALED, ORDER };

typedef struct row {
    int kind;
    const char *label;
} row;

#define BOTH(kind, label, in_double, in_float) {kind, #label},
#define SINGLE(kind, label, in_float)
static const row double_rows[] = {
#include "special_table.h"
};
#undef SINGLE
#define SINGLE(kind, label, in_float) {kind, #label},
static const row single_rows[] = {
#include "special_table.h"
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define THREADS       128

/* --- Operands --------------------------------------------------------------------------------- */

#define SETS_AT_MOST 2048

/* Bounds of a type. */
typedef struct limits {
    double least; /* subnormal */
    double least_normal;
    double most;
} limits;

static const limits of_double = {4.9406564584124654e-324, DBL_MIN, DBL_MAX};
static const limits of_single = {0x1p-149, (double)FLT_MIN, (double)FLT_MAX};

static struct {
    int kind;
    double of[3];
    int n;
} sets[SETS_AT_MOST];
static unsigned set_count;

typedef struct value_list {
    double values[64];
    unsigned count;
} value_list;

static void add_both_signs(value_list *list, double value)
{
    list->values[list->count++] = value;
    list->values[list->count++] = -value;
}

/* `usual` in both signs, then the bounds of the type, infinities and NaN. */
static value_list all_values(const double *usual, size_t count, const limits *bounds)
{
    value_list list = {.count = 0};

    for (size_t i = 0; i < count; i++)
        add_both_signs(&list, usual[i]);
    add_both_signs(&list, bounds->least);
    add_both_signs(&list, bounds->least_normal);
    add_both_signs(&list, bounds->most);
    add_both_signs(&list, HUGE_VAL);
    list.values[list.count++] = (double)NAN;
    return list;
}

static void add_set(int kind, double x, double y, double z, int n)
{
    assert_true(set_count < SETS_AT_MOST);
    sets[set_count].kind = kind;
    sets[set_count].of[0] = x;
    sets[set_count].of[1] = y;
    sets[set_count].of[2] = z;
    sets[set_count++].n = n;
}

static void add_sets_of_one(const limits *bounds)
{
    static const double usual[] = {0,    0.25, 0.5,   1,   1.5, 2,   2.5, 3,      4.5,  10,  30,
                                   50.5, 100,  200.5, 1e3, 1e4, 1e5, 1e9, 3.5e18, 1e20, 1e38};
    const value_list list = all_values(usual, LENGTH(usual), bounds);

    for (unsigned i = 0; i < list.count; i++)
        add_set(ONE, list.values[i], 0, 0, 0);
}

static void add_sets_of_two(const limits *bounds)
{
    static const double usual[] = {0, 0.5, 1, 2, 3, 1e30};
    const value_list list = all_values(usual, LENGTH(usual), bounds);

    for (unsigned i = 0; i < list.count; i++) {
        for (unsigned j = 0; j < list.count; j++)
            add_set(TWO, list.values[i], list.values[j], 0, 0);
    }
}

static void add_sets_of_three(const limits *bounds)
{
    const double values[] = {-0.0,         3,        -3,        bounds->least,
                             bounds->most, HUGE_VAL, -HUGE_VAL, (double)NAN};

    for (unsigned i = 0; i < LENGTH(values); i++) {
        for (unsigned j = 0; j < LENGTH(values); j++) {
            for (unsigned k = 0; k < LENGTH(values); k++)
                add_set(THREE, values[i], values[j], values[k], 0);
        }
    }
}

static void add_sets_with_integers(const limits *bounds)
{
    static const int scales[] = {-2147483647 - 1, -3000, -1074, -130, -1, 0, 1, 130, 1030, 3000,
                                 2147483647};
    static const int orders[] = {-3, -2, -1, 0, 1, 2, 3, 50};
    static const double scaled[] = {0, 0.75};
    static const double ordered[] = {0, 0.5, 2, 30, 1e4, 1e30};
    const value_list to_scale = all_values(scaled, LENGTH(scaled), bounds);
    const value_list in_order = all_values(ordered, LENGTH(ordered), bounds);

    for (unsigned i = 0; i < LENGTH(scales); i++) {
        for (unsigned j = 0; j < to_scale.count; j++)
            add_set(SCALED, to_scale.values[j], 0, 0, scales[i]);
    }
    for (unsigned i = 0; i < LENGTH(orders); i++) {
        for (unsigned j = 0; j < in_order.count; j++)
            add_set(ORDER, in_order.values[j], 0, 0, orders[i]);
    }
}

static void make_sets(const limits *bounds)
{
    set_count = 0;
    add_sets_of_one(bounds);
    add_sets_of_two(bounds);
    add_sets_of_three(bounds);
    add_sets_with_integers(bounds);
}

/* --- Results ---------------------------------------------------------------------------------- */

static specials_kernels kernels;
static double results[LENGTH(single_rows)][SETS_AT_MOST];

#define DEFINE_COMPUTE(kernel, elements, type, rows)                                               \
    static void compute_##kernel(void)                                                             \
    {                                                                                              \
        static type operands[SETS_AT_MOST][3];                                                     \
        static type out[LENGTH(rows) * SETS_AT_MOST];                                              \
        static int32_t integers[SETS_AT_MOST];                                                     \
        custub_launch launch = one_block(THREADS);                                                 \
        elements##_buffer input = elements##_buffer_create(set_count * 3, &fixture_error);         \
        elements##_buffer output =                                                                 \
            elements##_buffer_create(LENGTH(rows) * set_count, &fixture_error);                    \
        custub_i32_buffer whole = custub_i32_buffer_create(set_count, &fixture_error);             \
                                                                                                   \
        launch.grid = custub_grid((set_count + THREADS - 1) / THREADS, 1, 1);                      \
        for (unsigned i = 0; i < set_count; i++) {                                                 \
            for (int k = 0; k < 3; k++)                                                            \
                operands[i][k] = (type)sets[i].of[k];                                              \
            integers[i] = sets[i].n;                                                               \
        }                                                                                          \
        succeed(                                                                                   \
            elements##_upload(input.view, &operands[0][0], input.view.count, 0, &fixture_error));  \
        succeed(custub_i32_upload(whole.view, integers, set_count, 0, &fixture_error));            \
        succeed(launch_##kernel(&kernels, &launch, output.view, input.view, whole.view, set_count, \
                                &fixture_error));                                                  \
        succeed(elements##_download(output.view, out, output.view.count, 0, &fixture_error));      \
        for (size_t i = 0; i < output.view.count; i++)                                             \
            results[i / set_count][i % set_count] = (double)out[i];                                \
        elements##_buffer_destroy(&input, NULL);                                                   \
        elements##_buffer_destroy(&output, NULL);                                                  \
        custub_i32_buffer_destroy(&whole, NULL);                                                   \
    }

DEFINE_COMPUTE(special_double, custub_f64, double, double_rows)
DEFINE_COMPUTE(special_single, custub_f32, float, single_rows)

static char letter(double value)
{
    if (isnan(value))
        return 'N';
    if (isinf(value))
        return value > 0 ? 'P' : 'M';
    if (value == 0)
        return signbit(value) ? 'z' : '0';
    return value > 0 ? 'f' : 'F';
}

/* --- Printing and comparing ------------------------------------------------------------------- */

static const char *mode;
static FILE *expected;

static void print_row(const char *type, const row *of, unsigned index)
{
    printf("%s %s ", type, of->label);
    for (unsigned i = 0; i < set_count; i++) {
        if (sets[i].kind != of->kind)
            continue;
        if (strcmp(mode, "values") == 0)
            printf(" %a", results[index][i]);
        else
            putchar(letter(results[index][i]));
    }
    putchar('\n');
}

/* Functions whose results may differ on the CPU driver. */
static const struct {
    const char *label;
    const char *why;
} differing[] = {
    {"erfcinv", "a GPU's is finite, or not a number, at the smallest subnormals"},
    {"erfcx", "a GPU's is not 0 at the largest number"},
    {"llrint", "out of range: CUDA leaves it open"},
    {"llround", "out of range: CUDA leaves it open"},
    {"lrint", "out of range: CUDA leaves it open"},
    {"lround", "out of range: CUDA leaves it open"},
    {"fmax", "of zeros: CUDA leaves the sign open"},
    {"fmin", "of zeros: CUDA leaves the sign open"},
    {"max", "of zeros: CUDA leaves the sign open"},
    {"min", "of zeros: CUDA leaves the sign open"},
    {"hypot", "a GPU's overflows with the largest number"},
    {"norm_of_none", "CUDA leaves it open; a GPU reads one value"},
    {"rnorm_of_none", "CUDA leaves it open; a GPU reads one value"},
    {"jn", "a GPU's is not a number for numbers of extreme size, against its documentation"},
    {"yn", "a GPU's is positive infinity for some large orders"},
    {"__cosf", "an approximation, without rules for large numbers"},
    {"__sinf", "an approximation, without rules for large numbers"},
    {"__tanf", "an approximation, without rules for large numbers"},
    {"__fdividef", "an approximation, 0 for divisors above 2^126"},
    {"__powf", "an approximation, without rules for zeros and infinities"},
};

static bool may_differ(const char *label)
{
    const char *driver = getenv("CUSTUB_DRIVER");

    if (!driver || strcmp(driver, "cpu") != 0)
        return false;
    for (size_t i = 0; i < LENGTH(differing); i++) {
        if (strcmp(differing[i].label, label) == 0)
            return true;
    }
    return false;
}

static unsigned compare_row(const char *type, const row *of, unsigned index)
{
    char found_type[16];
    char label[64];
    char letters[SETS_AT_MOST];
    unsigned at = 0;
    unsigned wrong = 0;

    if (fscanf(expected, "%15s %63s %2047s", found_type, label, letters) != 3 ||
        strcmp(type, found_type) != 0 || strcmp(label, of->label) != 0)
        fail_msg("%s of %s is not in its place in the expected results", of->label, type);
    for (unsigned i = 0; i < set_count; i++) {
        if (sets[i].kind != of->kind)
            continue;
        if (letter(results[index][i]) != letters[at] && !may_differ(of->label)) {
            printf("%s %s(%g, %g, %g; %d): %g, expected %c\n", type, of->label, sets[i].of[0],
                   sets[i].of[1], sets[i].of[2], sets[i].n, results[index][i], letters[at]);
            wrong++;
        }
        at++;
    }
    assert_int_equal(letters[at], 0);
    return wrong;
}

static unsigned handle_rows(const char *type, const row *rows, unsigned count)
{
    unsigned wrong = 0;

    for (unsigned i = 0; i < count; i++) {
        if (expected)
            wrong += compare_row(type, &rows[i], i);
        else
            print_row(type, &rows[i], i);
    }
    return wrong;
}

static void special_values_are_those_of_a_gpu(void **state)
{
    unsigned wrong;

    (void)state;
    make_sets(&of_double);
    compute_special_double();
    wrong = handle_rows("double", double_rows, LENGTH(double_rows));
    make_sets(&of_single);
    compute_special_single();
    wrong += handle_rows("float", single_rows, LENGTH(single_rows));
    assert_int_equal(wrong, 0);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(special_values_are_those_of_a_gpu)};
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = specials_load(&fixture_error);
    succeed(fixture_error.status);
    mode = count > 1 ? arguments[1] : "print";
    if (strcmp(mode, "print") != 0 && strcmp(mode, "values") != 0) {
        expected = fopen(mode, "r");
        if (!expected) {
            printf("%s cannot be opened\n", mode);
            return EXIT_FAILURE;
        }
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

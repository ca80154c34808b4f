/* What the parser of expressions refuses, and the words it does so with. */
#include "expr_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

typedef struct refusal {
    const char *text;
    const char *id;
    const char *fact; /* and what to do, behind the place, the kernel and the annotation */
} refusal;

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

static const char *last_message(void)
{
    const gen_diagnostic *last = diag.first;

    while (last->next)
        last = last->next;
    return last->text;
}

static void check_refusals(const refusal *refusals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const refusal *r = &refusals[i];
        const char *expected =
            gen_arena_format(&arena, "kernel 'sample': CUSTUB_REQUIRES(%s): %s", r->text, r->fact);
        gen_diag_initialize(&diag, &arena);
        if (sample_parse(&arena, &diag, r->text))
            fail_msg("'%s' is accepted", r->text);
        assert_int_equal(diag.errors, 1);
        assert_null(diag.first->next);
        assert_string_equal(diag.first->text, expected);
        assert_string_equal(diag.first->id, r->id);
        assert_string_equal(diag.first->place.file, sample_place.file);
        assert_int_equal(diag.first->place.line, sample_place.line);
        assert_int_equal(diag.first->place.column, sample_place.column);
        assert_int_equal(diag.first->severity, GEN_ERROR);
    }
}

#define CHECK_REFUSALS(refusals) check_refusals(refusals, LENGTH(refusals))

#define UNKNOWN                                                                                    \
    "is neither a parameter of the kernel nor an integer constant of the file; name a parameter "  \
    "of integer type, or an enumerator, a macro, a const or a constexpr integer"
#define MEANT                                                                                      \
    "is neither a parameter of the kernel nor an integer constant of the file; did you mean "

static void names_an_unknown_name_and_the_one_that_may_be_meant(void **state)
{
    static const refusal refusals[] = {
        {"q", "expr-unknown-name", "'q' " UNKNOWN},
        {"n + N * tille", "expr-unknown-name", "'N' " MEANT "'n'?"},
        {"tille", "expr-unknown-name", "'tille' " MEANT "'TILE'?"},
        {"ROWS", "expr-unknown-name", "'ROWS' " MEANT "'layout::ROWS'?"},
        {"layout::RWOS", "expr-unknown-name", "'layout::RWOS' " MEANT "'layout::ROWS'?"},
        {"other::ROWS", "expr-unknown-name", "'other::ROWS' " UNKNOWN},
        {"std::numeric_limits<int>::max()", "expr-unknown-name", "'std::numeric_limits' " UNKNOWN},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_pointers_as_numbers(void **state)
{
    static const refusal refusals[] = {
        {"x", "expr-pointer", "'x' is a pointer, not a number; use a parameter of integer type"},
        {"x == 0", "expr-pointer",
         "'x' is a pointer, not a number; use a parameter of integer type"},
        {"x[2]", "expr-pointer",
         "'x' is a pointer, and a contract reads no memory; pass the number as a parameter of its "
         "own"},
        {"n->rows", "expr-syntax",
         "'->' follows a pointer, and a contract reads no memory; pass the number as a parameter "
         "of its own"},
        {"*n", "expr-syntax", "'*' is not expected here; write a number, a name or '('"},
        {"&n", "expr-syntax", "'&' is not expected here; write a number, a name or '('"},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_floating_point_parameters_and_literals(void **state)
{
#define LITERAL "is a floating-point literal; contracts compute with integers, write one"
    static const refusal refusals[] = {
        {"a", "expr-floating-point",
         "'a' is a float, and contracts compute with integers; use a parameter of integer type"},
        {"n * h", "expr-floating-point",
         "'h' is a __half, and contracts compute with integers; use a parameter of integer type"},
        {"p.scale", "expr-floating-point",
         "'p.scale' is a float, and contracts compute with integers; use a parameter of integer "
         "type"},
        {"n * 1.5", "expr-float-literal", "'1.5' " LITERAL},
        {".5", "expr-float-literal", "'.5' " LITERAL},
        {"2.", "expr-float-literal", "'2.' " LITERAL},
        {"1e3", "expr-float-literal", "'1e3' " LITERAL},
        {"1e-3f + n", "expr-float-literal", "'1e-3f' " LITERAL},
        {"0x1p+3", "expr-float-literal", "'0x1p+3' " LITERAL},
        {"3f", "expr-float-literal", "'3f' " LITERAL},
    };
#undef LITERAL

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_what_is_not_a_number_in_a_struct(void **state)
{
#define OPAQUE "is a class whose fields C cannot name; pass the number as a parameter of its own"
    static const refusal refusals[] = {
        {"p", "expr-struct", "'p' is a struct, not a number; name one of its fields"},
        {"p.inner", "expr-struct", "'p.inner' is a struct, not a number; name one of its fields"},
        {"p->rows", "expr-struct", "'p' is a struct, not a number; name one of its fields"},
        {"o", "expr-opaque", "'o' " OPAQUE},
        {"o.size", "expr-opaque", "'o' " OPAQUE},
        {"p.nope", "expr-no-field", "'p' has no field 'nope'; name one that sample_shape declares"},
        {"p.row", "expr-no-field", "'p' has no field 'row'; did you mean 'rows'?"},
        {"p.inner.tolal", "expr-no-field", "'p.inner' has no field 'tolal'; did you mean 'total'?"},
        {"n.x", "expr-no-field", "'n' is no struct and has no fields; name it alone"},
        {"p.rows.x", "expr-no-field", "'p.rows' is no struct and has no fields; name it alone"},
        {"p.", "expr-syntax", "it ends early; write the name of a field"},
        {"p.3", "expr-struct", "'p' is a struct, not a number; name one of its fields"},
        {"p.[3]", "expr-syntax", "'[' is not expected here; write the name of a field"},
    };
#undef OPAQUE

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_elements_that_are_not_there(void **state)
{
    static const refusal refusals[] = {
        {"p.dims", "expr-index",
         "'p.dims' is an array, not a number; name one element, with a constant index"},
        {"p.grid[1]", "expr-index",
         "'p.grid[1]' is an array, not a number; name one element, with a constant index"},
        {"p.dims[3]", "expr-index",
         "'p.dims' has 3 elements and none with the index 3; count from 0"},
        {"p.dims[0 - 1]", "expr-index",
         "'p.dims' has 3 elements and none with the index 0 - 1; count from 0"},
        {"p.grid[1][3]", "expr-index",
         "'p.grid[1]' has 3 elements and none with the index 3; count from 0"},
        {"p.dims[n]", "expr-index",
         "'p.dims' is indexed by something that is not constant; write a number"},
        {"n[0]", "expr-index", "'n' is no array; name it alone"},
        {"p.dims[1", "expr-syntax", "it ends early; write ']'"},
        {"p.dims[]", "expr-syntax", "']' is not expected here; write a number, a name or '('"},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_what_differs_from_thread_to_thread(void **state)
{
#define DIFFERS                                                                                    \
    "differs from thread to thread, and a contract is checked once, before the launch; use "       \
    "gridDim and blockDim"
    static const refusal refusals[] = {
        {"threadIdx.x", "expr-thread-index", "'threadIdx' " DIFFERS},
        {"blockIdx.x < n", "expr-thread-index", "'blockIdx' " DIFFERS},
    };
#undef DIFFERS

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_a_shape_without_its_component(void **state)
{
    static const refusal refusals[] = {
        {"gridDim", "expr-dimension",
         "'gridDim' is not a number; name one of gridDim.x, gridDim.y and gridDim.z"},
        {"blockDim.w", "expr-dimension",
         "'blockDim' is not a number; name one of blockDim.x, blockDim.y and blockDim.z"},
        {"blockDim.", "expr-dimension",
         "'blockDim' is not a number; name one of blockDim.x, blockDim.y and blockDim.z"},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static const gen_expr *parse_for(const gen_expr_rules *rules, const gen_param *param,
                                 const char *text)
{
    const gen_annotation annotation = {.key = "threads", .text = text, .place = sample_place};

    return gen_expr_parse(&arena, &diag, &sample_model, &sample_kernel, param, &annotation, text,
                          rules);
}

static void refuses_the_shape_where_the_annotation_decides_it(void **state)
{
    const gen_expr_rules neither = {false, false, "CUSTUB_THREADS"};
    const gen_expr_rules block_alone = {false, true, "CUSTUB_SHARED"};

    (void)state;
    assert_null(parse_for(&neither, NULL, "n * gridDim.x"));
    assert_string_equal(diag.first->id, "expr-grid");
    assert_string_equal(last_message(),
                        "kernel 'sample': CUSTUB_THREADS(n * gridDim.x): CUSTUB_THREADS may not "
                        "name gridDim, which may follow from it; use parameters of the kernel");
    assert_null(parse_for(&neither, NULL, "blockDim.x"));
    assert_string_equal(diag.first->next->id, "expr-block");
    assert_string_equal(last_message(),
                        "kernel 'sample': CUSTUB_THREADS(blockDim.x): CUSTUB_THREADS may not name "
                        "blockDim, which may follow from it; use parameters of the kernel");
    assert_null(parse_for(&block_alone, NULL, "gridDim.x"));
    assert_non_null(parse_for(&block_alone, NULL, "blockDim.x"));
    assert_int_equal(diag.errors, 3);
}

static void names_the_parameter_that_is_annotated(void **state)
{
    const gen_expr_rules rules = {true, true, "CUSTUB_COUNTED_BY"};
    const gen_param x = {.name = "x"};

    (void)state;
    assert_null(parse_for(&rules, &x, "p"));
    assert_string_equal(last_message(),
                        "kernel 'sample', parameter 'x': CUSTUB_COUNTED_BY(p): 'p' is a struct, "
                        "not a number; name one of its fields");
}

static void repeats_the_whole_annotation_of_which_a_part_is_wrong(void **state)
{
    const gen_annotation annotation = {.key = "threads", .text = "n, x", .place = sample_place};
    const gen_expr_rules rules = {false, false, "CUSTUB_THREADS"};

    (void)state;
    assert_null(gen_expr_parse(&arena, &diag, &sample_model, &sample_kernel, NULL, &annotation, "x",
                               &rules));
    assert_string_equal(last_message(), "kernel 'sample': CUSTUB_THREADS(n, x): 'x' is a pointer, "
                                        "not a number; use a parameter of integer type");
}

#define NO_VALUE "has no value: contracts compute in [-2^63, 2^64-1]; keep every step in that range"
#define BY_ZERO  "divides by zero; divide by another number"
#define NEGATIVE                                                                                   \
    "has no value: bit operators and shifts take no negative operands; use arithmetic, for "       \
    "example n / 4 * 4"

static void refuses_constants_that_have_no_value(void **state)
{
    static const refusal refusals[] = {
        {"n / 0", "expr-division-by-zero", "'n / 0' " BY_ZERO},
        {"n + i % (2 - 2)", "expr-division-by-zero", "'i % (2 - 2)' " BY_ZERO},
        {"ceil_div(n, 0)", "expr-division-by-zero", "'ceil_div(n, 0)' " BY_ZERO},
        {"0 / 0", "expr-division-by-zero", "'0 / 0' " BY_ZERO},
        {"1 && n / 0", "expr-division-by-zero", "'n / 0' " BY_ZERO},
        {"n && 1 / 0", "expr-division-by-zero", "'1 / 0' " BY_ZERO},
        {"1 << 64", "expr-no-value", "'1 << 64' " NO_VALUE},
        {"n + (1 + 18446744073709551615)", "expr-no-value", "'1 + 18446744073709551615' " NO_VALUE},
        {"-9223372036854775809", "expr-no-value", "'-9223372036854775809' " NO_VALUE},
        {"-layout::HUGE_ROWS", "expr-no-value", "'-layout::HUGE_ROWS' " NO_VALUE},
        {"n & -1", "expr-negative-operand", "'n & -1' " NEGATIVE},
        {"-1 >> n", "expr-negative-operand", "'-1 >> n' " NEGATIVE},
        {"1 << BELOW", "expr-negative-operand", "'1 << BELOW' " NEGATIVE},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_literals_that_are_none(void **state)
{
#define LITERAL                                                                                    \
    "is not an integer literal; write decimal, octal, 0x or 0b digits, with the suffixes u, l "    \
    "and ll if you like"
#define LARGE "is above 2^64-1, the largest number of a contract; write a smaller one"
    static const refusal refusals[] = {
        {"18446744073709551616", "expr-literal", "'18446744073709551616' " LARGE},
        {"0x10000000000000000", "expr-literal", "'0x10000000000000000' " LARGE},
        {"99999999999999999999999999", "expr-literal", "'99999999999999999999999999' " LARGE},
        {"08", "expr-literal", "'08' " LITERAL},
        {"0b12", "expr-literal", "'0b12' " LITERAL},
        {"0x", "expr-literal", "'0x' " LITERAL},
        {"0x'1", "expr-literal", "'0x'1' " LITERAL},
        {"4lul", "expr-literal", "'4lul' " LITERAL},
        {"4lL", "expr-literal", "'4lL' " LITERAL},
        {"4uu", "expr-literal", "'4uu' " LITERAL},
        {"4n", "expr-literal", "'4n' " LITERAL},
        {"4_km", "expr-literal", "'4_km' " LITERAL},
        {"1''2", "expr-syntax", "''' has no meaning in a contract; take it out"},
        {"'a'", "expr-syntax", "''' has no meaning in a contract; take it out"},
        {"\"a\"", "expr-syntax", "'\"' has no meaning in a contract; take it out"},
    };
#undef LITERAL
#undef LARGE

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_unknown_functions_and_wrong_numbers_of_arguments(void **state)
{
#define NO_FUNCTION                                                                                \
    "is not a function of contracts; there are min, max, ceil_div, is_pow2 and sizeof"
    static const refusal refusals[] = {
        {"foo(n)", "expr-unknown-function", "'foo' " NO_FUNCTION},
        {"n(3)", "expr-unknown-function", "'n' " NO_FUNCTION},
        {"mim(n, 2)", "expr-unknown-function",
         "'mim' is not a function of contracts; did you mean 'min'?"},
        {"std::min(n, 2)", "expr-unknown-function",
         "'std::min' is not a function of contracts; did you mean 'min'?"},
        {"custub::ceil_div(n, 2)", "expr-unknown-function", "'custub::ceil_div' " NO_FUNCTION},
        {"min(n)", "expr-argument-count", "'min' takes two arguments, not 1; write min(a, b)"},
        {"max(n, 1, 2)", "expr-argument-count",
         "'max' takes two arguments, not 3; write max(a, b)"},
        {"is_pow2()", "expr-argument-count",
         "'is_pow2' takes one argument, not 0; write is_pow2(a)"},
        {"is_pow2(n, 2)", "expr-argument-count",
         "'is_pow2' takes one argument, not 2; write is_pow2(a)"},
        {"min(n, 2", "expr-syntax", "it ends early; write ')'"},
        {"min(n 2)", "expr-syntax", "'2' is not expected here; write ')'"},
        {"min(n,)", "expr-syntax", "')' is not expected here; write a number, a name or '('"},
    };
#undef NO_FUNCTION

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_sizes_that_are_not_known(void **state)
{
#define NO_SIZE                                                                                    \
    "is not a type whose size is known; name a complete type of the file or of C, other than "     \
    "long double"
#define NO_TYPE "sizeof takes the name of a type in parentheses; write sizeof(float)"
    static const refusal refusals[] = {
        {"sizeof(n)", "expr-sizeof", "'n' " NO_SIZE},
        {"sizeof(long double)", "expr-sizeof", "'long double' " NO_SIZE},
        {"sizeof(incomplete)", "expr-sizeof", "'incomplete' " NO_SIZE},
        {"sizeof(void)", "expr-sizeof", "'void' " NO_SIZE},
        {"sizeof(unsigned float)", "expr-sizeof", "'unsigned float' " NO_SIZE},
        {"sizeof(signed unsigned)", "expr-sizeof", "'signed unsigned' " NO_SIZE},
        {"sizeof(long long long)", "expr-sizeof", "'long long long' " NO_SIZE},
        {"sizeof(short long)", "expr-sizeof", "'short long' " NO_SIZE},
        {"sizeof(int int)", "expr-sizeof", "'int int' " NO_SIZE},
        {"sizeof(int real)", "expr-sizeof", "'int real' " NO_SIZE},
        {"sizeof(nothing *)", "expr-sizeof", "'nothing *' " NO_SIZE},
        {"sizeof()", "expr-sizeof", "'' " NO_SIZE},
        {"sizeof n", "expr-sizeof", NO_TYPE},
        {"sizeof(float", "expr-sizeof", NO_TYPE},
    };
#undef NO_SIZE
#undef NO_TYPE

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_casts(void **state)
{
#define A_TYPE                                                                                     \
    "is a type, and contracts have no casts, since they compute with mathematical integers; "      \
    "leave it out"
    static const refusal refusals[] = {
        {"(int)n", "expr-cast", "'int' " A_TYPE},
        {"n * (size_t)4", "expr-cast", "'size_t' " A_TYPE},
        {"(unsigned long)n", "expr-cast", "'unsigned' " A_TYPE},
        {"(const real)n", "expr-cast", "'const' " A_TYPE},
        {"(real)n", "expr-cast", "'real' " A_TYPE},
        {"(void)n", "expr-cast", "'void' " A_TYPE},
        {"int(n)", "expr-cast", "'int' " A_TYPE},
        {"std::uint64_t(n)", "expr-cast", "'std::uint64_t' " A_TYPE},
        {"static_cast<int>(n)", "expr-cast",
         "'static_cast' is a cast, and contracts have no casts, since they compute with "
         "mathematical integers; leave it out"},
    };
#undef A_TYPE

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_operators_that_contracts_do_not_have(void **state)
{
#define CHANGES "would change something, and a contract only computes; '==' compares"
#define CONDITIONAL                                                                                \
    "is not in the language of contracts; use min, max, or a product with a comparison"
    static const refusal refusals[] = {
        {"n = 3", "expr-assignment", "'=' " CHANGES},
        {"(n += 1)", "expr-assignment", "'+=' " CHANGES},
        {"n <<= 1", "expr-assignment", "'<<=' " CHANGES},
        {"n++", "expr-assignment", "'++' " CHANGES},
        {"--n", "expr-assignment", "'--' " CHANGES},
        {"n ? 1 : 2", "expr-conditional", "'?' " CONDITIONAL},
        {"min(n, 1 : 2)", "expr-conditional", "':' " CONDITIONAL},
        {"n & ~3", "expr-syntax",
         "'~' is not in the language of contracts, whose numbers have no fixed width; use "
         "arithmetic, for example n / 4 * 4"},
        {"n @ 2", "expr-syntax", "'@' has no meaning in a contract; take it out"},
    };
#undef CHANGES
#undef CONDITIONAL

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_chains_of_comparisons(void **state)
{
#define AGAIN                                                                                      \
    "is compared once more, which would compare its truth, 0 or 1; write a < b && b < c, or "      \
    "parentheses"
    static const refusal refusals[] = {
        {"n < i < s", "expr-comparison-chain", "'n < i' " AGAIN},
        {"0 <= n >= s", "expr-comparison-chain", "'0 <= n' " AGAIN},
        {"n == i != s", "expr-comparison-chain", "'n == i' " AGAIN},
        {"n && (c < i < s)", "expr-comparison-chain", "'c < i' " AGAIN},
    };
#undef AGAIN

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_empty_cut_and_overlong_expressions(void **state)
{
#define NOTHING "there is no expression; write one, such as n"
#define JOIN    ", which ends before it; join them by an operator, or take it out"
    static const refusal refusals[] = {
        {"", "expr-empty", NOTHING},
        {" \t ", "expr-empty", NOTHING},
        {"n +", "expr-syntax", "it ends early; write a number, a name or '('"},
        {"(n", "expr-syntax", "it ends early; write ')'"},
        {"layout::", "expr-syntax", "it ends early; write a name"},
        {"()", "expr-syntax", "')' is not expected here; write a number, a name or '('"},
        {"{n}", "expr-syntax", "'{' is not expected here; write a number, a name or '('"},
        {"n m", "expr-trailing", "'m' does not belong to 'n'" JOIN},
        {"n, m", "expr-trailing", "',' does not belong to 'n'" JOIN},
        {"n + 1)", "expr-trailing", "')' does not belong to 'n + 1'" JOIN},
        {"n;", "expr-trailing", "';' does not belong to 'n'" JOIN},
        {"2 !n", "expr-trailing", "'!' does not belong to '2'" JOIN},
    };
#undef NOTHING
#undef JOIN

    (void)state;
    CHECK_REFUSALS(refusals);
}

/* `head` `count` times, `middle`, `tail` `count` times. */
static const char *nest(const char *head, const char *middle, const char *tail, size_t count)
{
    char *text =
        gen_arena_allocate(&arena, (strlen(head) + strlen(tail)) * count + strlen(middle) + 1);
    char *end = text;

    for (size_t i = 0; i < count; i++)
        end += sprintf(end, "%s", head);
    end += sprintf(end, "%s", middle);
    for (size_t i = 0; i < count; i++)
        end += sprintf(end, "%s", tail);
    return text;
}

static void check_depth(const char *text, const char *fact)
{
    gen_diag_initialize(&diag, &arena);
    if (!fact) {
        assert_non_null(sample_parse(&arena, &diag, text));
        assert_int_equal(diag.errors, 0);
        return;
    }
    assert_null(sample_parse(&arena, &diag, text));
    assert_int_equal(diag.errors, 1);
    assert_string_equal(diag.first->id, "expr-too-deep");
    assert_non_null(strstr(diag.first->text, fact));
    assert_true(strlen(diag.first->text) < 400); /* long expressions are cut */
}

static void refuses_expressions_that_are_too_deep(void **state)
{
    const char *operands = "' needs more than 32 operands at once; group it from left to right, or "
                           "make it simpler";
    const char *operations = "' is nested more than 100 operations deep; make it simpler";
    const char *levels = "): it is nested more than 100 levels deep; make it simpler";

    (void)state;
    check_depth(nest("n + (", "n", ")", 31), NULL);
    check_depth(nest("n + (", "n", ")", 32), operands);
    check_depth(nest("min(n, ", "n", ")", 31), NULL);
    check_depth(nest("min(n, ", "n", ")", 32), operands);
    check_depth(nest("", "n", " + n", 99), NULL);
    check_depth(nest("", "n", " + n", 100), operations);
    check_depth(nest("(", "n", ")", 99), NULL);
    check_depth(nest("(", "n", ")", 100), levels);
    check_depth(nest("(", "n", ")", 100000), levels);
    check_depth(nest("!", "n", "", 100000), levels);
    check_depth(nest("n * (", "n", "", 100000), levels);
    check_depth(nest("p.dims[", "n", "", 100000), levels);
    check_depth(nest("", "n", " + n", 100000), operations);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(names_an_unknown_name_and_the_one_that_may_be_meant),
        TEST(refuses_pointers_as_numbers),
        TEST(refuses_floating_point_parameters_and_literals),
        TEST(refuses_what_is_not_a_number_in_a_struct),
        TEST(refuses_elements_that_are_not_there),
        TEST(refuses_what_differs_from_thread_to_thread),
        TEST(refuses_a_shape_without_its_component),
        TEST(refuses_the_shape_where_the_annotation_decides_it),
        TEST(names_the_parameter_that_is_annotated),
        TEST(repeats_the_whole_annotation_of_which_a_part_is_wrong),
        TEST(refuses_constants_that_have_no_value),
        TEST(refuses_literals_that_are_none),
        TEST(refuses_unknown_functions_and_wrong_numbers_of_arguments),
        TEST(refuses_sizes_that_are_not_known),
        TEST(refuses_casts),
        TEST(refuses_operators_that_contracts_do_not_have),
        TEST(refuses_chains_of_comparisons),
        TEST(refuses_empty_cut_and_overlong_expressions),
        TEST(refuses_expressions_that_are_too_deep),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Expressions that are refused because of their form or their values, and the messages. */
#include "expr_refusal.h"

#include <stdio.h>
#include <string.h>

static const char *last_message(void)
{
    const gen_diagnostic *last = diag.first;

    while (last->next)
        last = last->next;
    return last->text;
}

static const gen_expr *parse_for(const gen_expr_rules *rules, const gen_pointer *pointer,
                                 const char *text)
{
    const gen_annotation annotation = {
        .kind = GEN_ANNOTATION_THREADS, .key = "threads", .text = text, .place = sample_place};

    return gen_expr_parse(&arena, &diag, &sample_model, &sample_kernel, pointer, &annotation, text,
                          rules);
}

static void refuses_the_shape_in_annotations_that_decide_it(void **state)
{
    const gen_expr_rules neither = {false, false, "CUSTUB_THREADS"};
    const gen_expr_rules block_alone = {false, true, "CUSTUB_SHARED"};

    (void)state;
    assert_null(parse_for(&neither, NULL, "n * gridDim.x"));
    assert_string_equal(diag.first->id, "expr-grid");
    assert_string_equal(last_message(),
                        "kernel 'sample': CUSTUB_THREADS(n * gridDim.x): CUSTUB_THREADS cannot use "
                        "gridDim, which may be computed from it; use the kernel's parameters");
    assert_null(parse_for(&neither, NULL, "blockDim.x"));
    assert_string_equal(diag.first->next->id, "expr-block");
    assert_string_equal(last_message(),
                        "kernel 'sample': CUSTUB_THREADS(blockDim.x): CUSTUB_THREADS cannot use "
                        "blockDim, which may be computed from it; use the kernel's parameters");
    assert_null(parse_for(&block_alone, NULL, "gridDim.x"));
    assert_non_null(parse_for(&block_alone, NULL, "blockDim.x"));
    assert_int_equal(diag.errors, 3);
}

static void names_the_parameter_that_is_annotated(void **state)
{
    const gen_expr_rules rules = {true, true, "CUSTUB_COUNTED_BY"};
    const gen_pointer x = {.name = "x"};

    (void)state;
    assert_null(parse_for(&rules, &x, "p"));
    assert_string_equal(last_message(),
                        "kernel 'sample', parameter 'x': CUSTUB_COUNTED_BY(p): 'p' is a struct, "
                        "not a number; name one of its fields");
}

static void quotes_the_whole_annotation_if_a_part_is_wrong(void **state)
{
    const gen_annotation annotation = {
        .kind = GEN_ANNOTATION_THREADS, .key = "threads", .text = "n, x", .place = sample_place};
    const gen_expr_rules rules = {false, false, "CUSTUB_THREADS"};

    (void)state;
    assert_null(gen_expr_parse(&arena, &diag, &sample_model, &sample_kernel, NULL, &annotation, "x",
                               &rules));
    assert_string_equal(last_message(), "kernel 'sample': CUSTUB_THREADS(n, x): 'x' is a pointer, "
                                        "not a number; use a parameter of integer type");
}

#define NO_VALUE                                                                                   \
    "has no value in the range of contracts, [-2^63, 2^64-1]; keep every step in that range"
#define BY_ZERO "divides by zero; divide by another number"
#define NEGATIVE                                                                                   \
    "has a negative operand, which bit operators and shifts do not take; use arithmetic, for "     \
    "example n / 4 * 4"

static void refuses_constants_without_a_value(void **state)
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

static void refuses_malformed_literals(void **state)
{
#define LITERAL                                                                                    \
    "is not an integer literal; write decimal, octal, 0x or 0b digits, with the suffixes u, l "    \
    "and ll if needed"
#define LARGE "is greater than 2^64-1, the largest number of a contract; write a smaller one"
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
        {"1''2", "expr-syntax", "''' has no meaning in a contract; remove it"},
        {"'a'", "expr-syntax", "''' has no meaning in a contract; remove it"},
        {"\"a\"", "expr-syntax", "'\"' has no meaning in a contract; remove it"},
    };
#undef LITERAL
#undef LARGE

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_casts(void **state)
{
#define A_TYPE                                                                                     \
    "is a type, but contracts compute with mathematical integers and have no casts; remove it"
    static const refusal refusals[] = {
        {"(int)n", "expr-cast", "'int' " A_TYPE},
        {"n * (size_t)4", "expr-cast", "'size_t' " A_TYPE},
        {"(unsigned long)n", "expr-cast", "'unsigned' " A_TYPE},
        {"(const real)n", "expr-cast", "'const' " A_TYPE},
        {"(real)n", "expr-cast", "'real' " A_TYPE},
        {"(void)n", "expr-cast", "'void' " A_TYPE},
        {"int(n)", "expr-cast", "'int' " A_TYPE},
        {"static_cast<int>(n)", "expr-cast",
         "'static_cast' is a cast, but contracts compute with mathematical integers and have no "
         "casts; remove it"},
    };
#undef A_TYPE

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_operators_that_contracts_do_not_have(void **state)
{
#define CHANGES "would change a value, but a contract only computes; use '==' to compare"
    static const refusal refusals[] = {
        {"n = 3", "expr-assignment", "'=' " CHANGES},
        {"(n += 1)", "expr-assignment", "'+=' " CHANGES},
        {"n <<= 1", "expr-assignment", "'<<=' " CHANGES},
        {"n++", "expr-assignment", "'++' " CHANGES},
        {"--n", "expr-assignment", "'--' " CHANGES},
        {"n ? 1", "expr-syntax",
         "the expression ends too early; write ':' and the value if the condition does not hold"},
        {"n ?: 1", "expr-syntax", "':' is not expected here; write a number, a name or '('"},
        {"min(n, 1 : 2)", "expr-syntax", "':' is not expected here; write ')'"},
        {"n ? 1 : 2 : 3", "expr-trailing",
         "':' follows the complete expression 'n ? 1 : 2'; join them by an operator, or remove it"},
        {"n ? 4 / 0 : 1", "expr-division-by-zero",
         "'4 / 0' divides by zero; divide by another number"},
        {"n & ~3", "expr-syntax",
         "'~' is not in the language of contracts, whose numbers have no fixed width; use "
         "arithmetic, for example n / 4 * 4"},
        {"n @ 2", "expr-syntax", "'@' has no meaning in a contract; remove it"},
    };
#undef CHANGES

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_chains_of_comparisons(void **state)
{
#define AGAIN                                                                                      \
    "is already a comparison, whose result is 0 or 1; write a < b && b < c, or parentheses if "    \
    "you "                                                                                         \
    "mean that result"
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
#define JOIN    "; join them by an operator, or remove it"
    static const refusal refusals[] = {
        {"", "expr-empty", NOTHING},
        {" \t ", "expr-empty", NOTHING},
        {"n +", "expr-syntax", "the expression ends too early; write a number, a name or '('"},
        {"(n", "expr-syntax", "the expression ends too early; write ')'"},
        {"layout::", "expr-syntax", "the expression ends too early; write a name"},
        {"()", "expr-syntax", "')' is not expected here; write a number, a name or '('"},
        {"{n}", "expr-syntax", "'{' is not expected here; write a number, a name or '('"},
        {"n m", "expr-trailing", "'m' follows the complete expression 'n'" JOIN},
        {"n, m", "expr-trailing", "',' follows the complete expression 'n'" JOIN},
        {"n + 1)", "expr-trailing", "')' follows the complete expression 'n + 1'" JOIN},
        {"n;", "expr-trailing", "';' follows the complete expression 'n'" JOIN},
        {"2 !n", "expr-trailing", "'!' follows the complete expression '2'" JOIN},
    };
#undef NOTHING
#undef JOIN

    (void)state;
    CHECK_REFUSALS(refusals);
}

/* Writes `head` `count` times, `middle`, then `tail` `count` times. */
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
                           "simplify it";
    const char *operations = "' is nested more than 100 operations deep; simplify it";
    const char *levels = "): it is nested more than 100 levels deep; simplify it";

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
    const struct CMUnitTest tests[] = {
        REFUSAL_TEST(refuses_the_shape_in_annotations_that_decide_it),
        REFUSAL_TEST(names_the_parameter_that_is_annotated),
        REFUSAL_TEST(quotes_the_whole_annotation_if_a_part_is_wrong),
        REFUSAL_TEST(refuses_constants_without_a_value),
        REFUSAL_TEST(refuses_malformed_literals),
        REFUSAL_TEST(refuses_casts),
        REFUSAL_TEST(refuses_operators_that_contracts_do_not_have),
        REFUSAL_TEST(refuses_chains_of_comparisons),
        REFUSAL_TEST(refuses_empty_cut_and_overlong_expressions),
        REFUSAL_TEST(refuses_expressions_that_are_too_deep),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

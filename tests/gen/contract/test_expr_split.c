#include "contract/expression.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static gen_arena arena;

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

static void splits_only_at_top_level_commas(void **state)
{
    const char *parts[3] = {NULL, NULL, NULL};

    (void)state;
    assert_int_equal(gen_expr_split(&arena, " n , min(i, s) ,p.dims[(1, 2)]", parts, 3), 3);
    assert_string_equal(parts[0], "n");
    assert_string_equal(parts[1], "min(i, s)");
    assert_string_equal(parts[2], "p.dims[(1, 2)]");
    assert_int_equal(gen_expr_split(&arena, "n", parts, 3), 1);
    assert_string_equal(parts[0], "n");
}

static void counts_parts_beyond_the_limit(void **state)
{
    const char *parts[2] = {NULL, "kept"};

    (void)state;
    assert_int_equal(gen_expr_split(&arena, "a, b, c, d", parts, 1), 4);
    assert_string_equal(parts[0], "a");
    assert_string_equal(parts[1], "kept");
}

static void an_empty_text_has_no_parts_and_a_comma_separates_two(void **state)
{
    const char *parts[3] = {NULL, NULL, NULL};

    (void)state;
    assert_int_equal(gen_expr_split(&arena, "", parts, 3), 0);
    assert_int_equal(gen_expr_split(&arena, "  ", parts, 3), 0);
    assert_int_equal(gen_expr_split(&arena, "n,", parts, 3), 2);
    assert_string_equal(parts[1], "");
    assert_int_equal(gen_expr_split(&arena, "n), m", parts, 3), 2);
    assert_string_equal(parts[0], "n)");
}

static void splits_conditions_only_at_top_level_ands(void **state)
{
    const char *parts[3] = {NULL, NULL, NULL};

    (void)state;
    assert_int_equal(gen_expr_split_conjuncts(&arena, " n > 0&&(a && b) || c[i && j]  ", parts, 3),
                     1);
    assert_string_equal(parts[0], "n > 0&&(a && b) || c[i && j]");
    assert_int_equal(
        gen_expr_split_conjuncts(&arena, " n > 0&&(a || b) && min(c && d, e) ", parts, 3), 3);
    assert_string_equal(parts[0], "n > 0");
    assert_string_equal(parts[1], "(a || b)");
    assert_string_equal(parts[2], "min(c && d, e)");
}

static void a_condition_without_a_top_level_and_is_one_part(void **state)
{
    static const char *const texts[] = {"n",         "(a && b)", "a & b",
                                        "a | b & c", "a || b",   "a && b ? c : d"};
    const char *parts[2] = {NULL, "kept"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        assert_int_equal(gen_expr_split_conjuncts(&arena, texts[i], parts, 2), 1);
        assert_string_equal(parts[0], texts[i]);
    }
    assert_string_equal(parts[1], "kept");
}

static void does_not_split_at_a_bitwise_and(void **state)
{
    const char *parts[2] = {NULL, NULL};

    (void)state;
    assert_int_equal(gen_expr_split_conjuncts(&arena, "a & 1 && b | 2", parts, 2), 2);
    assert_string_equal(parts[0], "a & 1");
    assert_string_equal(parts[1], "b | 2");
}

static void counts_conjuncts_beyond_the_limit(void **state)
{
    const char *parts[2] = {NULL, "kept"};

    (void)state;
    assert_int_equal(gen_expr_split_conjuncts(&arena, "a && b && c", parts, 1), 3);
    assert_string_equal(parts[0], "a");
    assert_string_equal(parts[1], "kept");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(splits_only_at_top_level_commas),
        TEST(counts_parts_beyond_the_limit),
        TEST(an_empty_text_has_no_parts_and_a_comma_separates_two),
        TEST(splits_conditions_only_at_top_level_ands),
        TEST(a_condition_without_a_top_level_and_is_one_part),
        TEST(does_not_split_at_a_bitwise_and),
        TEST(counts_conjuncts_beyond_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

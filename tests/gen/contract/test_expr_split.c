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

static void splits_at_top_level_commas_alone(void **state)
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

static void counts_parts_that_it_has_no_room_for(void **state)
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(splits_at_top_level_commas_alone),
        TEST(counts_parts_that_it_has_no_room_for),
        TEST(an_empty_text_has_no_parts_and_a_comma_separates_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

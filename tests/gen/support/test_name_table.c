#include "support/name_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MANY 10000

static gen_arena arena;
static gen_name_table table;

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    table = (gen_name_table){.arena = &arena};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

static void an_empty_table_finds_nothing(void **state)
{
    (void)state;
    assert_null(gen_name_table_find(&table, "kernel"));
    assert_null(gen_name_table_find(&table, ""));
}

static void finds_values_by_the_text_of_their_names(void **state)
{
    char same[] = "kernel";
    int first = 1;
    int empty = 2;

    (void)state;
    gen_name_table_put(&table, "kernel", &first);
    gen_name_table_put(&table, "", &empty);
    assert_ptr_equal(gen_name_table_find(&table, same), &first);
    assert_ptr_equal(gen_name_table_find(&table, ""), &empty);
    assert_null(gen_name_table_find(&table, "kerne"));
    assert_null(gen_name_table_find(&table, "kernel_"));
}

static void takes_names_that_are_not_terminated(void **state)
{
    int first = 1;
    int second = 2;

    (void)state;
    gen_name_table_put_bytes(&table, "kernels", 6, &first);
    gen_name_table_put_bytes(&table, "a\0b", 3, &second);
    assert_ptr_equal(gen_name_table_find(&table, "kernel"), &first);
    assert_ptr_equal(gen_name_table_find_bytes(&table, "kernel(", 6), &first);
    assert_null(gen_name_table_find(&table, "kernels"));
    assert_ptr_equal(gen_name_table_find_bytes(&table, "a\0b", 3), &second);
    assert_null(gen_name_table_find_bytes(&table, "a\0c", 3));
}

static void replaces_the_value_of_a_known_name(void **state)
{
    int first = 1;
    int second = 2;

    (void)state;
    gen_name_table_put(&table, "kernel", &first);
    gen_name_table_put(&table, "kernel", &second);
    assert_ptr_equal(gen_name_table_find(&table, "kernel"), &second);
    assert_int_equal(table.count, 1);
}

static void keeps_all_entries_while_it_grows(void **state)
{
    static int values[MANY];

    (void)state;
    for (int i = 0; i < MANY; i++)
        gen_name_table_put(&table, gen_arena_format(&arena, "kernel_%d", i), &values[i]);
    assert_int_equal(table.count, MANY);
    for (int i = 0; i < MANY; i++)
        assert_ptr_equal(gen_name_table_find(&table, gen_arena_format(&arena, "kernel_%d", i)),
                         &values[i]);
    assert_null(gen_name_table_find(&table, gen_arena_format(&arena, "kernel_%d", MANY)));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_empty_table_finds_nothing),        TEST(finds_values_by_the_text_of_their_names),
        TEST(takes_names_that_are_not_terminated), TEST(replaces_the_value_of_a_known_name),
        TEST(keeps_all_entries_while_it_grows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

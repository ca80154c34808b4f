/* The table from objects to what a later stage knows of them. */
#include "support/address_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void finds_each_of_many_objects(void **state)
{
    static char objects[5000];
    static int values[5000];
    gen_arena arena;
    gen_address_table table = {.arena = &arena};

    (void)state;
    gen_arena_initialize(&arena);
    assert_null(gen_address_table_find(&table, &objects[0]));
    for (size_t i = 0; i < 5000; i += 2)
        gen_address_table_put(&table, &objects[i], &values[i]);
    assert_int_equal(table.count, 2500);
    for (size_t i = 0; i < 5000; i++)
        assert_ptr_equal(gen_address_table_find(&table, &objects[i]), i % 2 ? NULL : &values[i]);
    gen_arena_deinitialize(&arena);
}

static void keeps_the_last_value(void **state)
{
    const int values[2] = {0, 1};
    gen_arena arena;
    gen_address_table table = {.arena = &arena};

    (void)state;
    gen_arena_initialize(&arena);
    gen_address_table_put(&table, state, &values[0]);
    gen_address_table_put(&table, state, &values[1]);
    assert_ptr_equal(gen_address_table_find(&table, state), &values[1]);
    assert_int_equal(table.count, 1);
    gen_arena_deinitialize(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_each_of_many_objects),
        cmocka_unit_test(keeps_the_last_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The record of what custub owns, also while several threads add, look up and remove. */
#include "driver/owned.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define ADDRESS UINT64_C(0x7f0000000000)

static void knows_only_what_was_added(void **state)
{
    (void)state;
    assert_false(custubi_owned_has(ADDRESS, 1, 1));
    custubi_owned_add(ADDRESS, 1000, 1);
    assert_true(custubi_owned_has(ADDRESS, 1000, 1));
    assert_true(custubi_owned_has(ADDRESS, 0, 1));
    assert_false(custubi_owned_has(ADDRESS, 1001, 1));
    assert_false(custubi_owned_has(ADDRESS, 1000, 2));
    assert_false(custubi_owned_has(ADDRESS + 256, 1, 1));
    custubi_owned_remove(ADDRESS);
    assert_false(custubi_owned_has(ADDRESS, 1, 1));
}

static void does_not_know_contexts_without_an_id(void **state)
{
    (void)state;
    custubi_owned_add(ADDRESS, 1000, 0);
    assert_false(custubi_owned_has(ADDRESS, 1, 0));
    custubi_owned_remove(0);
}

/* The first context was destroyed with its memory, unknown to custub. */
static void a_reused_address_replaces_that_of_a_destroyed_context(void **state)
{
    (void)state;
    custubi_owned_add(ADDRESS, 1000, 1);
    custubi_owned_add(ADDRESS, 500, 2);
    assert_true(custubi_owned_has(ADDRESS, 500, 2));
    assert_false(custubi_owned_has(ADDRESS, 1000, 1));
    custubi_owned_remove(ADDRESS);
    assert_false(custubi_owned_has(ADDRESS, 1, 2));
    custubi_owned_add(ADDRESS, 1000, 1);
    custubi_owned_add(ADDRESS, 500, 0);
    assert_false(custubi_owned_has(ADDRESS, 1, 1));
}

/* It forgets entries that it has no room for, and never confuses two. */
static void a_full_table_forgets_and_mixes_nothing_up(void **state)
{
    enum { COUNT = 100000 };
    size_t known = 0;

    (void)state;
    for (uint64_t i = 0; i < COUNT; i++)
        custubi_owned_add(ADDRESS + 256 * i, i + 1, 7);
    for (uint64_t i = 0; i < COUNT; i++) {
        assert_false(custubi_owned_has(ADDRESS + 256 * i, i + 2, 7));
        known += custubi_owned_has(ADDRESS + 256 * i, i + 1, 7);
    }
    assert_true(known > 1000);
    for (uint64_t i = 0; i < COUNT; i++)
        custubi_owned_remove(ADDRESS + 256 * i);
    for (uint64_t i = 0; i < COUNT; i++)
        assert_false(custubi_owned_has(ADDRESS + 256 * i, 0, 7));
}

/* Each thread adds its own addresses, whose sizes follow from them, and looks up those of all. */
static void *use(void *number)
{
    uint64_t own = ADDRESS + ((uint64_t)(uintptr_t)number << 30);
    size_t wrong = 0;

    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t address = own + 256 * (i % 50);
        uint64_t other = ADDRESS + (i % 8 << 30) + 256 * (i % 50);
        custubi_owned_add(address, address >> 8, 3);
        wrong += custubi_owned_has(other, (other >> 8) + 1, 3);
        wrong += custubi_owned_has(other, 1, 4);
        custubi_owned_remove(address);
        wrong += custubi_owned_has(address, 1, 3);
    }
    return (void *)(uintptr_t)wrong;
}

static void threads_use_it_at_once(void **state)
{
    pthread_t threads[8];

    (void)state;
    for (uintptr_t i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use, (void *)i), 0);
    for (size_t i = 0; i < 8; i++) {
        void *wrong = NULL;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_only_what_was_added),
        cmocka_unit_test(does_not_know_contexts_without_an_id),
        cmocka_unit_test(a_reused_address_replaces_that_of_a_destroyed_context),
        cmocka_unit_test(a_full_table_forgets_and_mixes_nothing_up),
        cmocka_unit_test(threads_use_it_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What blocks know of each other, and how accesses are ordered by it. */
#include "checker/block_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_known(const cpu_check_known *known, uint32_t block, uint32_t epoch)
{
    assert_int_equal(cpu_check_known_epoch(known, block), epoch);
}

static void knows_the_latest_epoch_of_each_block(void **state)
{
    cpu_check_known known = {NULL, 0, 0, false};

    (void)state;
    for (uint32_t i = 0; i < 1000; i++)
        cpu_check_known_add(&known, i * 7 % 1000 + 1, i + 1);
    cpu_check_known_add(&known, 8, 1);
    cpu_check_known_add(&known, 1, 5000);
    assert_int_equal(known.count, 1000);
    assert_known(&known, 8, 2);
    assert_known(&known, 15, 3);
    assert_known(&known, 1, 5000);
    assert_known(&known, 0, 0);
    assert_known(&known, 1001, 0);
    cpu_check_known_clear(&known);
    assert_known(&known, 8, 0);
    cpu_check_known_free(&known);
}

static void merges_what_is_known(void **state)
{
    cpu_check_known odd = {NULL, 0, 0, false}, third = {NULL, 0, 0, false};

    (void)state;
    for (uint32_t i = 1; i < 100; i += 2)
        cpu_check_known_add(&odd, i, i);
    for (uint32_t i = 3; i < 120; i += 3)
        cpu_check_known_add(&third, i, 50);
    cpu_check_known_merge(&odd, &third);
    cpu_check_known_merge(&odd, &third);
    for (uint32_t i = 0; i < 130; i++) {
        const uint32_t of_third = i && i < 120 && i % 3 == 0 ? 50 : 0;
        const uint32_t of_odd = i < 100 && i % 2 ? i : 0;
        assert_known(&odd, i, of_third > of_odd ? of_third : of_odd);
    }
    cpu_check_known_free(&odd);
    cpu_check_known_free(&third);
}

static void of_too_many_blocks_everything_is_known(void **state)
{
    cpu_check_known known = {NULL, 0, 0, false}, other = {NULL, 0, 0, false};

    (void)state;
    for (uint32_t i = 1; i <= 4096; i++)
        cpu_check_known_add(&known, i, 1);
    assert_known(&known, 4097, 0);
    cpu_check_known_add(&known, 4097, 1);
    assert_known(&known, 5000, UINT32_MAX);
    cpu_check_known_merge(&other, &known);
    assert_known(&other, 5000, UINT32_MAX);
    cpu_check_known_free(&known);
    cpu_check_known_free(&other);
}

static cpu_check_touch now(const cpu_check_order *order, uint32_t thread)
{
    cpu_check_touch touch = cpu_check_touch_now(order, thread, 0);

    touch.block = order->block;
    return touch;
}

static void another_block_is_ordered_if_its_epoch_is_known(void **state)
{
    cpu_check_order *order = cpu_check_order_create();
    cpu_check_touch before, after;
    uint32_t epoch;

    (void)state;
    cpu_check_order_begin(order, 1, 64);
    before = now(order, 40);
    cpu_check_order_fence(order, 3);
    epoch = cpu_check_order_fence_of(order, 3);
    assert_int_equal(cpu_check_order_fence_of(order, 40), 0);
    after = now(order, 40);
    cpu_check_order_barrier(order);
    assert_int_equal(cpu_check_order_fence_of(order, 40), epoch);
    assert_true(cpu_check_is_ordered(order, &after, 5));

    cpu_check_order_begin(order, 2, 64);
    assert_int_equal(cpu_check_order_fence_of(order, 3), 0);
    assert_false(cpu_check_is_ordered(order, &before, 40));
    cpu_check_known_add(&order->known, 1, epoch);
    assert_true(cpu_check_is_ordered(order, &before, 40));
    assert_false(cpu_check_is_ordered(order, &after, 40));

    cpu_check_order_begin(order, 3, 64);
    assert_false(cpu_check_is_ordered(order, &before, 40));
    cpu_check_order_destroy(order);
}

/* The epochs of a block must suffice, so a block that begins late begins them anew. */
static void epochs_begin_anew_with_a_block(void **state)
{
    cpu_check_order *order = cpu_check_order_create();
    cpu_check_touch touch;

    (void)state;
    order->epoch = UINT32_MAX / 2 + 1;
    cpu_check_order_begin(order, 1, 64);
    assert_int_equal(order->era, 1);
    touch = now(order, 0);
    assert_false(cpu_check_is_ordered(order, &touch, 40));
    order->epoch = UINT32_MAX;
    cpu_check_order_barrier(order);
    assert_int_equal(order->era, 2);
    touch = now(order, 0);
    assert_false(cpu_check_is_ordered(order, &touch, 40));
    cpu_check_order_barrier(order);
    assert_true(cpu_check_is_ordered(order, &touch, 40));
    cpu_check_order_destroy(order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_latest_epoch_of_each_block),
        cmocka_unit_test(merges_what_is_known),
        cmocka_unit_test(of_too_many_blocks_everything_is_known),
        cmocka_unit_test(another_block_is_ordered_if_its_epoch_is_known),
        cmocka_unit_test(epochs_begin_anew_with_a_block),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

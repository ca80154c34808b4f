/* Blocks that end before the others come to the barrier of their grid. */
#include "execute/grid_barrier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void an_ended_block_breaks_the_barrier(void **state)
{
    grid_barrier barrier;

    (void)state;
    assert_true(grid_barrier_initialize(&barrier, 2));
    grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, false);
    assert_false(grid_barrier_is_broken(&barrier));
    assert_false(grid_barrier_wait(&barrier));
    assert_true(grid_barrier_is_broken(&barrier));
    grid_barrier_deinitialize(&barrier);
}

static void one_block_reports_it(void **state)
{
    grid_barrier barrier;

    (void)state;
    assert_true(grid_barrier_initialize(&barrier, 2));
    assert_false(grid_barrier_must_report(&barrier));
    grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, false);
    assert_false(grid_barrier_wait(&barrier));
    assert_true(grid_barrier_must_report(&barrier));
    assert_false(grid_barrier_must_report(&barrier));
    grid_barrier_deinitialize(&barrier);
}

static void a_failure_needs_no_other_report(void **state)
{
    grid_barrier barrier;

    (void)state;
    assert_true(grid_barrier_initialize(&barrier, 2));
    grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, true);
    assert_false(grid_barrier_wait(&barrier));
    assert_false(grid_barrier_must_report(&barrier));
    grid_barrier_deinitialize(&barrier);
}

/* The block that ends has arrived, so the other one waits for nobody. */
static void a_block_may_arrive_and_end(void **state)
{
    grid_barrier barrier;
    uint64_t round;

    (void)state;
    assert_true(grid_barrier_initialize(&barrier, 2));
    round = grid_barrier_arrive(&barrier);
    assert_false(grid_barrier_is_over(&barrier, round));
    grid_barrier_leave(&barrier, round, false);
    assert_true(grid_barrier_wait(&barrier));
    assert_true(grid_barrier_is_over(&barrier, round));
    assert_false(grid_barrier_is_broken(&barrier));
    grid_barrier_deinitialize(&barrier);
}

/* It ended, and counts as one of those that arrived, not as one that is missing. */
static void all_others_are_still_waited_for(void **state)
{
    grid_barrier barrier;
    uint64_t round;

    (void)state;
    assert_true(grid_barrier_initialize(&barrier, 3));
    round = grid_barrier_arrive(&barrier);
    grid_barrier_leave(&barrier, round, false);
    assert_int_equal(grid_barrier_arrive(&barrier), round);
    assert_false(grid_barrier_is_over(&barrier, round)); /* the third one has not arrived */
    assert_true(grid_barrier_wait(&barrier));
    assert_true(grid_barrier_is_over(&barrier, round));
    grid_barrier_leave(&barrier, round, false);
    grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, false);
    assert_false(grid_barrier_must_report(&barrier));
    grid_barrier_deinitialize(&barrier);
}

static void who_arrives_need_not_wait(void **state)
{
    grid_barrier barrier;
    uint64_t round;

    (void)state;
    assert_true(grid_barrier_initialize(&barrier, 2));
    grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, false);
    round = grid_barrier_arrive(&barrier);
    assert_false(grid_barrier_is_broken(&barrier));
    assert_true(grid_barrier_is_over(&barrier, round)); /* asking is waiting */
    assert_true(grid_barrier_must_report(&barrier));
    grid_barrier_deinitialize(&barrier);
}

static void a_grid_may_end(void **state)
{
    grid_barrier barrier;

    (void)state;
    assert_true(grid_barrier_initialize(&barrier, 2));
    grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, false);
    grid_barrier_leave(&barrier, GRID_BARRIER_NEVER, false);
    assert_false(grid_barrier_is_broken(&barrier));
    grid_barrier_deinitialize(&barrier);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ended_block_breaks_the_barrier),
        cmocka_unit_test(one_block_reports_it),
        cmocka_unit_test(a_failure_needs_no_other_report),
        cmocka_unit_test(a_block_may_arrive_and_end),
        cmocka_unit_test(all_others_are_still_waited_for),
        cmocka_unit_test(who_arrives_need_not_wait),
        cmocka_unit_test(a_grid_may_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests that what a function may keep in registers survives a switch of stacks. */
#include "execute/threads/stack_switch.h"

#include <stdint.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { STACK = 256 * 1024, ROUNDS = 3, INTEGERS = 12, DOUBLES = 10 };

static stack_switch home;
static stack_switch away;
static int steps;
static void *stack;

/* Values that the compiler cannot know. */
static volatile uintptr_t integers[INTEGERS];
static volatile double doubles[DOUBLES];

/* Keeps more values than there are registers that a function must keep, during all switches. */
static void keep_values(stack_switch *self, stack_switch *other, unsigned first)
{
    uintptr_t i0 = integers[0] + first, i1 = integers[1] + first, i2 = integers[2] + first;
    uintptr_t i3 = integers[3] + first, i4 = integers[4] + first, i5 = integers[5] + first;
    uintptr_t i6 = integers[6] + first, i7 = integers[7] + first, i8 = integers[8] + first;
    uintptr_t i9 = integers[9] + first, i10 = integers[10] + first, i11 = integers[11] + first;
    double d0 = doubles[0] + first, d1 = doubles[1] + first, d2 = doubles[2] + first;
    double d3 = doubles[3] + first, d4 = doubles[4] + first, d5 = doubles[5] + first;
    double d6 = doubles[6] + first, d7 = doubles[7] + first, d8 = doubles[8] + first;
    double d9 = doubles[9] + first;

    for (int round = 0; round < ROUNDS; round++) {
        steps++;
        stack_switch_to(self, other);
        i0++, i1++, i2++, i3++, i4++, i5++, i6++, i7++, i8++, i9++, i10++, i11++;
        d0++, d1++, d2++, d3++, d4++, d5++, d6++, d7++, d8++, d9++;
    }
    {
        const uintptr_t found[INTEGERS] = {i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11};
        const double found_doubles[DOUBLES] = {d0, d1, d2, d3, d4, d5, d6, d7, d8, d9};
        for (int i = 0; i < INTEGERS; i++)
            assert_int_equal(found[i], integers[i] + first + ROUNDS);
        for (int i = 0; i < DOUBLES; i++)
            assert_true(found_doubles[i] == doubles[i] + first + ROUNDS);
    }
}

static int set_up(void **state)
{
    (void)state;
    stack = malloc(STACK);
    steps = 0;
    for (unsigned i = 0; i < INTEGERS; i++)
        integers[i] = UINT64_C(0x123456789) * (i + 1);
    for (unsigned i = 0; i < DOUBLES; i++)
        doubles[i] = 0.5 + i;
    return stack ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(stack);
    return 0;
}

static stack_bounds bounds(void)
{
    const stack_bounds all = {stack, STACK};

    return all;
}

static void keep_on_other_stack(void *argument)
{
    stack_switch_arrived(&away);
    assert_ptr_equal(argument, &steps);
    keep_values(&away, &home, 1000);
    stack_switch_leave(&away, &home);
}

static void keeps_the_registers_of_both_stacks(void **state)
{
    (void)state;
    stack_switch_prepare(&away, bounds(), keep_on_other_stack, &steps);
    keep_values(&home, &away, 0);
    assert_int_equal(steps, 2 * ROUNDS);
    stack_switch_to(&home, &away); /* where it checks its own values */
}

static void use_all_registers(void *argument)
{
    volatile long double aligned = 0.0L;
    const uintptr_t here = (uintptr_t)&aligned;

    assert_ptr_equal(argument, &steps);
    assert_true(here >= (uintptr_t)stack && here < (uintptr_t)stack + STACK);
    assert_int_equal(here % _Alignof(long double), 0);
    for (int i = 0; i < DOUBLES; i++)
        aligned += (long double)doubles[i] * (long double)integers[i];
    steps += aligned > 0.0L;
}

static void returns_from_a_call_on_another_stack(void **state)
{
    double before[DOUBLES];

    (void)state;
    for (int i = 0; i < DOUBLES; i++)
        before[i] = doubles[i];
    stack_switch_call(&home, &away, bounds(), use_all_registers, &steps);
    assert_int_equal(steps, 1);
    for (int i = 0; i < DOUBLES; i++)
        assert_true(before[i] == doubles[i]);
}

static void leave_in_the_middle(void *argument)
{
    (void)argument;
    steps++;
    stack_switch_leave(&away, &home);
}

static void returns_from_a_call_that_leaves_its_stack(void **state)
{
    (void)state;
    stack_switch_call(&home, &away, bounds(), leave_in_the_middle, NULL);
    assert_int_equal(steps, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_the_registers_of_both_stacks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(returns_from_a_call_on_another_stack, set_up, tear_down),
        cmocka_unit_test_setup_teardown(returns_from_a_call_that_leaves_its_stack, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The orders in which blocks run under the memory checker. */
#define _POSIX_C_SOURCE 200809L

#include "execute/block_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BLOCKS 300

static block_order order_of(unsigned int number, uint64_t blocks)
{
    char text[16];

    snprintf(text, sizeof(text), "%u", number);
    assert_int_equal(setenv("CUSTUB_CPU_BLOCK_ORDER", text, 1), 0);
    return block_order_read(blocks);
}

static void every_order_has_each_block_once(void **state)
{
    (void)state;
    for (unsigned int number = 0; number < 40; number++) {
        for (uint64_t blocks = 1; blocks <= BLOCKS; blocks++) {
            const block_order order = order_of(number * number, blocks);
            unsigned char seen[BLOCKS] = {0};

            for (uint64_t i = 0; i < blocks; i++) {
                const uint64_t block = block_order_at(&order, i);

                assert_true(block < blocks);
                assert_int_equal(seen[block]++, 0);
            }
        }
    }
}

static void the_first_two_are_forward_and_backward(void **state)
{
    const block_order forward = order_of(0, 5);
    const block_order backward = order_of(1, 5);

    (void)state;
    for (uint64_t i = 0; i < 5; i++) {
        assert_int_equal(block_order_at(&forward, i), i);
        assert_int_equal(block_order_at(&backward, i), 4 - i);
    }
}

static void huge_grids_have_the_first_order(void **state)
{
    const block_order order = order_of(1, UINT64_C(1) << 40);

    (void)state;
    assert_int_equal(block_order_at(&order, 7), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_has_each_block_once),
        cmocka_unit_test(the_first_two_are_forward_and_backward),
        cmocka_unit_test(huge_grids_have_the_first_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

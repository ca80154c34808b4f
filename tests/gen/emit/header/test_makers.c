/* The makers of emitted structs. */
#include "structs.custub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void fields_get_their_values(void **state)
{
    const double rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    const structs_maker made = structs_maker_of('v', rows, 7, 8);

    (void)state;
    assert_int_equal(made.value, 'v');
    assert_memory_equal(made.value_, rows, sizeof(rows));
    assert_int_equal(made.memset_, 7);
    assert_int_equal(made.structs_maker_of__, 8);
}

static void nested_structs_are_copied(void **state)
{
    const double numbers[2] = {1, 2};
    structs_inner parts[3];
    structs_outer made;

    (void)state;
    for (short i = 0; i < 3; i++)
        parts[i] = structs_inner_of(i, numbers);
    made = structs_outer_of('t', parts, 0x1000, 0x2000, true);
    for (short i = 0; i < 3; i++) {
        assert_int_equal(made.parts[i].a, i);
        assert_memory_equal(made.parts[i].b, numbers, sizeof(numbers));
    }
    assert_int_equal(made.data, 0x1000);
    assert_int_equal(made.fixed, 0x2000);
    assert_true(made.flag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_get_their_values),
        cmocka_unit_test(nested_structs_are_copied),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

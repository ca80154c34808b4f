/* Tests that the memory checker names a variable by the last component of its mangled name. */
#include "checker/image_object.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_name(const char *mangled, const char *expected)
{
    cpu_check_object object = {.name = mangled};

    assert_string_equal(cpu_check_object_name(&object).text, expected);
}

static void keeps_c_names(void **state)
{
    (void)state;
    assert_name("table", "table");
    assert_name("table128", "table128");
}

static void drops_the_scope_of_a_variable(void **state)
{
    (void)state;
    assert_name("_ZL5table", "table");
    assert_name("_ZN5space5tableE", "table");
    assert_name("_ZZ4tileE4tile_0", "tile");
    assert_name("_ZZN1a4DATA5valueEvE3x12", "x12");
}

static void does_not_read_template_arguments_as_lengths(void **state)
{
    (void)state;
    assert_name("_ZZL8allocateILi128EEvPPiPP7__half2S1_S1_E9tile_x_qs", "tile_x_qs");
    assert_name("_ZZ4tileILin12EEvPT_E6values", "values");
    assert_name("_ZZ4tileIfLj2EEvPA16_T_T0_E6values", "values");
    assert_name("_ZZ3sumI6__halfEvPKT_PS1_E3shr", "shr");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_c_names),
        cmocka_unit_test(drops_the_scope_of_a_variable),
        cmocka_unit_test(does_not_read_template_arguments_as_lengths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

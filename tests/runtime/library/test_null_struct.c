/* A launch through a null struct of kernels, in a program that is linked to the shared library. */
#include "saxpy.custub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void a_null_struct_is_named(void **state)
{
    const custub_f32_view none = custub_f32_view_of(0, 0);
    custub_error error = custub_error_none();

    (void)state;
    assert_int_equal(launch_saxpy(NULL, NULL, 0, 1, none, none, &error),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "the struct of loaded kernels is null"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_null_struct_is_named)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

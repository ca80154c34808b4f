/* Finding the drivers' libraries. Nothing that is called libcuda is linked or loaded here.
 *
 * RECORDING_CPU_DRIVER is the path of a recording driver of the soname libcustub_cpu.so.1, and
 * RECORDING_NO_DRIVER that of a shared library that is no driver. */
#define _POSIX_C_SOURCE 200809L

#include <custub/custub.h>

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "child.h"

static custub_error error;

static void in_child_says_what_was_tried_and_what_to_do(void)
{
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, &error) == CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(strstr(error.message, "install the NVIDIA driver"));
    CHILD_CHECK(strstr(error.message, "CUSTUB_DRIVER=cpu"));
    CHILD_CHECK(strstr(error.message, "[libcuda.so.1: "));
    CHILD_CHECK(strstr(error.message, "[libcuda.so: "));
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, NULL) == CUSTUB_ERROR_DRIVER_NOT_FOUND);
}

static void says_what_was_tried_and_what_to_do(void **state)
{
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);

    (void)state;
    if (!cuda)
        cuda = dlopen("libcuda.so", RTLD_NOW);
    if (cuda) {
        print_message("this machine has a libcuda: it cannot show what happens without one\n");
        dlclose(cuda);
        skip();
    }
    assert_true(passes_in_child(in_child_says_what_was_tried_and_what_to_do));
}

static void in_child_takes_the_cpu_driver_that_the_environment_names(void)
{
    setenv("CUSTUB_DRIVER", "cpu", 1);
    setenv("CUSTUB_CPU_DRIVER", RECORDING_CPU_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, &error) == CUSTUB_OK);
    CHILD_CHECK_STRING(custub_driver_name(), "cpu");
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_OK);
}
CHILD_TEST(takes_the_cpu_driver_that_the_environment_names)

static void in_child_refuses_cuda_beside_the_cpu_driver(void)
{
    setenv("CUSTUB_CPU_DRIVER", RECORDING_CPU_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_OK);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, &error) == CUSTUB_ERROR_DRIVER_CONFLICT);
    CHILD_CHECK_STRING(error.message, "the CUDA driver was asked for, but this process has opened "
                                      "the CPU driver already");
    CHILD_CHECK_STRING(custub_driver_name(), "cpu");
}
CHILD_TEST(refuses_cuda_beside_the_cpu_driver)

static void in_child_refuses_a_library_that_is_no_driver_and_may_be_tried_again(void)
{
    setenv("CUSTUB_CPU_DRIVER", RECORDING_NO_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK_STRING(error.message,
                       RECORDING_NO_DRIVER " is no CUDA driver: it has no function cuInit");
    CHILD_CHECK(custub_driver_name() == NULL);
    setenv("CUSTUB_CPU_DRIVER", RECORDING_CPU_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_OK);
}
CHILD_TEST(refuses_a_library_that_is_no_driver_and_may_be_tried_again)

static void in_child_lists_where_it_looked_for_the_cpu_driver(void)
{
    setenv("CUSTUB_CPU_DRIVER", "/no/such/driver.so", 1);
    custub_status status = custub_driver_open(CUSTUB_DRIVER_CPU, &error);
    /* One that lies beside the program is found, and rightly so. */
    if (status == CUSTUB_OK)
        return;
    CHILD_CHECK(status == CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(strstr(error.message, "name it in CUSTUB_CPU_DRIVER"));
    CHILD_CHECK(strstr(error.message, "[/no/such/driver.so: "));
    CHILD_CHECK(strstr(error.message, "[libcustub_cpu.so.1: "));
}
CHILD_TEST(lists_where_it_looked_for_the_cpu_driver)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_was_tried_and_what_to_do),
        cmocka_unit_test(takes_the_cpu_driver_that_the_environment_names),
        cmocka_unit_test(refuses_cuda_beside_the_cpu_driver),
        cmocka_unit_test(refuses_a_library_that_is_no_driver_and_may_be_tried_again),
        cmocka_unit_test(lists_where_it_looked_for_the_cpu_driver),
    };

    unsetenv("CUSTUB_DRIVER");
    unsetenv("CUSTUB_CPU_DRIVER");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

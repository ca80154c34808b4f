/* Opening the driver. The recording driver is linked, as a libcuda that the process has loaded. */
#define _POSIX_C_SOURCE 200809L

#include <custub/custub.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "child.h"
#include "recording_driver.h"

static custub_error error;

static void in_child_takes_the_libcuda_that_is_loaded(void)
{
    CHILD_CHECK(custub_driver_name() == NULL);
    CHILD_CHECK(custub_driver_version() == 0);
    CHILD_CHECK(custub_driver_symbol("cuInit") == NULL);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) == CUSTUB_OK);
    CHILD_CHECK(recording_calls_of("cuInit") == 1);
    CHILD_CHECK_STRING(custub_driver_name(), "cuda");
    CHILD_CHECK(custub_driver_version() == recording_programmed()->version);
    CHILD_CHECK(custub_driver_symbol("cuMemAlloc_v2") != NULL);
    CHILD_CHECK(custub_driver_symbol("cuNoSuchFunction") == NULL);
    CHILD_CHECK(custub_driver_symbol(NULL) == NULL);
}
CHILD_TEST(takes_the_libcuda_that_is_loaded)

static void in_child_opens_once(void)
{
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, NULL) == CUSTUB_OK);
    recording_clear_log();
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, NULL) == CUSTUB_OK);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) == CUSTUB_OK);
    CHILD_CHECK(recording_call_count() == 0);
}
CHILD_TEST(opens_once)

static void in_child_refuses_the_cpu_driver_beside_libcuda(void)
{
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_CONFLICT);
    CHILD_CHECK(error.status == CUSTUB_ERROR_DRIVER_CONFLICT);
    CHILD_CHECK(strstr(error.message, "has loaded NVIDIA's libcuda already"));
    setenv("CUSTUB_DRIVER", "cpu", 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) == CUSTUB_ERROR_DRIVER_CONFLICT);
    CHILD_CHECK(custub_driver_name() == NULL);
}
CHILD_TEST(refuses_the_cpu_driver_beside_libcuda)

static void in_child_argument_wins_over_the_environment(void)
{
    setenv("CUSTUB_DRIVER", "cpu", 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, NULL) == CUSTUB_OK);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) == CUSTUB_OK);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_CONFLICT);
    CHILD_CHECK_STRING(error.message, "the CPU driver was asked for, but this process has opened "
                                      "the CUDA driver already");
}
CHILD_TEST(argument_wins_over_the_environment)

static void in_child_refuses_an_unknown_word_in_the_environment(void)
{
    setenv("CUSTUB_DRIVER", "gpu", 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) ==
                CUSTUB_ERROR_INVALID_ARGUMENT);
    CHILD_CHECK_STRING(error.message, "the environment variable CUSTUB_DRIVER is 'gpu': it may be "
                                      "'cuda' or 'cpu'");
    setenv("CUSTUB_DRIVER", "", 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) == CUSTUB_OK);
}
CHILD_TEST(refuses_an_unknown_word_in_the_environment)

static void in_child_refuses_an_argument_that_is_no_driver(void)
{
    CHILD_CHECK(custub_driver_open((custub_driver)7, &error) == CUSTUB_ERROR_INVALID_ARGUMENT);
    CHILD_CHECK_STRING(error.message, "7 is not a custub_driver");
}
CHILD_TEST(refuses_an_argument_that_is_no_driver)

static void in_child_refuses_an_old_driver_with_both_versions(void)
{
    recording_programmed()->version = 11070;
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_TOO_OLD);
    CHILD_CHECK_STRING(error.message, "the CUDA driver is for CUDA 11.7, custub needs one for 11.8 "
                                      "or newer: update the NVIDIA driver");
    CHILD_CHECK(recording_calls_of("cuInit") == 0);
    recording_programmed()->version = 11080;
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) == CUSTUB_OK);
}
CHILD_TEST(refuses_an_old_driver_with_both_versions)

static void in_child_tells_apart_why_the_driver_does_not_start(void)
{
    static const struct {
        int result;
        custub_status status;
        const char *says;
    } cases[] = {
        {34, CUSTUB_ERROR_DRIVER_NOT_FOUND, "toolkit's stub"},
        {100, CUSTUB_ERROR_NO_DEVICE, "finds no GPU"},
        {802, CUSTUB_ERROR_DRIVER, "Fabric Manager"},
        {803, CUSTUB_ERROR_DRIVER, "different versions"},
        {804, CUSTUB_ERROR_DRIVER, "forward compatibility"},
        {999, CUSTUB_ERROR_DRIVER, "cuInit: "},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char number[16];
        snprintf(number, sizeof(number), "(%d)", cases[i].result);
        recording_programmed()->init_result = cases[i].result;
        CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) == cases[i].status);
        CHILD_CHECK(error.driver_result == cases[i].result);
        CHILD_CHECK_STRING(error.driver_call, "cuInit");
        CHILD_CHECK(strstr(error.message, cases[i].says));
        CHILD_CHECK(strstr(error.message, number));
        CHILD_CHECK(custub_driver_name() == NULL);
        CHILD_CHECK(custub_driver_version() == 0);
    }
    recording_programmed()->init_result = 0;
    recording_programmed()->version_result = 34;
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
    recording_programmed()->version_result = 0;
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) == CUSTUB_OK);
}
CHILD_TEST(tells_apart_why_the_driver_does_not_start)

static void *open_from_thread(void *out)
{
    *(custub_status *)out = custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
    return NULL;
}

static void in_child_opens_once_for_many_threads(void)
{
    pthread_t threads[8];
    custub_status statuses[8];

    for (int i = 0; i < 8; i++)
        CHILD_CHECK(pthread_create(&threads[i], NULL, open_from_thread, &statuses[i]) == 0);
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        CHILD_CHECK(statuses[i] == CUSTUB_OK);
    }
    CHILD_CHECK(recording_calls_of("cuInit") == 1);
}
CHILD_TEST(opens_once_for_many_threads)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_libcuda_that_is_loaded),
        cmocka_unit_test(opens_once),
        cmocka_unit_test(refuses_the_cpu_driver_beside_libcuda),
        cmocka_unit_test(argument_wins_over_the_environment),
        cmocka_unit_test(refuses_an_unknown_word_in_the_environment),
        cmocka_unit_test(refuses_an_argument_that_is_no_driver),
        cmocka_unit_test(refuses_an_old_driver_with_both_versions),
        cmocka_unit_test(tells_apart_why_the_driver_does_not_start),
        cmocka_unit_test(opens_once_for_many_threads),
    };

    unsetenv("CUSTUB_DRIVER");
    unsetenv("CUSTUB_CHECK");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

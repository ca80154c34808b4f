/* host_fixture.h: set-up of the tests of a program's host side, on the driver that CUSTUB_DRIVER in
 * the environment chooses: device 0, and a stream. */
#ifndef HOST_FIXTURE_H
#define HOST_FIXTURE_H

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"

static custub_error error; /* emptied before each test */
static custub_device *device;
static CUstream stream; /* non-blocking */

/* Fails the test with the message if the record holds a failure. */
#define SUCCEEDED()                                                                                \
    do {                                                                                           \
        if (custub_failed(&error))                                                                 \
            fail_msg("%s", error.message);                                                         \
    } while (0)

static int begin(void **state)
{
    (void)state;
    error = custub_error_none();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup(name, begin)

/* Runs a whole program: opens, runs the tests and closes. Returns 77, with the reason printed,
 * without a driver or a device. */
static int run_on_device(const struct CMUnitTest *tests, size_t count)
{
    int result;

    device = custub_device_open(0, &error);
    if (error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND || error.status == CUSTUB_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    stream = custub_stream_create(&error);
    if (custub_failed(&error)) {
        printf("%s: %s\n", custub_status_name(error.status), error.message);
        return EXIT_FAILURE;
    }
    printf("on %s, driver %s %d\n", custub_device_name(device), custub_driver_name(),
           custub_driver_version());
    result = _cmocka_run_group_tests("host", tests, count, NULL, NULL);
    custub_stream_destroy(stream, NULL);
    custub_device_close(device, NULL);
    return result;
}

#define RUN(tests) run_on_device((tests), sizeof(tests) / sizeof(*(tests)))

#endif

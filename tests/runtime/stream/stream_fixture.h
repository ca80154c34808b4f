/* stream_fixture.h: starts and ends tests of streams and events, on the recording driver. */
#ifndef STREAM_FIXTURE_H
#define STREAM_FIXTURE_H

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"

static custub_error error;
static CUstream stream;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_use_device(0);
    error = custub_error_none();
    stream = custub_stream_create(&error);
    return (int)error.status;
}

static int stop(void **state)
{
    (void)state;
    custub_stream_destroy(stream, NULL);
    return recording_alive() != 0;
}

/* Checks that the call fails if the driver's function does, with its reason. */
#define FAILS(call, function)                                                                      \
    do {                                                                                           \
        recording_fail(function, 1, 700);                                                          \
        fresh(&error);                                                                             \
        (void)(call);                                                                              \
        assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);                                       \
        assert_int_equal(error.driver_result, 700);                                                \
        assert_int_equal(strncmp(error.driver_call, function, strlen(error.driver_call)), 0);      \
    } while (0)

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

#endif

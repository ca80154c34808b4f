/* memory_fixture.h: starts and ends tests of device memory, on the recording driver. They run at
 * the contract level, which looks nothing up unless the driver refuses. */
#ifndef MEMORY_FIXTURE_H
#define MEMORY_FIXTURE_H

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"

static custub_error error;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_use_device(0);
    error = custub_error_none();
    custub_set_check(CUSTUB_CHECK_CONTRACT);
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

#endif

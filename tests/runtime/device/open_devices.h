/* open_devices.h: two open devices of the recording driver; the first one is current. */
#ifndef OPEN_DEVICES_H
#define OPEN_DEVICES_H

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"

static custub_error error;
static custub_device *device; /* 0 */
static custub_device *other;  /* 1 */

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_programmed()->device_count = 2;
    error = custub_error_none();
    other = custub_device_open(1, &error);
    device = custub_device_open(0, &error);
    return (int)error.status;
}

static int stop(void **state)
{
    (void)state;
    custub_device_close(other, NULL);
    custub_device_close(device, NULL);
    return recording_alive() != 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

#endif

/* device_fixture.h: the device that CUSTUB_DRIVER chooses, for tests with cmocka. */
#ifndef DEVICE_FIXTURE_H
#define DEVICE_FIXTURE_H

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static custub_error fixture_error;

static inline void succeed(custub_status status)
{
    if (status != CUSTUB_OK)
        fail_msg("%s: %s", custub_status_name(status), fixture_error.message);
}

/* Returns 0, or the program's exit status. */
static inline int open_fixture(void)
{
    custub_device_open(0, &fixture_error);
    if (!custub_failed(&fixture_error))
        return 0;
    printf("%s: %s\n", custub_status_name(fixture_error.status), fixture_error.message);
    return fixture_error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND ||
                   fixture_error.status == CUSTUB_ERROR_NO_DEVICE
               ? 77
               : EXIT_FAILURE;
}

#endif

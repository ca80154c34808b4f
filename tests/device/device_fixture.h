/* device_fixture.h: for tests of device functions: the device that CUSTUB_DRIVER chooses, and
 * buffers whose creation ends the test if it fails. */
#ifndef DEVICE_FIXTURE_H
#define DEVICE_FIXTURE_H

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static custub_error fixture_error;
static custub_device *fixture_device;

static inline void succeed(custub_status status)
{
    if (status != CUSTUB_OK)
        fail_msg("%s: %s", custub_status_name(status), fixture_error.message);
}

/* A launch of one block of so many threads. */
static inline custub_launch one_block(unsigned threads)
{
    custub_launch launch = custub_launch_default();

    launch.grid = custub_grid(1, 1, 1);
    launch.block = custub_block(threads, 1, 1);
    return launch;
}

/* A buffer of zeros. */
static inline custub_i32_buffer numbers_of(size_t count)
{
    custub_i32_buffer buffer = custub_i32_buffer_create(count, &fixture_error);
    int32_t *host = calloc(count, sizeof(*host));

    assert_non_null(host);
    succeed(custub_i32_upload(buffer.view, host, count, 0, &fixture_error));
    free(host);
    return buffer;
}

/* Waits for the work of the default stream, reads all numbers and frees them. */
static inline void read_numbers(custub_i32_buffer *buffer, int32_t *host)
{
    succeed(custub_i32_download(buffer->view, host, buffer->view.count, 0, &fixture_error));
    custub_i32_buffer_destroy(buffer, NULL);
}

/* Returns 0, or the program's exit status. */
static inline int open_fixture(void)
{
    fixture_device = custub_device_open(0, &fixture_error);
    if (fixture_error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND ||
        fixture_error.status == CUSTUB_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", fixture_error.message);
        return 77;
    }
    if (custub_failed(&fixture_error))
        printf("%s: %s\n", custub_status_name(fixture_error.status), fixture_error.message);
    return custub_failed(&fixture_error) ? EXIT_FAILURE : 0;
}

#endif

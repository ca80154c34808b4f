/* contract_fixture.h: launches of the sample library's kernels at the contract level, on the
 * recording driver, for tests of their errors. Include it once. */
#ifndef CONTRACT_FIXTURE_H
#define CONTRACT_FIXTURE_H

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X 0x10000u /* addresses, far apart */
#define Y 0x20000u

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];
static custub_launch launch;

static inline int load(void **state)
{
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    *state = sample_load(kernels);
    return 0;
}

static inline int unload(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static inline int start(void **state)
{
    (void)state;
    memset(&error, 0, sizeof(error));
    launch = custub_launch_default();
    launch.check = CUSTUB_CHECK_CONTRACT;
    recording_use_device(0);
    recording_clear_log();
    return 0;
}

static inline void shape(uint64_t blocks, uint64_t threads)
{
    launch.grid = custub_grid(blocks, 1, 1);
    launch.block = custub_block(threads, 1, 1);
}

static inline void shape2(uint64_t grid_x, uint64_t grid_y, uint64_t block_x, uint64_t block_y)
{
    launch.grid = custub_grid(grid_x, grid_y, 1);
    launch.block = custub_block(block_x, block_y, 1);
}

static inline custub_status saxpy(size_t n, custub_f32_view x, custub_f32_view y)
{
    return sample_launch_saxpy(kernels, &launch, n, 2, x, y, fresh(&error));
}

static inline custub_status scale(int width, int height, custub_bytes_view image)
{
    void *arguments[] = {&width, &height, &image.ptr};

    return sample_launch(&kernels[SCALE], &launch, arguments, fresh(&error));
}

static inline custub_status plain(int n, custub_bytes_view x, custub_bytes_view scratch)
{
    custub_bytes_view views[] = {x, scratch};
    void *arguments[] = {&n, &views[0].ptr, &views[1].ptr};

    return sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error));
}

static inline custub_status tile(int n)
{
    void *arguments[] = {&n};

    return sample_launch(&kernels[TILE], &launch, arguments, fresh(&error));
}

static inline custub_status pair(long long n)
{
    void *arguments[] = {&n};

    return sample_launch(&kernels[PAIR], &launch, arguments, fresh(&error));
}

static inline void launched(custub_status status)
{
    assert_int_equal(status, CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    recording_clear_log();
}

/* The launch was refused, in these words, and the driver's launch was not called. */
static inline void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
    assert_int_equal(error.status, status);
    assert_int_equal(recording_launch_count(), 0);
}

#define TEST(name) cmocka_unit_test_setup(name, start)

#endif

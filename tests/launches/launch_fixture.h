/* launch_fixture.h: what tests of launches begin with, on the CPU driver and on a GPU, which
 * CUSTUB_DRIVER in the environment chooses: a device, loaded kernels, a stream, and launches of one
 * kernel at the whole level at any place of memory. */
#ifndef LAUNCH_FIXTURE_H
#define LAUNCH_FIXTURE_H

#include "launch_driver.h"

#include "launching.custub.h"

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct launch_fixture {
    custub_device *device;
    launching_kernels kernels;
    custub_error error;   /* emptied before each test, and by each of the launches below */
    custub_launch launch; /* reset before each test: f.stream */
    CUstream stream;      /* non-blocking */
} launch_fixture;

extern launch_fixture f;

/* A program's set-up: 0, or what it returns at once (77: skipped, with the reason printed). */
int launch_open(void);
void launch_close(void);
/* A test's. */
int launch_begin(void **state);

#define LAUNCH_TEST(test) cmocka_unit_test_setup(test, launch_begin)

/* A whole program: opens, runs the tests and closes. Answers 77 as well if all of them were
 * skipped. */
#define LAUNCH_RUN(tests) launch_run((tests), sizeof(tests) / sizeof(*(tests)))
int launch_run(const struct CMUnitTest *tests, size_t count);

/* Leaves the test; the reason has been printed. */
#define SKIP()                                                                                     \
    do {                                                                                           \
        launch_skipped++;                                                                          \
        skip();                                                                                    \
    } while (0)
extern size_t launch_skipped;

/* Fail the test unless the status, which is that of f.error, is CUSTUB_OK or the wanted one. */
#define SUCCEED(call)        launch_expect((call), CUSTUB_OK, __FILE__, __LINE__)
#define EXPECT(call, status) launch_expect((call), (status), __FILE__, __LINE__)
void launch_expect(custub_status status, custub_status wanted, const char *file, int line);

/* A launch over `count` ints at `address` is made, with right results. The ints are then 6, and the
 * stream has been waited for. */
#define SERVES(address, count) launch_serves((address), (count), __FILE__, __LINE__)
void launch_serves(CUdeviceptr address, size_t count, const char *file, int line);

/* A launch over `count` ints at `address` is refused; it is prepared first, so that nothing runs if
 * it should not be. */
#define REFUSES(address, count, status)                                                            \
    launch_refuses((address), (count), (status), __FILE__, __LINE__)
void launch_refuses(CUdeviceptr address, size_t count, custub_status status, const char *file,
                    int line);

/* A launch over one int more than `count` is refused, and names the bytes that are there. */
#define REFUSES_ONE_MORE(address, count)                                                           \
    launch_refuses_one_more((address), (count), __FILE__, __LINE__)
void launch_refuses_one_more(CUdeviceptr address, size_t count, const char *file, int line);

/* What is no longer there is refused, unless the device reads the host's pageable memory, where no
 * address proves anything. */
#define REFUSES_GONE(address) launch_refuses_gone((address), __FILE__, __LINE__)
void launch_refuses_gone(CUdeviceptr address, const char *file, int line);

/* All three: a place of exactly `count` ints, looked at from its beginning and its middle. */
#define IS_EXACT(address, count) launch_is_exact((address), (count), __FILE__, __LINE__)
void launch_is_exact(CUdeviceptr address, size_t count, const char *file, int line);

/* Writes `value` to, or reads and compares, `count` ints at any address, in f.launch.stream. */
void launch_fill(CUdeviceptr address, size_t count, int value);
void launch_compare(CUdeviceptr address, size_t count, int value, const char *file, int line);
#define COMPARE(address, count, value)                                                             \
    launch_compare((address), (count), (value), __FILE__, __LINE__)

/* A loaded kernel, by name. */
const custub_kernel *launch_kernel(const char *name);

/* An attribute of device 0. */
int launch_attribute(int attribute);

#endif

/* launch_fixture.h: set-up and helpers of the tests of launches, on the driver that CUSTUB_DRIVER
 * in the environment chooses: a device, loaded kernels, a stream, and launches of one kernel at any
 * memory, checked at the whole level. */
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
    custub_error error;   /* emptied before each test, and by each launch below */
    custub_launch launch; /* reset before each test: f.stream */
    CUstream stream;      /* non-blocking */
} launch_fixture;

extern launch_fixture f;

/* Sets the program up. Returns 0, or the program's exit status (77: skipped, with the reason
 * printed). */
int launch_open(void);
void launch_close(void);
/* Sets a test up. */
int launch_begin(void **state);

#define LAUNCH_TEST(test) cmocka_unit_test_setup(test, launch_begin)

/* Runs a whole program: opens, runs the tests and closes. Also returns 77 if all tests were
 * skipped. */
#define LAUNCH_RUN(tests) launch_run((tests), sizeof(tests) / sizeof(*(tests)))
int launch_run(const struct CMUnitTest *tests, size_t count);

/* Skips the test, whose reason has been printed. */
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

/* Fails unless a launch over `count` ints at `address` computes the right results. The ints are 6
 * afterwards, and the stream's work is done. */
#define WORKS(address, count) launch_works((address), (count), __FILE__, __LINE__)
void launch_works(CUdeviceptr address, size_t count, const char *file, int line);

/* Fails unless a launch over `count` ints at `address` is refused. It is prepared first, so that a
 * launch that is wrongly accepted does not run. */
#define REFUSES(address, count, status)                                                            \
    launch_refuses((address), (count), (status), __FILE__, __LINE__)
void launch_refuses(CUdeviceptr address, size_t count, custub_status status, const char *file,
                    int line);

/* Fails unless a launch over one int more than `count` is refused with the number of bytes that are
 * there. */
#define REFUSES_ONE_MORE(address, count)                                                           \
    launch_refuses_one_more((address), (count), __FILE__, __LINE__)
void launch_refuses_one_more(CUdeviceptr address, size_t count, const char *file, int line);

/* Fails unless memory that was freed or unmapped is refused. Checks nothing if the device reads the
 * host's pageable memory: then any address may be valid. */
#define REFUSES_GONE(address) launch_refuses_gone((address), __FILE__, __LINE__)
void launch_refuses_gone(CUdeviceptr address, const char *file, int line);

/* All three checks, for memory of exactly `count` ints, from its beginning and from its middle. */
#define IS_EXACT(address, count) launch_is_exact((address), (count), __FILE__, __LINE__)
void launch_is_exact(CUdeviceptr address, size_t count, const char *file, int line);

/* Write `value` to, or compare it with, `count` ints at any address, in f.launch.stream. */
void launch_fill(CUdeviceptr address, size_t count, int value);
void launch_compare(CUdeviceptr address, size_t count, int value, const char *file, int line);
#define COMPARE(address, count, value)                                                             \
    launch_compare((address), (count), (value), __FILE__, __LINE__)

/* The loaded kernel with this name. */
const custub_kernel *launch_kernel(const char *name);

/* An attribute of device 0. */
int launch_attribute(int attribute);

#endif

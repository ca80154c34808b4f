/* api_fixture.h: set-up and helpers of the tests of the driver API, on the CPU driver and on a
 * GPU. */
#ifndef API_FIXTURE_H
#define API_FIXTURE_H

#include "driver_table.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#define SKIPPED 77

typedef struct api_fixture {
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUfunction mark;
    CUfunction read_globals;
    CUfunction wait_for;
    CUfunction set_flag;
    CUstream first;     /* non-blocking */
    CUstream second;    /* non-blocking */
    volatile int *flag; /* pinned, at the same address on the device */
    CUdeviceptr flag_address;
    CUdeviceptr data; /* COUNT ints, 0 at the beginning of each test */
} api_fixture;

#define COUNT 1024

extern api_fixture f;

#define succeed(call) assert_int_equal((call), CUDA_SUCCESS)

/* Set-up and tear-down: of a group, then of a test. */
int api_open(void **state);
int api_close(void **state);
int api_begin(void **state);
int api_end(void **state);

/* data[i] += value, for all of f.data. */
void api_add(CUstream stream, int value);
/* Keeps the stream busy until *f.flag is not 0. */
void api_hold(CUstream stream);
/* Waits for the work in the stream, and fails unless all of f.data is `value`. */
void api_expect(CUstream stream, int value);
/* Nodes of graphs: the parameters of a fill of COUNT ints; and a new kernel node that adds `value`
 * to all of *data, or of f.data if `data` is null. */
CUDA_MEMSET_NODE_PARAMS api_filling(CUdeviceptr target, unsigned value);
CUgraphNode api_add_node(CUgraph graph, const CUgraphNode *before, size_t count, int *value,
                         CUdeviceptr *data);
CUgraphExec api_instantiate(CUgraph graph);
/* Launches in f.first, and waits. */
void api_launch(CUgraphExec exec);

/* The number of multiprocessors: on the CPU driver that of its threads. */
int api_threads(void);

#endif

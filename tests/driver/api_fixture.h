/* api_fixture.h: what tests of the driver API begin with, on the CPU driver and on a GPU. */
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
    CUstream first;     /* non-blocking, */
    CUstream second;    /* both */
    volatile int *flag; /* pinned, at the same address on the device */
    CUdeviceptr flag_address;
    CUdeviceptr data; /* COUNT ints, 0 at the beginning of each test */
} api_fixture;

#define COUNT 1024

extern api_fixture f;

#define succeed(call) assert_int_equal((call), CUDA_SUCCESS)

/* A group's set-up and tear-down; a test's. */
int api_open(void **state);
int api_close(void **state);
int api_begin(void **state);
int api_end(void **state);

/* data[i] += value, for all of f.data. */
void api_add(CUstream stream, int value);
/* Holds the stream until *f.flag is not 0. */
void api_hold(CUstream stream);
/* All of f.data is `value`, read behind what is in the stream. */
void api_expect(CUstream stream, int value);
/* Nodes of graphs: a fill of COUNT ints, and a kernel's, data[i] += value for all of f.data, or of
 * other memory where `data` is not null. */
CUDA_MEMSET_NODE_PARAMS api_filling(CUdeviceptr target, unsigned value);
CUgraphNode api_add_node(CUgraph graph, const CUgraphNode *behind, size_t count, int *value,
                         CUdeviceptr *data);
CUgraphExec api_instantiate(CUgraph graph);
/* In f.first, and waits. */
void api_launch(CUgraphExec exec);

/* How many threads the CPU driver has; many on a GPU. */
int api_threads(void);

#endif

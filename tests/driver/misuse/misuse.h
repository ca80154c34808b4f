/* misuse.h: the cases of the table of misuse, and the objects that they use. */
#ifndef MISUSE_H
#define MISUSE_H

#include "driver_table.h"

#include <stddef.h>

#define BYTES 4096

typedef struct misuse_fixture {
    CUcontext context;
    CUdeviceptr memory; /* BYTES of device memory */
    CUdeviceptr other;  /* BYTES more */
    CUdeviceptr freed;  /* was device memory */
    char *pinned;       /* BYTES */
    char *host;         /* BYTES of pageable memory, filled with 0 */
    CUstream stream;    /* non-blocking */
    CUstream capturing; /* for misuse_capture() */
    CUevent event;      /* never recorded */
    CUevent recorded;
    CUevent timeless; /* recorded, with timing disabled */
    CUlibrary library;
    CUmodule module;
    CUfunction add;     /* int *, int, size_t */
    CUfunction bounded; /* at most 64 threads */
    CUfunction shared;
    CUfunction none; /* no parameters */
    CUgraph graph;   /* an empty one */
    CUgraph chain;   /* a, then b: empty nodes */
    CUgraphNode a;
    CUgraphNode b;
    CUgraphNode kernel_node; /* the only node of kernel_graph: add(memory, 1, 4) */
    CUgraph kernel_graph;
    CUgraphExec exec; /* of kernel_graph */
} misuse_fixture;

extern misuse_fixture f;

typedef enum misuse_state {
    MISUSE_USUAL,  /* with the fixture */
    MISUSE_BARE,   /* before cuInit */
    MISUSE_EMPTY,  /* after cuInit, without a context */
    MISUSE_MARRING /* with the fixture; the process ends after the case */
} misuse_state;

typedef struct misuse_case {
    const char *name;
    CUresult (*run)(void);
    misuse_state state;
} misuse_case;

/* Makes functions and their array from a table of cases, X(name, state, expression). */
#define MISUSE_FUNCTION(name, state, expression)                                                   \
    static CUresult name(void)                                                                     \
    {                                                                                              \
        return expression;                                                                         \
    }
#define MISUSE_ENTRY(name, state, expression) {#name, name, MISUSE_##state},
#define MISUSE_TABLE(array, table)                                                                 \
    table(MISUSE_FUNCTION) const misuse_case array[] = {table(MISUSE_ENTRY){NULL, NULL, 0}}

extern const misuse_case misuse_of_contexts[];
extern const misuse_case misuse_across_contexts[];
extern const misuse_case misuse_across_copies[];
extern const misuse_case misuse_of_memory[];
extern const misuse_case misuse_of_copies[];
extern const misuse_case misuse_of_kernels[];
extern const misuse_case misuse_of_streams[];
extern const misuse_case misuse_of_graphs[];
extern const misuse_case misuse_of_nodes[];
extern const misuse_case misuse_of_other[];
extern const misuse_case misuse_of_faults[];

/* Launches a kernel with the arguments of f.add: f.memory, 1 and 4. */
CUresult misuse_launch(CUfunction function, unsigned grid, unsigned block, unsigned shared,
                       CUstream stream);

/* Begins a capture of f.capturing, and returns this stream. */
CUstream misuse_capture(int mode);

#endif

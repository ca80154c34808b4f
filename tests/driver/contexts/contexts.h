/* contexts.h: what the cases of the table of contexts find when they begin. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "driver_table.h"

#include <stddef.h>

#define BYTES      4096
#define POOL_BYTES (2 << 20)
#define ARRAY_SIDE 64
#define REGISTERED (2 * BYTES)

/* All of it belongs to `home`, or to no context. */
typedef struct contexts_fixture {
    CUcontext home;
    CUcontext other;
    CUdeviceptr memory; /* BYTES of device memory, as the next ones */
    CUdeviceptr more;
    CUdeviceptr from_pool;
    CUdeviceptr of_stream; /* allocated in `stream` */
    CUdeviceptr managed;
    CUdeviceptr texels; /* pitched memory */
    size_t pitch;
    char *pinned; /* BYTES */
    char *own;    /* BYTES of the program's */
    char *locked; /* the same, registered */
    CUstream stream;
    CUstream capturing;
    CUstream idle;
    CUevent event; /* never recorded */
    CUevent recorded;
    CUevent later;
    CUlibrary library;
    CUkernel kernel; /* no_parameters */
    CUmodule module;
    CUfunction function; /* no_parameters */
    CUfunction of_kernel;
    CUmemoryPool pool;
    CUmemGenericAllocationHandle physical; /* unmapped */
    CUmemGenericAllocationHandle mapped;   /* at `address` */
    CUdeviceptr address;                   /* two granules; the second is free */
    size_t granule;
    CUarray array;
    CUtexObject texture;
    CUsurfObject surface;
    CUgraph graph; /* of one node of each kind that follows */
    CUgraphNode empty;
    CUgraphNode launching; /* after `empty` */
    CUgraphNode copying;
    CUgraphNode filling;
    CUgraphNode hosting;
    CUgraphNode child;
    CUgraphExec exec;
    CUgraph bare; /* an empty graph */
} contexts_fixture;

/* Where calls write. */
typedef struct contexts_scratch {
    int i;
    int j;
    unsigned u;
    size_t size;
    size_t size_two;
    uint64_t word;
    float real;
    void *pointer;
    CUdeviceptr address;
    char bytes[BYTES];
} contexts_scratch;

extern contexts_fixture f;
extern contexts_scratch s;

typedef struct contexts_case {
    const char *name;
    CUresult (*run)(void);
} contexts_case;

/* A table of cases, X(name, expression), becomes functions and their array. A name is a function's,
 * and may go on with two underscores and what differs from its first case. */
#define CONTEXTS_FUNCTION(name, expression)                                                        \
    static CUresult run_##name(void)                                                               \
    {                                                                                              \
        return expression;                                                                         \
    }
#define CONTEXTS_ENTRY(name, expression) {#name, run_##name},
#define CONTEXTS_TABLE(array, table)                                                               \
    table(CONTEXTS_FUNCTION) const contexts_case array[] = {table(CONTEXTS_ENTRY){NULL, NULL}}

extern const contexts_case contexts_of_devices[];
extern const contexts_case contexts_of_lives[]; /* the process is not used again */
extern const contexts_case contexts_of_kernels[];
extern const contexts_case contexts_of_streams[];
extern const contexts_case contexts_of_captures[];
extern const contexts_case contexts_of_memory[];
extern const contexts_case contexts_of_copies[];
extern const contexts_case contexts_of_textures[];
extern const contexts_case contexts_of_graphs[];
extern const contexts_case contexts_of_nodes[];

/* Makes f.home, which is current then, and f.other. */
void contexts_open(void);

/* Makes the rest of `f` anew; f.home is current. */
void contexts_set_up(void);

/* For cases of contexts_of_captures: f.capturing captures, in relaxed mode; no more. */
void contexts_capture(void);
void contexts_end_capture(void);

/* What nodes are made with. */
CUDA_KERNEL_NODE_PARAMS contexts_launch(void);
CUDA_MEMCPY3D contexts_copy(void);
CUDA_MEMSET_NODE_PARAMS contexts_fill(void);
CUDA_HOST_NODE_PARAMS contexts_call(void);
CUDA_RESOURCE_DESC contexts_resource(void);
CUmemPoolProps contexts_pool(void);
CUmemAllocationProp contexts_physical(void);

#define STREAM_LEGACY     ((CUstream)CPU_STREAM_LEGACY)
#define STREAM_PER_THREAD ((CUstream)CPU_STREAM_PER_THREAD)

#endif

/* contexts.h: the cases of the table of contexts, and the objects that they use. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "driver_table.h"

#include <stddef.h>

#define BYTES      4096
#define POOL_BYTES (2 << 20)
#define ARRAY_SIDE 64
#define REGISTERED (2 * BYTES)

/* All objects belong to `home`, or to no context. */
typedef struct contexts_fixture {
    CUcontext home;
    CUcontext other;
    CUdeviceptr memory; /* BYTES of device memory, as the next four */
    CUdeviceptr more;
    CUdeviceptr from_pool;
    CUdeviceptr of_stream; /* allocated in `stream` */
    CUdeviceptr managed;
    CUdeviceptr texels; /* pitched memory */
    size_t pitch;
    char *pinned; /* BYTES */
    char *own;    /* BYTES of pageable memory */
    char *locked; /* REGISTERED bytes of pageable memory, registered */
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
    CUgraph graph; /* has one node of each of the following kinds */
    CUgraphNode empty;
    CUgraphNode launching; /* after `empty` */
    CUgraphNode copying;
    CUgraphNode filling;
    CUgraphNode hosting;
    CUgraphNode child;
    CUgraphExec exec;
    CUgraph bare;        /* an empty graph */
    CUuserObject object; /* `graph` has a reference, the program has two */
} contexts_fixture;

/* Memory that calls write their results to. */
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

/* Makes functions and their array from a table of cases, X(name, expression). A name is that of a
 * driver function. Further cases of the function add two underscores and what differs. */
#define CONTEXTS_FUNCTION(name, expression)                                                        \
    static CUresult run_##name(void)                                                               \
    {                                                                                              \
        return expression;                                                                         \
    }
#define CONTEXTS_ENTRY(name, expression) {#name, run_##name},
#define CONTEXTS_TABLE(array, table)                                                               \
    table(CONTEXTS_FUNCTION) const contexts_case array[] = {table(CONTEXTS_ENTRY){NULL, NULL}}

extern const contexts_case contexts_of_devices[];
extern const contexts_case contexts_of_lives[]; /* the process ends after the case */
extern const contexts_case contexts_of_kernels[];
extern const contexts_case contexts_of_streams[];
extern const contexts_case contexts_of_captures[];
extern const contexts_case contexts_of_memory[];
extern const contexts_case contexts_of_copies[];
extern const contexts_case contexts_of_textures[];
extern const contexts_case contexts_of_graphs[];
extern const contexts_case contexts_of_nodes[];

/* Makes f.other and f.home, and makes f.home current. */
void contexts_open(void);

/* Makes the rest of `f` anew; f.home is current. */
void contexts_set_up(void);

/* Begin and end a capture of f.capturing in relaxed mode, for the cases of contexts_of_captures. */
void contexts_capture(void);
void contexts_end_capture(void);

/* Parameters of nodes and other objects. */
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

#include "recording_state.h"

#include <stdlib.h>
#include <string.h>

#include <custub/graph.h>

/* --- Nodes: graphs keep nothing; what a node is given counts as the last launch ---- */

typedef struct node_params { /* CUDA_KERNEL_NODE_PARAMS, and _v2 with the last two */
    void *function;
    unsigned int shape[6];
    unsigned int shared;
    void **arguments;
    void **extra;
    void *kernel;
    CUcontext context;
} node_params;

static int record(const node_params *params, void *function, void *exec)
{
    int result = recording_record(function, params->shape, params->shared, NULL, params->arguments);

    if (result)
        return result;
    recorded.last.in_graph = true;
    recorded.last.exec = exec;
    return 0;
}

static int add_node(CUgraphNode *node, const node_params *params, void *function)
{
    int result = record(params, function, NULL);

    if (result)
        return result;
    *node = malloc(1);
    if (!*node)
        return OUT_OF_MEMORY;
    recording_change_alive(1);
    return 0;
}

EXPORT int cuGraphDestroyNode(CUgraphNode node)
{
    int result = recording_enter("cuGraphDestroyNode");

    free(node);
    recording_change_alive(-1);
    return result;
}

EXPORT int cuGraphKernelNodeSetAttribute(CUgraphNode node, int id, const void *value)
{
    unsigned int at = recorded.last.attribute_count;

    (void)node;
    ENTER("cuGraphKernelNodeSetAttribute");
    if (at < RECORDING_ATTRIBUTES) {
        recorded.last.attribute_ids[at] = id;
        memcpy(recorded.last.attribute_values[at], value,
               sizeof(recorded.last.attribute_values[at]));
    }
    recorded.last.attribute_count++;
    return 0;
}

EXPORT int cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                size_t count, const node_params *params)
{
    (void)graph, (void)dependencies, (void)count;
    ENTER("cuGraphAddKernelNode");
    return add_node(node, params, params->function);
}

EXPORT int cuGraphKernelNodeSetParams(CUgraphNode node, const node_params *params)
{
    (void)node;
    ENTER("cuGraphKernelNodeSetParams");
    return record(params, params->function, NULL);
}

EXPORT int cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                          const node_params *params)
{
    (void)node;
    ENTER("cuGraphExecKernelNodeSetParams");
    return record(params, params->function, exec);
}

#ifndef RECORDING_OLD_DRIVER
static void *function_of(const node_params *params)
{
    return params->function ? params->function : params->kernel;
}

EXPORT int cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph,
                                   const CUgraphNode *dependencies, size_t count,
                                   const node_params *params)
{
    (void)graph, (void)dependencies, (void)count;
    ENTER("cuGraphAddKernelNode_v2");
    return add_node(node, params, function_of(params));
}

EXPORT int cuGraphKernelNodeSetParams_v2(CUgraphNode node, const node_params *params)
{
    (void)node;
    ENTER("cuGraphKernelNodeSetParams_v2");
    return record(params, function_of(params), NULL);
}

EXPORT int cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                             const node_params *params)
{
    (void)node;
    ENTER("cuGraphExecKernelNodeSetParams_v2");
    return record(params, function_of(params), exec);
}
#endif

/* --- Whole graphs ---- */

EXPORT int cuStreamBeginCapture_v2(CUstream stream, int mode)
{
    ENTER("cuStreamBeginCapture_v2");
    recorded.last_stream = (uintptr_t)stream;
    if (mode != 1 || recorded.program.capture_status)
        return ILLEGAL_STATE;
    recorded.program.capture_status = 1;
    return 0;
}

static void *new_handle(void)
{
    void *made = malloc(1);

    if (made)
        recording_change_alive(1);
    return made;
}

static int end_handle(void *handle, int result)
{
    free(handle);
    recording_change_alive(-1);
    return result;
}

/* Ends the capture even if the call fails. */
EXPORT int cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    int result = recording_enter("cuStreamEndCapture");

    recorded.last_stream = (uintptr_t)stream;
    *graph = NULL;
    if (!recorded.program.capture_status)
        return ILLEGAL_STATE;
    recorded.program.capture_status = 0;
    if (result)
        return result;
    *graph = new_handle();
    return *graph ? 0 : OUT_OF_MEMORY;
}

EXPORT int cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    ENTER("cuGraphCreate");
    if (flags)
        return INVALID_VALUE;
    *graph = new_handle();
    return *graph ? 0 : OUT_OF_MEMORY;
}

#ifndef RECORDING_OLD_DRIVER
/* --- User objects: of one reference ---- */

typedef struct object {
    struct object *next;
    CUgraph graph;
    custub_stream_function *destroy;
    void *user;
} object;

static object *kept;

EXPORT int cuUserObjectCreate(void **out, void *user, custub_stream_function *destroy,
                              unsigned int references, unsigned int flags)
{
    object *made;

    ENTER("cuUserObjectCreate");
    if (references != 1 || flags != 1)
        return INVALID_VALUE;
    made = malloc(sizeof(*made));
    if (!made)
        return OUT_OF_MEMORY;
    recording_change_alive(1);
    made->destroy = destroy;
    made->user = user;
    *out = made;
    return 0;
}

EXPORT int cuGraphRetainUserObject(CUgraph graph, void *handle, unsigned int references,
                                   unsigned int flags)
{
    object *given = handle;

    ENTER("cuGraphRetainUserObject");
    if (references != 1 || flags != 1)
        return INVALID_VALUE;
    given->graph = graph;
    given->next = kept;
    kept = given;
    return 0;
}

EXPORT int cuUserObjectRelease(void *handle, unsigned int references)
{
    object *given = handle;

    (void)references;
    given->destroy(given->user);
    return end_handle(given, recording_enter("cuUserObjectRelease"));
}

static void release_kept(CUgraph graph)
{
    for (object **at = &kept; *at;) {
        object *of = *at;
        if (of->graph != graph) {
            at = &of->next;
            continue;
        }
        *at = of->next;
        of->destroy(of->user);
        end_handle(of, 0);
    }
}

EXPORT int cuThreadExchangeStreamCaptureMode(int *mode)
{
    static int current;
    int old = current;

    ENTER("cuThreadExchangeStreamCaptureMode");
    current = *mode;
    *mode = old;
    return 0;
}
#endif

EXPORT int cuGraphDestroy(CUgraph graph)
{
#ifndef RECORDING_OLD_DRIVER
    release_kept(graph);
#endif
    return end_handle(graph, recording_enter("cuGraphDestroy"));
}

#ifndef RECORDING_OLD_DRIVER
static char graph_nodes[8];

EXPORT int cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    (void)graph;
    ENTER("cuGraphGetNodes");
    *count = recorded.program.graph_kernels;
    for (size_t i = 0; nodes && i < *count; i++)
        nodes[i] = (CUgraphNode)(void *)&graph_nodes[i];
    return 0;
}

EXPORT int cuGraphNodeGetType(CUgraphNode node, int *type)
{
    (void)node;
    ENTER("cuGraphNodeGetType");
    *type = 0;
    return 0;
}

EXPORT int cuGraphKernelNodeGetParams_v2(CUgraphNode node, node_params *params)
{
    ENTER("cuGraphKernelNodeGetParams_v2");
    memset(params, 0, sizeof(*params));
    return (char *)(void *)node - graph_nodes + 1 == recorded.program.unloaded ? 500 : 0;
}

EXPORT int cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
    (void)node, (void)graph;
    ENTER("cuGraphChildGraphNodeGetGraph");
    return INVALID_VALUE;
}
#endif

EXPORT int cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags)
{
    (void)graph;
    ENTER("cuGraphDebugDotPrint");
    return flags == 1 && path ? 0 : INVALID_VALUE;
}

EXPORT int cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    (void)graph;
    ENTER("cuGraphInstantiateWithFlags");
    if (flags)
        return INVALID_VALUE;
    *exec = new_handle();
    return *exec ? 0 : OUT_OF_MEMORY;
}

EXPORT int cuGraphExecDestroy(CUgraphExec exec)
{
    return end_handle(exec, recording_enter("cuGraphExecDestroy"));
}

EXPORT int cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    (void)exec;
    ENTER("cuGraphLaunch");
    recorded.last_stream = (uintptr_t)stream;
    return 0;
}

#ifndef RECORDING_OLD_DRIVER
typedef struct update_result { /* CUgraphExecUpdateResultInfo */
    int reason;
    CUgraphNode nodes[2];
} update_result;

EXPORT int cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, update_result *out)
{
    (void)exec, (void)graph;
    ENTER("cuGraphExecUpdate_v2");
    out->reason = recorded.program.update_reason;
    return out->reason ? GRAPH_EXEC_UPDATE_FAILURE : 0;
}
#endif

/* Nodes of graphs. */
#include "contexts.h"

#define NEW (CUgraphNode *)&s.pointer, f.bare, NULL, 0

#define ADDING_TABLE(X)                                                                            \
    X(cuGraphAddKernelNode, add_kernel_v1())                                                       \
    X(cuGraphAddKernelNode_v2, add_kernel())                                                       \
    X(cuGraphAddKernelNode_v2__kernel, add_kernel_of_library())                                    \
    X(cuGraphAddMemcpyNode, add_copy(f.home))                                                      \
    X(cuGraphAddMemcpyNode__null, add_copy(NULL))                                                  \
    X(cuGraphAddMemsetNode, add_fill(f.home))                                                      \
    X(cuGraphAddMemsetNode__null, add_fill(NULL))                                                  \
    X(cuGraphAddHostNode, add_call())                                                              \
    X(cuGraphAddEmptyNode, cu.cuGraphAddEmptyNode(NEW))                                            \
    X(cuGraphAddEventRecordNode, cu.cuGraphAddEventRecordNode(NEW, f.event))                       \
    X(cuGraphAddEventWaitNode, cu.cuGraphAddEventWaitNode(NEW, f.recorded))                        \
    X(cuGraphAddChildGraphNode, cu.cuGraphAddChildGraphNode(NEW, f.graph))                         \
    X(cuGraphAddMemAllocNode, add_allocation())                                                    \
    X(cuGraphAddMemFreeNode, add_freeing())                                                        \
    X(cuGraphAddNode, add_any())                                                                   \
    X(cuGraphAddNode_v2, add_any_v2())                                                             \
    X(cuGraphAddNode_v2__kernel, add_any_kernel())

#define GETTING_TABLE(X)                                                                           \
    X(cuGraphKernelNodeGetParams, cu.cuGraphKernelNodeGetParams(f.launching, (void *)s.bytes))     \
    X(cuGraphKernelNodeGetParams_v2,                                                               \
      cu.cuGraphKernelNodeGetParams_v2(f.launching, (void *)s.bytes))                              \
    X(cuGraphMemcpyNodeGetParams, cu.cuGraphMemcpyNodeGetParams(f.copying, (void *)s.bytes))       \
    X(cuGraphMemsetNodeGetParams, cu.cuGraphMemsetNodeGetParams(f.filling, (void *)s.bytes))       \
    X(cuGraphHostNodeGetParams, cu.cuGraphHostNodeGetParams(f.hosting, (void *)s.bytes))           \
    X(cuGraphChildGraphNodeGetGraph,                                                               \
      cu.cuGraphChildGraphNodeGetGraph(f.child, (CUgraph *)&s.pointer))                            \
    X(cuGraphMemAllocNodeGetParams,                                                                \
      cu.cuGraphMemAllocNodeGetParams(f.allocating, (void *)s.bytes))                              \
    X(cuGraphMemFreeNodeGetParams, cu.cuGraphMemFreeNodeGetParams(f.freeing, &s.address))          \
    X(cuGraphEventRecordNodeGetEvent,                                                              \
      cu.cuGraphEventRecordNodeGetEvent(f.recording, (CUevent *)&s.pointer))                       \
    X(cuGraphEventWaitNodeGetEvent,                                                                \
      cu.cuGraphEventWaitNodeGetEvent(f.waiting, (CUevent *)&s.pointer))

#define SETTING_TABLE(X)                                                                           \
    X(cuGraphKernelNodeSetAttribute, set_cooperative())                                            \
    X(cuGraphKernelNodeSetParams, set_kernel_v1(NULL))                                             \
    X(cuGraphKernelNodeSetParams_v2, set_kernel(NULL))                                             \
    X(cuGraphExecKernelNodeSetParams, set_kernel_v1(f.exec))                                       \
    X(cuGraphExecKernelNodeSetParams_v2, set_kernel(f.exec))                                       \
    X(cuGraphMemcpyNodeSetParams, set_copy(NULL, NULL))                                            \
    X(cuGraphExecMemcpyNodeSetParams, set_copy(f.exec, f.home))                                    \
    X(cuGraphExecMemcpyNodeSetParams__null, set_copy(f.exec, NULL))                                \
    X(cuGraphMemsetNodeSetParams, set_fill(NULL, NULL))                                            \
    X(cuGraphExecMemsetNodeSetParams, set_fill(f.exec, f.home))                                    \
    X(cuGraphExecMemsetNodeSetParams__null, set_fill(f.exec, NULL))                                \
    X(cuGraphHostNodeSetParams, set_call(NULL))                                                    \
    X(cuGraphExecHostNodeSetParams, set_call(f.exec))                                              \
    X(cuGraphExecChildGraphNodeSetParams, set_child())                                             \
    X(cuGraphEventRecordNodeSetEvent, cu.cuGraphEventRecordNodeSetEvent(f.recording, f.later))     \
    X(cuGraphEventWaitNodeSetEvent, cu.cuGraphEventWaitNodeSetEvent(f.waiting, f.later))           \
    X(cuGraphExecEventRecordNodeSetEvent,                                                          \
      cu.cuGraphExecEventRecordNodeSetEvent(f.exec, f.recording, f.later))                         \
    X(cuGraphExecEventWaitNodeSetEvent,                                                            \
      cu.cuGraphExecEventWaitNodeSetEvent(f.exec, f.waiting, f.later))                             \
    X(cuGraphNodeSetParams, set_any(NULL))                                                         \
    X(cuGraphExecNodeSetParams, set_any(f.exec))

/* --- Adding --------------------------------------------------------------------------------------
 */

static CUDA_KERNEL_NODE_PARAMS_v1 launch_v1(void)
{
    CUDA_KERNEL_NODE_PARAMS_v1 params = {.func = f.function,
                                         .gridDimX = 1,
                                         .gridDimY = 1,
                                         .gridDimZ = 1,
                                         .blockDimX = 1,
                                         .blockDimY = 1,
                                         .blockDimZ = 1};

    return params;
}

static CUresult add_kernel_v1(void)
{
    CUDA_KERNEL_NODE_PARAMS_v1 params = launch_v1();

    return cu.cuGraphAddKernelNode(NEW, &params);
}

static CUresult add_kernel(void)
{
    CUDA_KERNEL_NODE_PARAMS params = contexts_launch();

    return cu.cuGraphAddKernelNode_v2(NEW, &params);
}

static CUresult add_kernel_of_library(void)
{
    CUDA_KERNEL_NODE_PARAMS params = contexts_launch();

    params.func = NULL;
    params.kern = f.kernel;
    return cu.cuGraphAddKernelNode_v2(NEW, &params);
}

static CUresult add_copy(CUcontext context)
{
    CUDA_MEMCPY3D params = contexts_copy();

    return cu.cuGraphAddMemcpyNode(NEW, &params, context);
}

static CUresult add_fill(CUcontext context)
{
    CUDA_MEMSET_NODE_PARAMS params = contexts_fill();

    return cu.cuGraphAddMemsetNode(NEW, &params, context);
}

static CUresult add_call(void)
{
    CUDA_HOST_NODE_PARAMS params = contexts_call();

    return cu.cuGraphAddHostNode(NEW, &params);
}

static CUresult add_allocation(void)
{
    CUDA_MEM_ALLOC_NODE_PARAMS params = {.poolProps = contexts_pool(), .bytesize = BYTES};

    return cu.cuGraphAddMemAllocNode(NEW, &params);
}

static CUresult add_freeing(void)
{
    CUDA_MEM_ALLOC_NODE_PARAMS params = {.poolProps = contexts_pool(), .bytesize = BYTES};
    CUgraphNode before = NULL;
    CUresult result = cu.cuGraphAddMemAllocNode(&before, f.bare, NULL, 0, &params);

    if (result != CUDA_SUCCESS)
        return result;
    return cu.cuGraphAddMemFreeNode((CUgraphNode *)&s.pointer, f.bare, &before, 1, params.dptr);
}

static CUresult add_any(void)
{
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_EMPTY};

    return cu.cuGraphAddNode(NEW, &params);
}

static CUresult add_any_v2(void)
{
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_EMPTY};

    return cu.cuGraphAddNode_v2((CUgraphNode *)&s.pointer, f.bare, NULL, NULL, 0, &params);
}

static CUresult add_any_kernel(void)
{
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_KERNEL};

    params.as.kernel = contexts_launch();
    return cu.cuGraphAddNode_v2((CUgraphNode *)&s.pointer, f.bare, NULL, NULL, 0, &params);
}

/* --- Setting: of the node, or where there is an executable graph, there
 * ---------------------------
 */

static CUresult set_kernel_v1(CUgraphExec exec)
{
    CUDA_KERNEL_NODE_PARAMS_v1 params = launch_v1();

    return exec ? cu.cuGraphExecKernelNodeSetParams(exec, f.launching, &params)
                : cu.cuGraphKernelNodeSetParams(f.launching, &params);
}

static CUresult set_kernel(CUgraphExec exec)
{
    CUDA_KERNEL_NODE_PARAMS params = contexts_launch();

    return exec ? cu.cuGraphExecKernelNodeSetParams_v2(exec, f.launching, &params)
                : cu.cuGraphKernelNodeSetParams_v2(f.launching, &params);
}

static CUresult set_copy(CUgraphExec exec, CUcontext context)
{
    CUDA_MEMCPY3D params = contexts_copy();

    return exec ? cu.cuGraphExecMemcpyNodeSetParams(exec, f.copying, &params, context)
                : cu.cuGraphMemcpyNodeSetParams(f.copying, &params);
}

static CUresult set_fill(CUgraphExec exec, CUcontext context)
{
    CUDA_MEMSET_NODE_PARAMS params = contexts_fill();

    return exec ? cu.cuGraphExecMemsetNodeSetParams(exec, f.filling, &params, context)
                : cu.cuGraphMemsetNodeSetParams(f.filling, &params);
}

static CUresult set_call(CUgraphExec exec)
{
    CUDA_HOST_NODE_PARAMS params = contexts_call();

    return exec ? cu.cuGraphExecHostNodeSetParams(exec, f.hosting, &params)
                : cu.cuGraphHostNodeSetParams(f.hosting, &params);
}

static CUresult set_child(void)
{
    CUgraph child = NULL;
    CUresult result = cu.cuGraphChildGraphNodeGetGraph(f.child, &child);

    return result == CUDA_SUCCESS ? cu.cuGraphExecChildGraphNodeSetParams(f.exec, f.child, child)
                                  : result;
}

static CUresult set_any(CUgraphExec exec)
{
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_KERNEL};

    params.as.kernel = contexts_launch();
    return exec ? cu.cuGraphExecNodeSetParams(exec, f.launching, &params)
                : cu.cuGraphNodeSetParams(f.launching, &params);
}

static CUresult set_cooperative(void)
{
    CUlaunchAttributeValue value = {.cooperative = 0};

    return cu.cuGraphKernelNodeSetAttribute(f.launching, 2, &value);
}

#define TABLE(X) ADDING_TABLE(X) GETTING_TABLE(X) SETTING_TABLE(X)

CONTEXTS_TABLE(contexts_of_nodes, TABLE);

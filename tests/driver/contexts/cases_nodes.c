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
    X(cuGraphAddChildGraphNode, cu.cuGraphAddChildGraphNode(NEW, f.graph))

#define GETTING_TABLE(X)                                                                           \
    X(cuGraphKernelNodeGetParams, cu.cuGraphKernelNodeGetParams(f.launching, (void *)s.bytes))     \
    X(cuGraphKernelNodeGetParams_v2,                                                               \
      cu.cuGraphKernelNodeGetParams_v2(f.launching, (void *)s.bytes))                              \
    X(cuGraphChildGraphNodeGetGraph,                                                               \
      cu.cuGraphChildGraphNodeGetGraph(f.child, (CUgraph *)&s.pointer))

#define SETTING_TABLE(X)                                                                           \
    X(cuGraphKernelNodeSetAttribute, set_cooperative())                                            \
    X(cuGraphKernelNodeSetParams, set_kernel_v1(NULL))                                             \
    X(cuGraphKernelNodeSetParams_v2, set_kernel(NULL))                                             \
    X(cuGraphExecKernelNodeSetParams, set_kernel_v1(f.exec))                                       \
    X(cuGraphExecKernelNodeSetParams_v2, set_kernel(f.exec))

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

/* --- Setting a node's parameters, in the executable graph if one is given ------------------------
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

static CUresult set_cooperative(void)
{
    CUlaunchAttributeValue value = {.cooperative = 0};

    return cu.cuGraphKernelNodeSetAttribute(f.launching, 2, &value);
}

#define TABLE(X) ADDING_TABLE(X) GETTING_TABLE(X) SETTING_TABLE(X)

CONTEXTS_TABLE(contexts_of_nodes, TABLE);

/* Adding nodes of each kind, and their parameters. */
#include "api/fail.h"
#include "context/context.h"
#include "graph/graph.h"
#include "launch/launch.h"
#include "memory/copy.h"

/* --- Kernels -------------------------------------------------------------------------------------
 */

void cpu_node_read_v1(CUDA_KERNEL_NODE_PARAMS *out, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    *out = (CUDA_KERNEL_NODE_PARAMS){.func = params->func,
                                     .gridDimX = params->gridDimX,
                                     .gridDimY = params->gridDimY,
                                     .gridDimZ = params->gridDimZ,
                                     .blockDimX = params->blockDimX,
                                     .blockDimY = params->blockDimY,
                                     .blockDimZ = params->blockDimZ,
                                     .sharedMemBytes = params->sharedMemBytes,
                                     .kernelParams = params->kernelParams,
                                     .extra = params->extra};
}

CUresult cuGraphAddKernelNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphAddKernelNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};
    CUDA_KERNEL_NODE_PARAMS params;

    if (node_params)
        cpu_node_read_v1(&params, node_params);
    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_KERNEL, node_params ? &params : NULL, NULL);
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *graph_node, CUgraph graph,
                                 const CUgraphNode *dependencies, size_t count,
                                 const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphAddKernelNode_v2);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_KERNEL, node_params, NULL);
}

/* The arguments belong to the node. They stay valid until the parameters are set again. */
static CUresult get_kernel(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params)
{
    CUresult result = cpu_node_check(node, CU_GRAPH_NODE_TYPE_KERNEL, params);
    const cpu_kernel_work *work;

    if (result == CUDA_SUCCESS)
        result = cpu_node_check_work(&node->work);
    if (result != CUDA_SUCCESS)
        return result;
    work = &node->work.as.kernel;
    *params = (CUDA_KERNEL_NODE_PARAMS){.func = (CUfunction)(void *)work->kernel,
                                        .gridDimX = work->launch.grid_extent.x,
                                        .gridDimY = work->launch.grid_extent.y,
                                        .gridDimZ = work->launch.grid_extent.z,
                                        .blockDimX = work->launch.block_extent.x,
                                        .blockDimY = work->launch.block_extent.y,
                                        .blockDimZ = work->launch.block_extent.z,
                                        .sharedMemBytes = work->launch.shared_bytes,
                                        .kernelParams = work->arguments};
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeGetParams);
    CUDA_KERNEL_NODE_PARAMS params;
    CUresult result = get_kernel(node, node_params ? &params : NULL);

    if (result == CUDA_SUCCESS)
        *node_params = (CUDA_KERNEL_NODE_PARAMS_v1){.func = params.func,
                                                    .gridDimX = params.gridDimX,
                                                    .gridDimY = params.gridDimY,
                                                    .gridDimZ = params.gridDimZ,
                                                    .blockDimX = params.blockDimX,
                                                    .blockDimY = params.blockDimY,
                                                    .blockDimZ = params.blockDimZ,
                                                    .sharedMemBytes = params.sharedMemBytes,
                                                    .kernelParams = params.kernelParams};
    return result;
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeGetParams_v2);
    return get_kernel(node, node_params);
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeSetParams);
    CUDA_KERNEL_NODE_PARAMS params;

    if (node_params)
        cpu_node_read_v1(&params, node_params);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_KERNEL, node_params ? &params : NULL);
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphKernelNodeSetParams_v2);
    return cpu_node_set(node, CU_GRAPH_NODE_TYPE_KERNEL, node_params);
}

/* --- Copies --------------------------------------------------------------------------------------
 */

CUresult cuGraphAddMemcpyNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMCPY3D *copy_params, CUcontext context)
{
    CPU_ENTRY(cuGraphAddMemcpyNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_MEMCPY, copy_params, context);
}

/* --- Fills ---------------------------------------------------------------------------------------
 */

CUresult cuGraphAddMemsetNode(CUgraphNode *graph_node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *memset_params, CUcontext context)
{
    CPU_ENTRY(cuGraphAddMemsetNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_MEMSET, memset_params, context);
}

/* --- Functions of the program, and empty nodes ---------------------------------------------------
 */

CUresult cuGraphAddHostNode(CUgraphNode *graph_node, CUgraph graph, const CUgraphNode *dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphAddHostNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_HOST, node_params, NULL);
}

CUresult cuGraphAddEmptyNode(CUgraphNode *graph_node, CUgraph graph,
                             const CUgraphNode *dependencies, size_t count)
{
    CPU_ENTRY(cuGraphAddEmptyNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add(&place, CU_GRAPH_NODE_TYPE_EMPTY, &place, NULL);
}

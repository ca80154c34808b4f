/* Attributes of kernel nodes (CUDA Driver API, CUlaunchAttributeID). A cooperative node is launched
 * cooperatively; attributes that are hints are stored, and queries return them. */
#include "api/fail.h"
#include "context/context.h"
#include "graph/graph.h"
#include "launch/launch_attribute.h"
#include "stream/stream_attribute.h"

static CUresult check(CUgraphNode node, const void *value)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_graph_is_node(node) && node->type == CU_GRAPH_NODE_TYPE_KERNEL && value
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, int attr,
                                       CUlaunchAttributeValue *value_out)
{
    CPU_ENTRY(cuGraphKernelNodeGetAttribute);
    CUresult result = check(node, value_out);

    if (result != CUDA_SUCCESS)
        return result;
    switch (attr) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        value_out->window = node->window;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        value_out->cooperative = node->work.as.kernel.launch.cooperative;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        value_out->priority = node->priority;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: /* nodes have no clusters */
        value_out->cluster[0] = value_out->cluster[1] = value_out->cluster[2] = 0;
        return CUDA_SUCCESS;
    default:
        return cpu_launch_attribute_refusal(attr);
    }
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, int attr,
                                       const CUlaunchAttributeValue *value)
{
    CPU_ENTRY(cuGraphKernelNodeSetAttribute);
    CUresult result = check(node, value);
    cpu_launch *launch;

    if (result != CUDA_SUCCESS)
        return result;
    launch = &node->work.as.kernel.launch;
    switch (attr) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        if (!cpu_stream_is_window(&value->window))
            return CUDA_ERROR_INVALID_VALUE;
        node->window = value->window;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        launch->cooperative = value->cooperative != 0;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        node->priority = cpu_stream_priority(value->priority);
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        return cpu_launch_attribute_check_cluster(value->cluster, &launch->grid_extent);
    default:
        return cpu_launch_attribute_refusal(attr);
    }
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src)
{
    CPU_ENTRY(cuGraphKernelNodeCopyAttributes);
    CUresult result = check(dst, dst);

    if (result == CUDA_SUCCESS)
        result = check(src, src);
    if (result != CUDA_SUCCESS)
        return result;
    dst->window = src->window;
    dst->priority = src->priority;
    dst->work.as.kernel.launch.cooperative = src->work.as.kernel.launch.cooperative;
    return CUDA_SUCCESS;
}

/* Attributes of kernel nodes (CUDA Driver API, CUlaunchAttributeID). A cooperative node is launched
 * cooperatively; a window of the cache is checked, and has no effect. */
#include "api/fail.h"
#include "context/context.h"
#include "graph/graph.h"
#include "launch/launch_attribute.h"
#include "stream/stream.h"

static CUresult check(CUgraphNode node, const void *value)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_graph_is_node(node) && node->type == CU_GRAPH_NODE_TYPE_KERNEL && value
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

static bool is_window(const CUaccessPolicyWindow *window)
{
    return window->hitRatio >= 0 && window->hitRatio <= 1 &&
           window->hitProp >= CU_ACCESS_PROPERTY_NORMAL &&
           window->hitProp <= CU_ACCESS_PROPERTY_PERSISTING &&
           window->missProp >= CU_ACCESS_PROPERTY_NORMAL &&
           window->missProp <= CU_ACCESS_PROPERTY_STREAMING;
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
        return is_window(&value->window) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
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

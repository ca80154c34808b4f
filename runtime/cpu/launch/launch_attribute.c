#include "launch/launch_attribute.h"

#define ATTRIBUTE_LAST 16 /* in CUDA 13.0 */

CUresult cpu_launch_attribute_refusal(int attribute)
{
    if (attribute == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY) /* only streams have one */
        return CUDA_ERROR_INVALID_VALUE;
    return attribute > 0 && attribute <= ATTRIBUTE_LAST ? CUDA_ERROR_NOT_SUPPORTED
                                                        : CUDA_ERROR_INVALID_VALUE;
}

CUresult cpu_launch_attribute_check_cluster(const unsigned int *cluster,
                                            const custub_cpu_extent *grid)
{
    if (cluster[0] == 0 || cluster[1] == 0 || cluster[2] == 0 || grid->x % cluster[0] != 0 ||
        grid->y % cluster[1] != 0 || grid->z % cluster[2] != 0)
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    return cluster[0] == 1 && cluster[1] == 1 && cluster[2] == 1 ? CUDA_SUCCESS
                                                                 : CUDA_ERROR_NOT_SUPPORTED;
}

/* Both events may be recorded late: at the end of the kernel. */
static CUresult wish_event(CUevent *wish, const CUlaunchAttributeValue *value)
{
    if (!value->event.event)
        return CUDA_ERROR_INVALID_HANDLE;
    if (value->event.flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    *wish = value->event.event;
    return CUDA_SUCCESS;
}

CUresult cpu_launch_attribute_read(const CUlaunchAttribute *attribute, cpu_launch *launch,
                                   cpu_launch_wishes *wishes)
{
    const CUlaunchAttributeValue *value = &attribute->value;

    switch (attribute->id) {
    case CU_LAUNCH_ATTRIBUTE_IGNORE:
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: /* kernels may overlap, and do not
                                                                 */
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:         /* every fence is for all domains */
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: /* a preference, which the device may
                                                             ignore */
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    case CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING:
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        return value->domain == CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT ||
                       value->domain == CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE
                   ? CUDA_SUCCESS
                   : CUDA_ERROR_INVALID_VALUE;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        launch->cooperative = value->cooperative != 0;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        return cpu_launch_attribute_check_cluster(value->cluster, &launch->grid_extent);
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
        return wish_event(&wishes->events[0], value);
    case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
        return wish_event(&wishes->events[1], value);
    default:
        return cpu_launch_attribute_refusal(attribute->id);
    }
}

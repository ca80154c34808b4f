/* Attributes of streams (CUDA Driver API, CUlaunchAttributeID). Hints are stored, and queries
 * return them. */
#include "stream/stream_attribute.h"

#include "api/fail.h"
#include "context/context.h"
#include "stream/stream.h"

bool cpu_stream_is_window(const CUaccessPolicyWindow *window)
{
    return window->hitRatio >= 0 && window->hitRatio <= 1 &&
           window->hitProp >= CU_ACCESS_PROPERTY_NORMAL &&
           window->hitProp <= CU_ACCESS_PROPERTY_PERSISTING &&
           window->missProp >= CU_ACCESS_PROPERTY_NORMAL &&
           window->missProp <= CU_ACCESS_PROPERTY_STREAMING;
}

int cpu_stream_priority(int priority)
{
    if (priority < CPU_PRIORITY_GREATEST)
        return CPU_PRIORITY_GREATEST;
    return priority > CPU_PRIORITY_LEAST ? CPU_PRIORITY_LEAST : priority;
}

static CUresult find(CUstream handle, const void *value, CUstream *stream)
{
    CUresult result = cpu_stream_find(handle, stream);

    if (result != CUDA_SUCCESS)
        return result;
    return value ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The error for other attributes. CUDA's streams have the two for domains; this driver does not
 * support them. */
static CUresult refusal(int attribute)
{
    return attribute == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN ||
                   attribute == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
               ? CUDA_ERROR_NOT_SUPPORTED
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamGetAttribute(CUstream handle, int attr, CUlaunchAttributeValue *value_out)
{
    CPU_ENTRY(cuStreamGetAttribute);
    CUstream stream;
    CUresult result = find(handle, value_out, &stream);

    if (result != CUDA_SUCCESS)
        return result;
    cpu_queue_lock();
    switch (attr) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        value_out->window = stream->window;
        break;
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
        value_out->policy = stream->policy ? stream->policy : CU_SYNC_POLICY_AUTO;
        break;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        value_out->priority = stream->priority;
        break;
    default:
        result = refusal(attr);
    }
    cpu_queue_unlock();
    return result;
}

static CUresult set(CUstream stream, int attribute, const CUlaunchAttributeValue *value)
{
    switch (attribute) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        if (!cpu_stream_is_window(&value->window))
            return CUDA_ERROR_INVALID_VALUE;
        stream->window = value->window;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
        if (value->policy < CU_SYNC_POLICY_AUTO || value->policy > CU_SYNC_POLICY_BLOCKING_SYNC)
            return CUDA_ERROR_INVALID_VALUE;
        stream->policy = value->policy;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY: /* only for work that is submitted later */
        stream->priority = cpu_stream_priority(value->priority);
        return CUDA_SUCCESS;
    default:
        return refusal(attribute);
    }
}

CUresult cuStreamSetAttribute(CUstream handle, int attr, const CUlaunchAttributeValue *value)
{
    CPU_ENTRY(cuStreamSetAttribute);
    CUstream stream;
    CUresult result = find(handle, value, &stream);

    if (result != CUDA_SUCCESS)
        return result;
    cpu_queue_lock();
    result = set(stream, attr, value);
    cpu_queue_unlock();
    return result;
}

/* Both streams must belong to one context. */
CUresult cuStreamCopyAttributes(CUstream dst, CUstream src)
{
    CPU_ENTRY(cuStreamCopyAttributes);
    CUstream target;
    CUstream source;
    CUresult result = cpu_stream_find(dst, &target);

    if (result == CUDA_SUCCESS)
        result = cpu_stream_find(src, &source);
    if (result != CUDA_SUCCESS)
        return result;
    if (target->object.context != source->object.context)
        return CUDA_ERROR_INVALID_VALUE;
    cpu_queue_lock();
    target->window = source->window;
    target->policy = source->policy;
    target->priority = source->priority;
    cpu_queue_unlock();
    return CUDA_SUCCESS;
}

#define _POSIX_C_SOURCE 200809L

#include "stream/capture.h"

#include <stdlib.h>
#include <string.h>

/* All captures in progress, guarded by the queue's lock. */
static cpu_capture *captures;
static uint64_t last_id;

/* --- What a stream's next work depends on --------------------------------------------------------
 */

bool cpu_capture_set_nodes(CUstream stream, const CUgraphNode *nodes, size_t count)
{
    CUgraphNode *copy = malloc((count + 1) * sizeof(*copy));

    if (!copy)
        return false;
    if (count > 0)
        memcpy(copy, nodes, count * sizeof(*copy));
    free(stream->capture_nodes);
    stream->capture_nodes = copy;
    stream->capture_node_count = count;
    return true;
}

/* Adds the nodes that are not in the list yet. */
bool cpu_capture_add_nodes(CUstream stream, const CUgraphNode *nodes, size_t count)
{
    CUgraphNode *all = malloc((stream->capture_node_count + count + 1) * sizeof(*all));
    size_t used = stream->capture_node_count;

    if (!all)
        return false;
    if (used > 0)
        memcpy(all, stream->capture_nodes, used * sizeof(*all));
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (j < used && all[j] != nodes[i])
            j++;
        if (j == used)
            all[used++] = nodes[i];
    }
    free(stream->capture_nodes);
    stream->capture_nodes = all;
    stream->capture_node_count = used;
    return true;
}

static void release(CUstream stream)
{
    stream->capture = NULL;
    free(stream->capture_nodes);
    stream->capture_nodes = NULL;
    stream->capture_node_count = 0;
}

CUresult cpu_capture_add(CUstream stream, cpu_work *work)
{
    return stream->capture->nodes->add(stream, work);
}

CUresult cpu_capture_allocate(CUstream stream, size_t size, CUdeviceptr *address)
{
    return stream->capture->nodes->allocate(stream, size, address);
}

CUresult cpu_capture_free(CUstream stream, CUdeviceptr address)
{
    return stream->capture->nodes->free(stream, address);
}

/* --- Beginning and ending ------------------------------------------------------------------------
 */

CUresult cpu_capture_begin(CUstream stream, const cpu_capture *start)
{
    cpu_capture *capture;

    if (stream->capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    if (stream == &stream->object.context->streams.legacy)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    capture = calloc(1, sizeof(*capture));
    if (!capture || !cpu_capture_set_nodes(stream, NULL, 0)) {
        free(capture);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *capture = *start;
    capture->origin = stream;
    capture->id = ++last_id;
    capture->thread = pthread_self();
    capture->next = captures;
    captures = capture;
    stream->capture = capture;
    return CUDA_SUCCESS;
}

void cpu_capture_close(cpu_capture *capture)
{
    for (CUstream s = capture->origin->object.context->streams.first; s; s = s->next) {
        if (s->capture == capture)
            release(s);
    }
    for (cpu_capture **slot = &captures; *slot; slot = &(*slot)->next) {
        if (*slot == capture) {
            *slot = capture->next;
            break;
        }
    }
    free(capture);
}

/* --- What a capture forbids ----------------------------------------------------------------------
 */

CUresult cpu_capture_refuse(CUstream stream)
{
    CUresult result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;

    if (!stream->capture)
        return cpu_capture_check_implicit(stream);
    if (stream->capture->is_invalid)
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    stream->capture->is_invalid = true;
    return result;
}

CUresult cpu_capture_check_implicit(CUstream stream)
{
    cpu_stream_set *set = &stream->object.context->streams;
    CUresult result = CUDA_SUCCESS;

    if (stream != &set->legacy)
        return CUDA_SUCCESS;
    for (CUstream other = set->first; other; other = other->next) {
        if (!other->capture || (other->flags & CU_STREAM_NON_BLOCKING))
            continue;
        other->capture->is_invalid = true;
        result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    return result;
}

CUresult cpu_capture_refuse_in(CUcontext context)
{
    CUresult result = CUDA_SUCCESS;

    cpu_queue_lock();
    for (CUstream s = context->streams.first; s; s = s->next) {
        if (!s->capture)
            continue;
        s->capture->is_invalid = true;
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    cpu_queue_unlock();
    return result;
}

static _Thread_local int thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

/* True if the capture's mode and the thread's forbid unsafe calls by this thread (CUDA Driver API,
 * cuThreadExchangeStreamCaptureMode). */
static bool forbids(const cpu_capture *capture)
{
    if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return false;
    if (pthread_equal(capture->thread, pthread_self()))
        return capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED;
    return thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
           capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
}

int cpu_capture_exchange_mode(int mode)
{
    int old = thread_mode;

    thread_mode = mode;
    return old;
}

CUresult cpu_capture_check_unsafe(void)
{
    CUresult result = CUDA_SUCCESS;

    cpu_queue_lock();
    for (cpu_capture *capture = captures; capture; capture = capture->next) {
        if (!forbids(capture))
            continue;
        capture->is_invalid = true;
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    cpu_queue_unlock();
    return result;
}

CUgraph cpu_capture_leave(CUstream stream, cpu_graph_destroyer **destroy)
{
    cpu_capture *capture = stream->capture;
    CUgraph graph;

    *destroy = NULL;
    if (!capture)
        return NULL;
    capture->is_invalid = true;
    if (capture->origin != stream) {
        release(stream);
        return NULL;
    }
    /* Only the origin can end the capture, so it ends now. */
    graph = capture->graph;
    *destroy = capture->nodes->destroy;
    cpu_capture_close(capture);
    return graph;
}

/* --- Events --------------------------------------------------------------------------------------
 */

static cpu_capture *find_capture(uint64_t id)
{
    for (cpu_capture *capture = captures; capture; capture = capture->next) {
        if (capture->id == id)
            return capture;
    }
    return NULL;
}

CUresult cpu_capture_record(CUevent event, CUstream stream)
{
    CUgraphNode *nodes;
    size_t count = stream->capture_node_count;

    if (stream->capture->is_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    nodes = malloc((count + 1) * sizeof(CUgraphNode));
    if (!nodes)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (count > 0)
        memcpy(nodes, stream->capture_nodes, count * sizeof(*nodes));
    cpu_event_record_task(event, NULL);
    event->nodes = nodes;
    event->node_count = count;
    event->capture = stream->capture->id;
    return CUDA_SUCCESS;
}

CUresult cpu_capture_wait(CUstream stream, CUevent event)
{
    cpu_capture *capture = event->capture ? find_capture(event->capture) : NULL;

    if (stream->capture && stream->capture->is_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (!event->capture) { /* the event is not part of a capture */
        stream->capture->is_invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    if (!capture) /* the event's capture has ended */
        return CUDA_ERROR_CAPTURED_EVENT;
    if (capture->is_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (stream->capture && stream->capture != capture) {
        stream->capture->is_invalid = true;
        capture->is_invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    if (stream == &stream->object.context->streams.legacy) {
        capture->is_invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (!cpu_capture_add_nodes(stream, event->nodes, event->node_count))
        return CUDA_ERROR_OUT_OF_MEMORY;
    stream->capture = capture; /* the stream joins the capture, if it was not in it */
    return CUDA_SUCCESS;
}

/* The driver's functions of stream capture. */
#define _POSIX_C_SOURCE 200809L

#include "api/fail.h"
#include "context/context.h"
#include "graph/captured_node.h"
#include "graph/graph.h"
#include "stream/stream.h"

#include <stdlib.h>

/* --- Beginning and ending ------------------------------------------------------------------------
 */

static bool is_mode(int mode)
{
    return mode >= CU_STREAM_CAPTURE_MODE_GLOBAL && mode <= CU_STREAM_CAPTURE_MODE_RELAXED;
}

CUresult cuStreamBeginCapture_v2(CUstream handle, int mode)
{
    CPU_ENTRY(cuStreamBeginCapture_v2);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    cpu_capture start = {.nodes = &cpu_captured_nodes, .mode = mode};

    if (result != CUDA_SUCCESS)
        return result;
    if (!is_mode(mode))
        return CUDA_ERROR_INVALID_VALUE;
    start.graph = cpu_graph_create();
    if (!start.graph)
        return CUDA_ERROR_OUT_OF_MEMORY;
    cpu_queue_lock();
    result = cpu_capture_begin(stream, &start);
    cpu_queue_unlock();
    if (result != CUDA_SUCCESS)
        cpu_graph_destroy(start.graph);
    return result;
}

/* Marks the nodes and everything that they depend on, by their index in the graph. `left` has room
 * for all nodes. */
static void mark(bool *marks, CUgraphNode *left, CUgraphNode const *nodes, size_t count)
{
    size_t left_count = 0;

    for (;;) {
        for (size_t i = 0; i < count; i++) {
            if (!marks[nodes[i]->index])
                left[left_count++] = nodes[i];
            marks[nodes[i]->index] = true;
        }
        if (left_count == 0)
            return;
        left_count--;
        nodes = left[left_count]->dependencies;
        count = left[left_count]->dependency_count;
    }
}

/* True if the origin waits for all work that other streams added to the capture. */
static bool is_joined(const cpu_capture *capture, bool *marks, CUgraphNode *left)
{
    mark(marks, left, capture->origin->capture_nodes, capture->origin->capture_node_count);
    for (CUstream s = capture->origin->object.context->streams.first; s; s = s->next) {
        if (s->capture != capture)
            continue;
        for (size_t i = 0; i < s->capture_node_count; i++) {
            if (!marks[s->capture_nodes[i]->index])
                return false;
        }
    }
    return true;
}

static CUresult judge(const cpu_capture *capture)
{
    const size_t count = capture->graph->node_count + 1;
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
    bool *marks;
    CUgraphNode *left;

    if (capture->is_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    marks = calloc(count, sizeof(*marks));
    left = calloc(count, sizeof(CUgraphNode));
    if (marks && left)
        result =
            is_joined(capture, marks, left) ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    free(marks);
    free(left);
    return result;
}

/* Ends the capture and returns its graph. The graph of a failed capture becomes the orphan. */
static CUresult end(CUstream stream, CUgraph *graph, CUgraph *orphan)
{
    cpu_capture *capture = stream->capture;
    CUresult result;

    if (!capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    if (capture->origin != stream)
        return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
        !pthread_equal(capture->thread, pthread_self()))
        return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    result = judge(capture);
    if (result == CUDA_SUCCESS && graph)
        *graph = capture->graph;
    else
        *orphan = capture->graph;
    cpu_capture_close(capture);
    return result;
}

/* If the caller does not take the graph, it is destroyed. */
CUresult cuStreamEndCapture(CUstream handle, CUgraph *graph)
{
    CPU_ENTRY(cuStreamEndCapture);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    CUgraph orphan = NULL;

    if (result != CUDA_SUCCESS)
        return result;
    if (graph)
        *graph = NULL;
    cpu_queue_lock();
    result = end(stream, graph, &orphan);
    cpu_queue_unlock();
    cpu_graph_destroy(orphan);
    return result;
}

/* --- Asking --------------------------------------------------------------------------------------
 */

static int status_of(CUstream stream)
{
    if (!stream->capture)
        return CU_STREAM_CAPTURE_STATUS_NONE;
    return stream->capture->is_invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                       : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

CUresult cuStreamIsCapturing(CUstream handle, int *status)
{
    CPU_ENTRY(cuStreamIsCapturing);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS)
        return result;
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    cpu_queue_lock();
    result = cpu_capture_check_implicit(stream);
    *status = status_of(stream);
    cpu_queue_unlock();
    return result;
}

CUresult cuThreadExchangeStreamCaptureMode(int *mode)
{
    CPU_ENTRY(cuThreadExchangeStreamCaptureMode);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!mode || !is_mode(*mode))
        return CUDA_ERROR_INVALID_VALUE;
    *mode = cpu_capture_exchange_mode(*mode);
    return CUDA_SUCCESS;
}

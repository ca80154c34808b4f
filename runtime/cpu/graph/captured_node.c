/* Makes nodes of a graph from the work of captured streams. */
#include "graph/captured_node.h"

#include "graph/graph.h"

/* Where the stream's next node goes: after those of its last work. */
static cpu_node_place next_place(CUstream stream, CUgraphNode *node)
{
    return (cpu_node_place){node, stream->capture->graph, stream->capture_nodes,
                            stream->capture_node_count};
}

/* Makes the stream's next work depend on the new node. */
static CUresult finish(CUstream stream, CUresult result, CUgraphNode node)
{
    if (result == CUDA_SUCCESS && !cpu_capture_set_nodes(stream, &node, 1))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    stream->capture->is_invalid = stream->capture->is_invalid || result != CUDA_SUCCESS;
    return result;
}

static CUresult add(CUstream stream, int type, cpu_work *work)
{
    CUgraphNode node;
    const cpu_node_place place = next_place(stream, &node);
    CUresult result;

    if (stream->capture->is_invalid) {
        cpu_work_dispose(work);
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    }
    result = cpu_graph_add(&place, type, work);
    if (result == CUDA_SUCCESS)
        node->priority = stream->priority;
    return finish(stream, result, node);
}

static CUresult add_work(CUstream stream, cpu_work *work)
{
    switch (work->kind) {
    case CPU_WORK_KERNEL:
        return add(stream, CU_GRAPH_NODE_TYPE_KERNEL, work);
    case CPU_WORK_COPY:
        return add(stream, CU_GRAPH_NODE_TYPE_MEMCPY, work);
    case CPU_WORK_FILL:
        return add(stream, CU_GRAPH_NODE_TYPE_MEMSET, work);
    case CPU_WORK_HOST:
        if (!work->as.host.callback)
            return add(stream, CU_GRAPH_NODE_TYPE_HOST, work);
        break;
    case CPU_WORK_EMPTY:
        return add(stream, CU_GRAPH_NODE_TYPE_EMPTY, work);
    default:
        break;
    }
    stream->capture->is_invalid = true;
    cpu_work_dispose(work);
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

/* Adds a node that takes over the caller's hold of the memory. */
static CUresult add_memory(CUstream stream, int type, cpu_graph_memory *memory)
{
    cpu_work nothing = {.kind = CPU_WORK_EMPTY};
    CUgraphNode node = NULL;
    const cpu_node_place place = next_place(stream, &node);
    CUresult result = cpu_graph_add(&place, type, &nothing);

    if (result == CUDA_SUCCESS)
        node->memory = memory;
    else
        cpu_graph_memory_release(memory);
    return finish(stream, result, node);
}

static CUresult add_allocation(CUstream stream, size_t size, CUdeviceptr *address)
{
    cpu_graph_memory *memory;
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    if (stream->capture->is_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    *address = 0;
    if (size > 0)
        result = cpu_graph_memory_create(size, &memory);
    if (result != CUDA_SUCCESS)
        return finish(stream, result, NULL);
    *address = cpu_graph_memory_address(memory);
    return add_memory(stream, CU_GRAPH_NODE_TYPE_MEM_ALLOC, memory);
}

static bool is_freed_in(const struct CUgraph_st *graph, const cpu_graph_memory *memory)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        const struct CUgraphNode_st *node = graph->nodes[i];
        if (node->type == CU_GRAPH_NODE_TYPE_MEM_FREE && node->memory == memory)
            return true;
    }
    return false;
}

/* If the address cannot be freed here, the call fails, but the capture goes on. */
static CUresult add_free(CUstream stream, CUdeviceptr address)
{
    cpu_graph_memory *memory;

    if (stream->capture->is_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    memory = cpu_graph_memory_find(address);
    if (!memory)
        return CUDA_ERROR_INVALID_VALUE;
    if (is_freed_in(stream->capture->graph, memory)) {
        cpu_graph_memory_release(memory);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return add_memory(stream, CU_GRAPH_NODE_TYPE_MEM_FREE, memory);
}

const cpu_capture_nodes cpu_captured_nodes = {
    .add = add_work, .allocate = add_allocation, .free = add_free, .destroy = cpu_graph_destroy};

/* Child graph nodes, and nodes that allocate and free memory. */
#include "context/context.h"
#include "api/fail.h"
#include "graph/graph.h"

static CUresult check(bool is_there)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return is_there ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult check_of_type(CUgraphNode node, int type, const void *out)
{
    return check(cpu_graph_is_node(node) && node->type == type && out);
}

static CUresult check_place(const cpu_node_place *place, const void *params)
{
    return check(place->out && cpu_graph_is(place->graph) && params);
}

/* --- Child graphs --------------------------------------------------------------------------------
 */

/* True if `other` is `graph`, or is inside one of its nodes. */
static bool is_within(const struct CUgraph_st *other, const struct CUgraph_st *graph)
{
    while (other != graph && other->parent)
        other = other->parent->graph;
    return other == graph;
}

/* The node gets a copy of the graph, so that changes to the original do not affect it. */
CUresult cpu_node_add_child(const cpu_node_place *place, CUgraph child)
{
    CUresult result = check_place(place, child);
    cpu_work nothing = {.kind = CPU_WORK_EMPTY};
    CUgraph clone;

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(child) || is_within(place->graph, child))
        return CUDA_ERROR_INVALID_VALUE;
    if (cpu_graph_has_memory(child))
        return CUDA_ERROR_NOT_SUPPORTED;
    result = cpu_graph_clone(&clone, child);
    if (result != CUDA_SUCCESS)
        return result;
    result = cpu_graph_add(place, CU_GRAPH_NODE_TYPE_GRAPH, &nothing);
    if (result != CUDA_SUCCESS) {
        cpu_graph_destroy(clone);
        return result;
    }
    (*place->out)->child = clone;
    clone->parent = *place->out;
    return CUDA_SUCCESS;
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *graph_node, CUgraph graph,
                                  const CUgraphNode *dependencies, size_t count,
                                  CUgraph child_graph)
{
    CPU_ENTRY(cuGraphAddChildGraphNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add_child(&place, child_graph);
}

/* The node's own copy of the graph; its nodes can be changed. */
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
    CPU_ENTRY(cuGraphChildGraphNodeGetGraph);
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_GRAPH, graph);

    if (result == CUDA_SUCCESS)
        *graph = node->child;
    return result;
}

/* --- Memory --------------------------------------------------------------------------------------
 */

/* Only memory of the one device is supported, and no sharing with other processes. */
static CUresult check_properties(const CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    const CUmemPoolProps *pool = &params->poolProps;

    if (pool->allocType != CU_MEM_ALLOCATION_TYPE_PINNED || pool->handleTypes != 0 ||
        pool->location.type != CU_MEM_LOCATION_TYPE_DEVICE || pool->location.id != 0 ||
        params->bytesize == 0 || (params->accessDescCount > 0 && !params->accessDescs))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < params->accessDescCount; i++) {
        const CUmemAccessDesc *access = &params->accessDescs[i];
        if (access->location.type != CU_MEM_LOCATION_TYPE_DEVICE || access->location.id != 0 ||
            access->flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

/* Adds a node that takes over the caller's hold of the memory. */
static CUresult add_memory(const cpu_node_place *place, int type, cpu_graph_memory *memory)
{
    cpu_work nothing = {.kind = CPU_WORK_EMPTY};
    CUresult result = cpu_graph_add(place, type, &nothing);

    if (result == CUDA_SUCCESS)
        (*place->out)->memory = memory;
    else
        cpu_graph_memory_release(memory);
    return result;
}

CUresult cpu_node_add_allocation(const cpu_node_place *place, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    CUresult result = check_place(place, params);
    cpu_graph_memory *memory;

    if (result == CUDA_SUCCESS)
        result = check_properties(params);
    if (result == CUDA_SUCCESS && place->graph->parent)
        result = CUDA_ERROR_NOT_SUPPORTED;
    if (result == CUDA_SUCCESS)
        result = cpu_graph_memory_create(params->bytesize, &memory);
    if (result == CUDA_SUCCESS)
        result = add_memory(place, CU_GRAPH_NODE_TYPE_MEM_ALLOC, memory);
    if (result == CUDA_SUCCESS)
        params->dptr = cpu_graph_memory_address(memory);
    return result;
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

CUresult cpu_node_add_free(const cpu_node_place *place, CUdeviceptr address)
{
    CUresult result = check_place(place, place);
    cpu_graph_memory *memory;

    if (result != CUDA_SUCCESS)
        return result;
    if (place->graph->parent)
        return CUDA_ERROR_NOT_SUPPORTED;
    memory = cpu_graph_memory_find(address);
    if (!memory)
        return CUDA_ERROR_INVALID_VALUE;
    if (is_freed_in(place->graph, memory)) {
        cpu_graph_memory_release(memory);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return add_memory(place, CU_GRAPH_NODE_TYPE_MEM_FREE, memory);
}

CUresult cuGraphAddMemAllocNode(CUgraphNode *graph_node, CUgraph graph,
                                const CUgraphNode *dependencies, size_t count,
                                CUDA_MEM_ALLOC_NODE_PARAMS *node_params)
{
    CPU_ENTRY(cuGraphAddMemAllocNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add_allocation(&place, node_params);
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *graph_node, CUgraph graph,
                               const CUgraphNode *dependencies, size_t count, CUdeviceptr dptr)
{
    CPU_ENTRY(cuGraphAddMemFreeNode);
    const cpu_node_place place = {graph_node, graph, dependencies, count};

    return cpu_node_add_free(&place, dptr);
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params_out)
{
    CPU_ENTRY(cuGraphMemAllocNodeGetParams);
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_MEM_ALLOC, params_out);

    if (result != CUDA_SUCCESS)
        return result;
    *params_out =
        (CUDA_MEM_ALLOC_NODE_PARAMS){.poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                                   .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}},
                                     .bytesize = cpu_graph_memory_size(node->memory),
                                     .dptr = cpu_graph_memory_address(node->memory)};
    return CUDA_SUCCESS;
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *dptr_out)
{
    CPU_ENTRY(cuGraphMemFreeNodeGetParams);
    CUresult result = check_of_type(node, CU_GRAPH_NODE_TYPE_MEM_FREE, dptr_out);

    if (result == CUDA_SUCCESS)
        *dptr_out = cpu_graph_memory_address(node->memory);
    return result;
}

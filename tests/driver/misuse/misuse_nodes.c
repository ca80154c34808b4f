/* Nodes that are graphs, allocate, free, or are of any kind. */
#include "misuse.h"

#include <string.h>

static CUgraph graph;
static CUgraphNode node;
static CUgraphExec exec;
static CUdeviceptr address;
static CUevent event;
static CUlaunchAttributeValue attribute;
static uint64_t word;

/* --- Child graphs --------------------------------------------------------------------------------
 */

static CUresult with_child(CUresult (*call)(void))
{
    CUresult result = cu.cuGraphAddChildGraphNode(&node, f.graph, NULL, 0, f.chain);

    if (result == CUDA_SUCCESS)
        result = cu.cuGraphChildGraphNodeGetGraph(node, &graph);
    return result == CUDA_SUCCESS ? call() : result;
}

static CUresult destroy_child(void)
{
    return cu.cuGraphDestroy(graph);
}

static CUresult instantiate_child(void)
{
    return cu.cuGraphInstantiateWithFlags(&exec, graph, 0);
}

static CUresult add_to_child(void)
{
    return cu.cuGraphAddEmptyNode(&node, graph, NULL, 0);
}

static CUresult parent_into_child(void)
{
    return cu.cuGraphAddChildGraphNode(&node, graph, NULL, 0, f.graph);
}

static CUresult enable_child(void)
{
    CUresult result = cu.cuGraphInstantiateWithFlags(&exec, f.graph, 0);

    return result == CUDA_SUCCESS ? cu.cuGraphNodeSetEnabled(exec, node, 0) : result;
}

static CUresult set_child_of_other_shape(void)
{
    CUresult result = cu.cuGraphInstantiateWithFlags(&exec, f.graph, 0);

    return result == CUDA_SUCCESS
               ? cu.cuGraphExecChildGraphNodeSetParams(exec, node, f.kernel_graph)
               : result;
}

static CUresult launch_in_capture(void)
{
    return cu.cuGraphLaunch(f.exec, misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));
}

/* --- Memory --------------------------------------------------------------------------------------
 */

static CUresult allocate(size_t size, int type, int location, int id)
{
    CUDA_MEM_ALLOC_NODE_PARAMS params;
    CUresult result;

    memset(&params, 0, sizeof(params));
    params.poolProps.allocType = type;
    params.poolProps.location.type = location;
    params.poolProps.location.id = id;
    params.bytesize = size;
    result = cu.cuGraphAddMemAllocNode(&node, f.graph, NULL, 0, &params);
    address = params.dptr;
    return result;
}

static CUresult allocated(void)
{
    return allocate(BYTES, CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE, 0);
}

static CUresult after_allocation(CUresult (*call)(void))
{
    CUresult result = allocated();

    return result == CUDA_SUCCESS ? call() : result;
}

static CUresult free_node(CUdeviceptr freed)
{
    return cu.cuGraphAddMemFreeNode(&node, f.graph, &node, 1, freed);
}

static CUresult free_it(void)
{
    return free_node(address);
}

static CUresult free_twice(void)
{
    CUresult result = free_node(address);

    return result == CUDA_SUCCESS ? free_node(address) : result;
}

static CUresult free_middle(void)
{
    return free_node(address + 256);
}

static CUresult free_in_other_graph(void)
{
    return cu.cuGraphAddMemFreeNode(&node, f.chain, NULL, 0, address);
}

static CUresult range_before_launch(void)
{
    return cu.cuMemGetAddressRange_v2(&address, NULL, address);
}

static CUresult attribute_before_launch(void)
{
    return cu.cuPointerGetAttribute(&word, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address);
}

static CUresult free_before_launch(void)
{
    return cu.cuMemFree_v2(address);
}

static CUresult free_async_before_launch(void)
{
    return cu.cuMemFreeAsync(address, f.stream);
}

static CUresult clone_allocating(void)
{
    return cu.cuGraphClone(&graph, f.graph);
}

static CUresult allocating_as_child(void)
{
    return cu.cuGraphAddChildGraphNode(&node, f.chain, NULL, 0, f.graph);
}

static CUresult destroy_allocating_node(void)
{
    return cu.cuGraphDestroyNode(node);
}

static CUresult destroy_node_beside(void)
{
    CUgraphNode empty;
    CUresult result = cu.cuGraphAddEmptyNode(&empty, f.graph, NULL, 0);

    return result == CUDA_SUCCESS ? cu.cuGraphDestroyNode(empty) : result;
}

static CUresult instantiate_allocating(void)
{
    return cu.cuGraphInstantiateWithFlags(&exec, f.graph, 0);
}

static CUresult instantiate_twice(void)
{
    CUresult result = instantiate_allocating();

    return result == CUDA_SUCCESS ? instantiate_allocating() : result;
}

static CUresult launch_allocating(void)
{
    CUresult result = instantiate_allocating();

    return result == CUDA_SUCCESS ? cu.cuGraphLaunch(exec, f.stream) : result;
}

static CUresult launch_twice(void)
{
    CUresult result = launch_allocating();

    return result == CUDA_SUCCESS ? cu.cuGraphLaunch(exec, f.stream) : result;
}

static CUresult free_after_launch(void)
{
    CUresult result = launch_allocating();

    return result == CUDA_SUCCESS ? cu.cuMemFree_v2(address) : result;
}

static CUresult free_twice_after_launch(void)
{
    CUresult result = free_after_launch();

    return result == CUDA_SUCCESS ? cu.cuMemFree_v2(address) : result;
}

static CUresult range_after_launch(void)
{
    CUresult result = launch_allocating();

    return result == CUDA_SUCCESS ? range_before_launch() : result;
}

static CUresult update_allocating(void)
{
    CUgraphExecUpdateResultInfo info;
    CUresult result = instantiate_allocating();

    return result == CUDA_SUCCESS ? cu.cuGraphExecUpdate_v2(exec, f.graph, &info) : result;
}

static CUresult capture_free_of_other(void)
{
    return cu.cuMemFreeAsync(f.memory, misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));
}

static CUresult end_after_free_of_other(void)
{
    capture_free_of_other();
    return cu.cuStreamEndCapture(f.capturing, &graph);
}

static CUresult capture_allocation_of_nothing(void)
{
    return cu.cuMemAllocAsync(&address, 0, misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));
}

static CUresult set_memory_attribute(int of, uint64_t value)
{
    return cu.cuDeviceSetGraphMemAttribute(0, of, &value);
}

/* --- Other nodes ---------------------------------------------------------------------------------
 */

static CUresult add_of_type(int type, int reserved)
{
    CUgraphNodeParams params;

    memset(&params, 0, sizeof(params));
    params.type = type;
    params.reserved0[0] = reserved;
    return cu.cuGraphAddNode(&node, f.graph, NULL, 0, &params);
}

static CUresult set_of_type(int type, CUgraphNode target)
{
    CUgraphNodeParams params;

    memset(&params, 0, sizeof(params));
    params.type = type;
    return cu.cuGraphNodeSetParams(target, &params);
}

static CUresult remove_edge(CUgraphNode from, CUgraphNode to)
{
    return cu.cuGraphRemoveDependencies(f.chain, &from, &to, 1);
}

static CUresult enable_empty(void)
{
    CUresult result = cu.cuGraphInstantiateWithFlags(&exec, f.chain, 0);

    return result == CUDA_SUCCESS ? cu.cuGraphNodeSetEnabled(exec, f.a, 0) : result;
}

static CUresult set_attribute(int of, int value)
{
    memset(&attribute, 0, sizeof(attribute));
    attribute.cooperative = value;
    return cu.cuGraphKernelNodeSetAttribute(f.kernel_node, of, &attribute);
}

#define PINNED CU_MEM_ALLOCATION_TYPE_PINNED
#define DEVICE CU_MEM_LOCATION_TYPE_DEVICE

#define NODE_TABLE(X)                                                                              \
    X(add_null_child, USUAL, cu.cuGraphAddChildGraphNode(&node, f.graph, NULL, 0, NULL))           \
    X(add_itself_as_child, USUAL, cu.cuGraphAddChildGraphNode(&node, f.chain, NULL, 0, f.chain))   \
    X(add_empty_child, USUAL, cu.cuGraphAddChildGraphNode(&node, f.chain, NULL, 0, f.graph))       \
    X(child_of_other_node, USUAL, cu.cuGraphChildGraphNodeGetGraph(f.a, &graph))                   \
    X(child_into_null, USUAL, cu.cuGraphChildGraphNodeGetGraph(f.a, NULL))                         \
    X(destroy_child_graph, MARRING, with_child(destroy_child))                                     \
    X(instantiate_child_graph, USUAL, with_child(instantiate_child))                               \
    X(add_to_child_graph, USUAL, with_child(add_to_child))                                         \
    X(add_parent_to_child, MARRING, with_child(parent_into_child))                                 \
    X(disable_child_graph, USUAL, with_child(enable_child))                                        \
    X(set_child_other_shape, USUAL, with_child(set_child_of_other_shape))                          \
    X(set_child_null_node, USUAL, cu.cuGraphExecChildGraphNodeSetParams(f.exec, NULL, f.chain))    \
    X(launch_graph_during_capture, MARRING, launch_in_capture())                                   \
    X(allocate_node_nothing, USUAL, allocate(0, PINNED, DEVICE, 0))                                \
    X(allocate_node_type, USUAL, allocate(64, 0, DEVICE, 0))                                       \
    X(allocate_node_location, USUAL, allocate(64, PINNED, 0, 0))                                   \
    X(allocate_node_device, USUAL, allocate(64, PINNED, DEVICE, 99))                               \
    X(allocate_node_too_much, USUAL, allocate((size_t)1 << 50, PINNED, DEVICE, 0))                 \
    X(allocate_node_null, USUAL, cu.cuGraphAddMemAllocNode(&node, f.graph, NULL, 0, NULL))         \
    X(free_node_null, USUAL, cu.cuGraphAddMemFreeNode(&node, f.graph, NULL, 0, 0))                 \
    X(free_node_device_memory, USUAL, cu.cuGraphAddMemFreeNode(&node, f.graph, NULL, 0, f.memory)) \
    X(free_node_of_allocation, USUAL, after_allocation(free_it))                                   \
    X(free_node_twice, USUAL, after_allocation(free_twice))                                        \
    X(free_node_middle, USUAL, after_allocation(free_middle))                                      \
    X(free_node_in_other_graph, USUAL, after_allocation(free_in_other_graph))                      \
    X(graph_memory_range, USUAL, after_allocation(range_before_launch))                            \
    X(graph_memory_attribute, USUAL, after_allocation(attribute_before_launch))                    \
    X(graph_memory_free, MARRING, after_allocation(free_before_launch))                            \
    X(graph_memory_free_async, MARRING, after_allocation(free_async_before_launch))                \
    X(clone_allocating_graph, USUAL, after_allocation(clone_allocating))                           \
    X(allocating_graph_as_child, USUAL, after_allocation(allocating_as_child))                     \
    X(destroy_allocating_graphs_node, USUAL, after_allocation(destroy_allocating_node))            \
    X(destroy_node_beside_allocation, USUAL, after_allocation(destroy_node_beside))                \
    X(instantiate_allocating_twice, USUAL, after_allocation(instantiate_twice))                    \
    X(launch_allocating_twice, MARRING, after_allocation(launch_twice))                            \
    X(graph_memory_free_after_launch, MARRING, after_allocation(free_after_launch))                \
    X(graph_memory_free_twice, MARRING, after_allocation(free_twice_after_launch))                 \
    X(graph_memory_range_after_launch, MARRING, after_allocation(range_after_launch))              \
    X(update_allocating_graph, USUAL, after_allocation(update_allocating))                         \
    X(allocation_params_of_other_node, USUAL, cu.cuGraphMemAllocNodeGetParams(f.a, NULL))          \
    X(free_params_of_other_node, USUAL, cu.cuGraphMemFreeNodeGetParams(f.a, &address))             \
    X(capture_free_of_other_memory, MARRING, capture_free_of_other())                              \
    X(end_after_free_of_other_memory, MARRING, end_after_free_of_other())                          \
    X(capture_no_allocation, MARRING, capture_allocation_of_nothing())                             \
    X(graph_memory_of_no_device, USUAL,                                                            \
      cu.cuDeviceGetGraphMemAttribute(99, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &word))              \
    X(graph_memory_into_null, USUAL,                                                               \
      cu.cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, NULL))                \
    X(graph_memory_unknown, USUAL, cu.cuDeviceGetGraphMemAttribute(0, 99, &word))                  \
    X(set_graph_memory_current, USUAL,                                                             \
      set_memory_attribute(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, 0))                                 \
    X(set_graph_memory_high, USUAL, set_memory_attribute(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, 64))     \
    X(trim_no_device, USUAL, cu.cuDeviceGraphMemTrim(99))                                          \
    X(add_node_null_params, USUAL, cu.cuGraphAddNode(&node, f.graph, NULL, 0, NULL))               \
    X(add_node_type_unknown, USUAL, add_of_type(99, 0))                                            \
    X(add_node_reserved, USUAL, add_of_type(CU_GRAPH_NODE_TYPE_EMPTY, 1))                          \
    X(add_node_kernel_of_zeros, USUAL, add_of_type(CU_GRAPH_NODE_TYPE_KERNEL, 0))                  \
    X(set_node_other_type, USUAL, set_of_type(CU_GRAPH_NODE_TYPE_HOST, f.kernel_node))             \
    X(set_node_empty, USUAL, set_of_type(CU_GRAPH_NODE_TYPE_EMPTY, f.a))                           \
    X(remove_no_edge, USUAL, remove_edge(f.b, f.a))                                                \
    X(remove_edge_of_other_graph, USUAL, remove_edge(f.a, f.kernel_node))                          \
    X(remove_edges_null, USUAL, cu.cuGraphRemoveDependencies(f.chain, NULL, NULL, 1))              \
    X(disable_empty_node, USUAL, enable_empty())                                                   \
    X(event_of_other_node, USUAL, cu.cuGraphEventRecordNodeGetEvent(f.a, &event))                  \
    X(set_event_of_other_node, USUAL, cu.cuGraphEventWaitNodeSetEvent(f.a, f.event))               \
    X(set_event_of_other_exec, USUAL,                                                              \
      cu.cuGraphExecEventRecordNodeSetEvent(f.exec, f.kernel_node, f.event))                       \
    X(node_attribute_unknown, USUAL, set_attribute(99, 1))                                         \
    X(kernel_attribute_of_streams, USUAL,                                                          \
      set_attribute(CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, 1))                                \
    X(print_into_null, USUAL, cu.cuGraphDebugDotPrint(f.chain, NULL, 0))                           \
    X(print_null, USUAL, cu.cuGraphDebugDotPrint(NULL, "/tmp/custub-nothing.dot", 0))              \
    X(print_nowhere, USUAL, cu.cuGraphDebugDotPrint(f.chain, "/nowhere/at/all.dot", 0))

MISUSE_TABLE(misuse_of_nodes, NODE_TABLE);

/* Child graphs, nodes that allocate, attributes of nodes, graphs as text. */
#include "misuse.h"

#include <string.h>

static CUgraph graph;
static CUgraphNode node;
static CUgraphExec exec;
static CUdeviceptr address;
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

static CUresult launch_in_capture(void)
{
    return cu.cuGraphLaunch(f.exec, misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));
}

/* --- Memory --------------------------------------------------------------------------------------
 */

/* Makes a call with `graph`, whose only node, `node`, allocates `address`. */
static CUresult after_allocation(CUresult (*call)(void))
{
    CUstream stream = misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED);
    CUresult result = cu.cuMemAllocAsync(&address, BYTES, stream);
    size_t one = 1;

    if (result == CUDA_SUCCESS)
        result = cu.cuStreamEndCapture(stream, &graph);
    if (result == CUDA_SUCCESS)
        result = cu.cuGraphGetNodes(graph, &node, &one);
    return result == CUDA_SUCCESS ? call() : result;
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

static CUresult allocating_as_child(void)
{
    return cu.cuGraphAddChildGraphNode(&node, f.chain, NULL, 0, graph);
}

static CUresult destroy_allocating_node(void)
{
    return cu.cuGraphDestroyNode(node);
}

static CUresult destroy_node_beside(void)
{
    CUgraphNode empty;
    CUresult result = cu.cuGraphAddEmptyNode(&empty, graph, NULL, 0);

    return result == CUDA_SUCCESS ? cu.cuGraphDestroyNode(empty) : result;
}

static CUresult instantiate_allocating(void)
{
    return cu.cuGraphInstantiateWithFlags(&exec, graph, 0);
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

    return result == CUDA_SUCCESS ? cu.cuGraphExecUpdate_v2(exec, graph, &info) : result;
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

/* --- Other nodes ---------------------------------------------------------------------------------
 */

static CUresult set_attribute(int of, int value)
{
    memset(&attribute, 0, sizeof(attribute));
    attribute.cooperative = value;
    return cu.cuGraphKernelNodeSetAttribute(f.kernel_node, of, &attribute);
}

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
    X(launch_graph_during_capture, MARRING, launch_in_capture())                                   \
    X(graph_memory_range, MARRING, after_allocation(range_before_launch))                          \
    X(graph_memory_attribute, MARRING, after_allocation(attribute_before_launch))                  \
    X(graph_memory_free, MARRING, after_allocation(free_before_launch))                            \
    X(graph_memory_free_async, MARRING, after_allocation(free_async_before_launch))                \
    X(allocating_graph_as_child, MARRING, after_allocation(allocating_as_child))                   \
    X(destroy_allocating_graphs_node, MARRING, after_allocation(destroy_allocating_node))          \
    X(destroy_node_beside_allocation, MARRING, after_allocation(destroy_node_beside))              \
    X(instantiate_allocating_twice, MARRING, after_allocation(instantiate_twice))                  \
    X(launch_allocating_twice, MARRING, after_allocation(launch_twice))                            \
    X(graph_memory_free_after_launch, MARRING, after_allocation(free_after_launch))                \
    X(graph_memory_free_twice, MARRING, after_allocation(free_twice_after_launch))                 \
    X(graph_memory_range_after_launch, MARRING, after_allocation(range_after_launch))              \
    X(update_allocating_graph, MARRING, after_allocation(update_allocating))                       \
    X(capture_free_of_other_memory, MARRING, capture_free_of_other())                              \
    X(end_after_free_of_other_memory, MARRING, end_after_free_of_other())                          \
    X(capture_no_allocation, MARRING, capture_allocation_of_nothing())                             \
    X(node_attribute_unknown, USUAL, set_attribute(99, 1))                                         \
    X(kernel_attribute_of_streams, USUAL,                                                          \
      set_attribute(CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, 1))                                \
    X(print_into_null, USUAL, cu.cuGraphDebugDotPrint(f.chain, NULL, 0))                           \
    X(print_null, USUAL, cu.cuGraphDebugDotPrint(NULL, "/tmp/custub-nothing.dot", 0))              \
    X(print_nowhere, USUAL, cu.cuGraphDebugDotPrint(f.chain, "/nowhere/at/all.dot", 0))

MISUSE_TABLE(misuse_of_nodes, NODE_TABLE);

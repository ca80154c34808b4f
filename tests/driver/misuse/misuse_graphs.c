#include "misuse.h"

static CUgraph graph;
static CUgraphNode node;
static CUgraphExec exec;
static size_t count;
static int type;

static CUDA_KERNEL_NODE_PARAMS kernel_params(CUfunction function, unsigned blocks)
{
    static int value = 1;
    static size_t n = 4;
    static void *params[] = {&f.memory, &value, &n};
    CUDA_KERNEL_NODE_PARAMS made = {.func = function,
                                    .gridDimX = blocks,
                                    .gridDimY = 1,
                                    .gridDimZ = 1,
                                    .blockDimX = 4,
                                    .blockDimY = 1,
                                    .blockDimZ = 1,
                                    .kernelParams = params};

    return made;
}

static CUresult add_kernel(CUfunction function, unsigned blocks)
{
    CUDA_KERNEL_NODE_PARAMS params = kernel_params(function, blocks);

    return cu.cuGraphAddKernelNode_v2(&node, f.graph, NULL, 0, &params);
}

static CUresult add_kernel_without_arguments(void)
{
    CUDA_KERNEL_NODE_PARAMS params = kernel_params(f.add, 1);

    params.kernelParams = NULL;
    return cu.cuGraphAddKernelNode_v2(&node, f.graph, NULL, 0, &params);
}

static CUresult add_fill(CUdeviceptr target, unsigned element, size_t width, size_t height)
{
    CUDA_MEMSET_NODE_PARAMS params = {.dst = target,
                                      .pitch = width * element,
                                      .elementSize = element,
                                      .width = width,
                                      .height = height};

    return cu.cuGraphAddMemsetNode(&node, f.graph, NULL, 0, &params, f.context);
}

static CUresult add_host_null(void)
{
    CUDA_HOST_NODE_PARAMS params = {0};

    return cu.cuGraphAddHostNode(&node, f.graph, NULL, 0, &params);
}

static CUresult add_copy(CUdeviceptr target, size_t height)
{
    CUDA_MEMCPY3D params = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                            .srcHost = f.host,
                            .srcPitch = 64,
                            .srcHeight = 1,
                            .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                            .dstDevice = target,
                            .dstPitch = 64,
                            .dstHeight = 1,
                            .WidthInBytes = 64,
                            .Height = height,
                            .Depth = 1};

    return cu.cuGraphAddMemcpyNode(&node, f.graph, NULL, 0, &params, f.context);
}

static CUresult set_params_of(CUgraphNode target, CUfunction function, unsigned blocks)
{
    CUDA_KERNEL_NODE_PARAMS params = kernel_params(function, blocks);

    return cu.cuGraphKernelNodeSetParams_v2(target, &params);
}

static CUresult set_exec_params(CUgraphNode target, CUfunction function, unsigned blocks)
{
    CUDA_KERNEL_NODE_PARAMS params = kernel_params(function, blocks);

    return cu.cuGraphExecKernelNodeSetParams_v2(f.exec, target, &params);
}

static CUresult destroy_exec_then(CUresult (*call)(CUgraphExec))
{
    CUresult result = cu.cuGraphExecDestroy(f.exec);

    return result == CUDA_SUCCESS ? call(f.exec) : result;
}

static CUresult launch_exec(CUgraphExec launched)
{
    return cu.cuGraphLaunch(launched, f.stream);
}

static CUresult destroy_graph_then(CUresult (*call)(CUgraph))
{
    CUresult result = cu.cuGraphDestroy(f.graph);

    return result == CUDA_SUCCESS ? call(f.graph) : result;
}

static CUresult instantiate(CUgraph instantiated)
{
    return cu.cuGraphInstantiateWithFlags(&exec, instantiated, 0);
}

static CUresult update_with(CUgraph updated)
{
    CUgraphExecUpdateResultInfo info;

    return cu.cuGraphExecUpdate_v2(f.exec, updated, &info);
}

#define GRAPH_TABLE(X)                                                                             \
    X(graph_into_null, USUAL, cu.cuGraphCreate(NULL, 0))                                           \
    X(graph_flags, USUAL, cu.cuGraphCreate(&graph, 1))                                             \
    X(destroy_null_graph, USUAL, cu.cuGraphDestroy(NULL))                                          \
    X(destroy_graph_twice, MARRING, destroy_graph_then(cu.cuGraphDestroy))                         \
    X(instantiate_destroyed_graph, MARRING, destroy_graph_then(instantiate))                       \
    X(add_node_into_null, USUAL, cu.cuGraphAddEmptyNode(NULL, f.graph, NULL, 0))                   \
    X(add_node_to_null, USUAL, cu.cuGraphAddEmptyNode(&node, NULL, NULL, 0))                       \
    X(add_node_null_dependencies, USUAL, cu.cuGraphAddEmptyNode(&node, f.graph, NULL, 1))          \
    X(add_node_of_other_graph, USUAL, cu.cuGraphAddEmptyNode(&node, f.graph, &f.a, 1))             \
    X(add_kernel_node_null_params, USUAL,                                                          \
      cu.cuGraphAddKernelNode_v2(&node, f.graph, NULL, 0, NULL))                                   \
    X(add_kernel_node_null_function, USUAL, add_kernel(NULL, 1))                                   \
    X(add_kernel_node_empty_grid, USUAL, add_kernel(f.add, 0))                                     \
    X(add_kernel_node_without_arguments, USUAL, add_kernel_without_arguments())                    \
    X(add_fill_node_null, USUAL, add_fill(0, 4, 4, 1))                                             \
    X(add_fill_node_element_odd, USUAL, add_fill(f.memory, 3, 4, 1))                               \
    X(add_fill_node_misaligned, USUAL, add_fill(f.memory + 1, 4, 4, 1))                            \
    X(add_fill_node_freed, USUAL, add_fill(f.freed, 4, 4, 1))                                      \
    X(add_fill_node_of_nothing, USUAL, add_fill(f.memory, 4, 0, 1))                                \
    X(add_fill_node_without_height, USUAL, add_fill(f.memory, 4, 4, 0))                            \
    X(add_host_node_null_function, USUAL, add_host_null())                                         \
    X(add_copy_node_null, USUAL, add_copy(0, 1))                                                   \
    X(add_copy_node_freed, USUAL, add_copy(f.freed, 1))                                            \
    X(add_copy_node_of_nothing, USUAL, add_copy(f.memory, 0))                                      \
    X(nodes_into_null_count, USUAL, cu.cuGraphGetNodes(f.chain, NULL, NULL))                       \
    X(nodes_of_null, USUAL, cu.cuGraphGetNodes(NULL, NULL, &count))                                \
    X(type_into_null, USUAL, cu.cuGraphNodeGetType(f.a, NULL))                                     \
    X(type_of_null, USUAL, cu.cuGraphNodeGetType(NULL, &type))                                     \
    X(destroy_null_node, USUAL, cu.cuGraphDestroyNode(NULL))                                       \
    X(params_of_other_type, USUAL, set_params_of(f.a, f.add, 1))                                   \
    X(params_of_null_node, USUAL, set_params_of(NULL, f.add, 1))                                   \
    X(params_empty_grid, USUAL, set_params_of(f.kernel_node, f.add, 0))                            \
    X(params_into_null, USUAL, cu.cuGraphKernelNodeGetParams_v2(f.kernel_node, NULL))              \
    X(instantiate_into_null, USUAL, cu.cuGraphInstantiateWithFlags(NULL, f.graph, 0))              \
    X(instantiate_null, USUAL, cu.cuGraphInstantiateWithFlags(&exec, NULL, 0))                     \
    X(instantiate_flags_unknown, USUAL, cu.cuGraphInstantiateWithFlags(&exec, f.graph, 0x100))     \
    X(instantiate_empty_graph, USUAL, instantiate(f.graph))                                        \
    X(launch_null_graph, USUAL, cu.cuGraphLaunch(NULL, f.stream))                                  \
    X(launch_graph_in_null_stream, USUAL, cu.cuGraphLaunch(f.exec, NULL))                          \
    X(destroy_null_exec, USUAL, cu.cuGraphExecDestroy(NULL))                                       \
    X(destroy_exec_twice, MARRING, destroy_exec_then(cu.cuGraphExecDestroy))                       \
    X(launch_destroyed_exec, MARRING, destroy_exec_then(launch_exec))                              \
    X(exec_params_of_other_graph, USUAL, set_exec_params(f.a, f.add, 1))                           \
    X(exec_params_null_node, USUAL, set_exec_params(NULL, f.add, 1))                               \
    X(exec_params_null_function, USUAL, set_exec_params(f.kernel_node, NULL, 1))                   \
    X(exec_params_empty_grid, USUAL, set_exec_params(f.kernel_node, f.add, 0))                     \
    X(exec_params_other_function, USUAL, set_exec_params(f.kernel_node, f.bounded, 1))             \
    X(update_null_graph, USUAL, update_with(NULL))                                                 \
    X(update_other_shape, USUAL, update_with(f.chain))                                             \
    X(update_empty, USUAL, update_with(f.graph))                                                   \
    X(update_same, USUAL, update_with(f.kernel_graph))

MISUSE_TABLE(misuse_of_graphs, GRAPH_TABLE);

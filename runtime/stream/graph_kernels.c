#include "stream/graph_kernels.h"

#include <stdbool.h>
#include <stdlib.h>

#include "driver/driver.h"
#include "driver/result.h"

static bool has_unloaded(CUgraph graph);

/* For the kernel of an unloaded library a GPU's driver says "not found", the CPU driver "invalid
 * handle". */
static bool is_unloaded(CUgraphNode node)
{
    custubi_kernel_node_params params;
    CUgraph child = NULL;
    int type = -1;
    int result;

    if (custubi_cu.graph_node_type(node, &type))
        return false;
    if (type == CUSTUBI_GRAPH_NODE_CHILD)
        return !custubi_cu.graph_child(node, &child) && has_unloaded(child);
    if (type != CUSTUBI_GRAPH_NODE_KERNEL)
        return false;
    result = custubi_cu.graph_get_kernel_2(node, &params);
    return result == CUSTUBI_NOT_FOUND || result == CUSTUBI_INVALID_HANDLE;
}

static bool has_unloaded(CUgraph graph)
{
    CUgraphNode *nodes;
    size_t count = 0;
    bool found = false;

    if (custubi_cu.graph_nodes(graph, NULL, &count) || !count)
        return false;
    nodes = calloc(count, sizeof(CUgraphNode));
    if (nodes && !custubi_cu.graph_nodes(graph, nodes, &count))
        for (size_t i = 0; i < count && !found; i++)
            found = is_unloaded(nodes[i]);
    free(nodes);
    return found;
}

custub_status custubi_graph_check_kernels(CUgraph graph, const char *doing, custub_error *error)
{
    if (!custubi_cu.graph_nodes || !custubi_cu.graph_node_type || !custubi_cu.graph_child ||
        !custubi_cu.graph_get_kernel_2 || !has_unloaded(graph))
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_KERNEL_ABSENT,
                             "%s: a kernel of the graph was unloaded after its launch was added",
                             doing);
}

/* graph_node.h: makes graph nodes from the arguments of a dynamic launch, which is prepared for the
 * node and then destroyed. */
#ifndef GRAPH_NODE_H
#define GRAPH_NODE_H

#include <custub/custub.h>

static inline CUgraphNode add_node(CUgraph graph, const CUgraphNode *dependencies,
                                   size_t dependency_count, const custub_kernel *kernel,
                                   const custub_launch *launch, uint32_t count,
                                   const custub_argument *arguments, custub_error *error)
{
    custub_prepared *prepared = custub_kernel_prepare(kernel, launch, count, arguments, error);
    CUgraphNode node =
        custub_graph_node_add(graph, dependencies, dependency_count, prepared, error);

    custub_prepared_destroy(prepared);
    return node;
}

static inline custub_status set_node(CUgraphExec exec, CUgraphNode node,
                                     const custub_kernel *kernel, const custub_launch *launch,
                                     uint32_t count, const custub_argument *arguments,
                                     custub_error *error)
{
    custub_prepared *prepared = custub_kernel_prepare(kernel, launch, count, arguments, error);
    custub_status status = custub_graph_node_set(exec, node, prepared, error);

    custub_prepared_destroy(prepared);
    return status;
}

#endif

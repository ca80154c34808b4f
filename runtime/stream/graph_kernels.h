/* graph_kernels.h: finds unloaded kernels in a graph. */
#ifndef CUSTUBI_GRAPH_KERNELS_H
#define CUSTUBI_GRAPH_KERNELS_H

#include <custub/graph.h>

/* CUSTUB_ERROR_KERNEL_ABSENT if a kernel of the graph, or of a child graph, was unloaded: making
 * such a graph executable ends the process (H200, driver 580). Nothing is refused where the driver
 * does not tell. */
custub_status custubi_graph_check_kernels(CUgraph graph, const char *doing, custub_error *error);

#endif

/* References of graphs to user objects. */
#include "api/fail.h"
#include "graph/graph.h"

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                 unsigned int flags)
{
    CPU_ENTRY(cuGraphRetainUserObject);
    CUresult result = cpu_user_object_check(object, count);

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(graph) || (flags & ~(unsigned int)CU_GRAPH_USER_OBJECT_MOVE))
        return CUDA_ERROR_INVALID_VALUE;
    return cpu_kept_objects_add(&graph->kept, object, count, flags != 0) ? CUDA_SUCCESS
                                                                         : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
    CPU_ENTRY(cuGraphReleaseUserObject);
    CUresult result = cpu_user_object_check(object, count);

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_graph_is(graph) && cpu_kept_objects_remove(&graph->kept, object, count)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

/* Graphs, their edges and executables. */
#include "contexts.h"

#define NODES ((CUgraphNode *)s.bytes)

#define GRAPH_TABLE(X)                                                                             \
    X(cuGraphCreate, cu.cuGraphCreate((CUgraph *)&s.pointer, 0))                                   \
    X(cuGraphDestroy, cu.cuGraphDestroy(f.bare))                                                   \
    X(cuGraphClone, cu.cuGraphClone((CUgraph *)&s.pointer, f.graph))                               \
    X(cuGraphNodeFindInClone, find_in_clone())                                                     \
    X(cuGraphAddDependencies, cu.cuGraphAddDependencies(f.graph, &f.empty, &f.copying, 1))         \
    X(cuGraphAddDependencies_v2,                                                                   \
      cu.cuGraphAddDependencies_v2(f.graph, &f.empty, &f.copying, NULL, 1))                        \
    X(cuGraphRemoveDependencies, cu.cuGraphRemoveDependencies(f.graph, &f.empty, &f.launching, 1)) \
    X(cuGraphRemoveDependencies_v2,                                                                \
      cu.cuGraphRemoveDependencies_v2(f.graph, &f.empty, &f.launching, NULL, 1))                   \
    X(cuGraphGetNodes, cu.cuGraphGetNodes(f.graph, NULL, &s.size))                                 \
    X(cuGraphGetRootNodes, cu.cuGraphGetRootNodes(f.graph, NULL, &s.size))                         \
    X(cuGraphGetEdges, cu.cuGraphGetEdges(f.graph, NULL, NULL, &s.size))                           \
    X(cuGraphGetEdges_v2, cu.cuGraphGetEdges_v2(f.graph, NULL, NULL, NULL, &s.size))               \
    X(cuGraphNodeGetType, cu.cuGraphNodeGetType(f.empty, &s.i))                                    \
    X(cuGraphNodeGetDependencies, cu.cuGraphNodeGetDependencies(f.launching, NULL, &s.size))       \
    X(cuGraphNodeGetDependencies_v2,                                                               \
      cu.cuGraphNodeGetDependencies_v2(f.launching, NULL, NULL, &s.size))                          \
    X(cuGraphNodeGetDependentNodes, cu.cuGraphNodeGetDependentNodes(f.empty, NULL, &s.size))       \
    X(cuGraphNodeGetDependentNodes_v2,                                                             \
      cu.cuGraphNodeGetDependentNodes_v2(f.empty, NULL, NULL, &s.size))                            \
    X(cuGraphDestroyNode, cu.cuGraphDestroyNode(f.hosting))                                        \
    X(cuGraphDebugDotPrint, cu.cuGraphDebugDotPrint(f.graph, "/dev/null", 0))

#define EXEC_TABLE(X)                                                                              \
    X(cuGraphInstantiate,                                                                          \
      cu.cuGraphInstantiate((CUgraphExec *)&s.pointer, f.graph, NULL, NULL, 0))                    \
    X(cuGraphInstantiate_v2,                                                                       \
      cu.cuGraphInstantiate_v2((CUgraphExec *)&s.pointer, f.graph, NULL, NULL, 0))                 \
    X(cuGraphInstantiateWithFlags,                                                                 \
      cu.cuGraphInstantiateWithFlags((CUgraphExec *)&s.pointer, f.graph, 0))                       \
    X(cuGraphInstantiateWithFlags__empty,                                                          \
      cu.cuGraphInstantiateWithFlags((CUgraphExec *)&s.pointer, f.bare, 0))                        \
    X(cuGraphInstantiateWithFlags__memory,                                                         \
      cu.cuGraphInstantiateWithFlags((CUgraphExec *)&s.pointer, f.with_memory, 0))                 \
    X(cuGraphInstantiateWithParams, instantiate_with_params())                                     \
    X(cuGraphLaunch, cu.cuGraphLaunch(f.exec, f.stream))                                           \
    X(cuGraphLaunch__null, cu.cuGraphLaunch(f.exec, NULL))                                         \
    X(cuGraphLaunch__per_thread, cu.cuGraphLaunch(f.exec, STREAM_PER_THREAD))                      \
    X(cuGraphUpload, cu.cuGraphUpload(f.exec, f.stream))                                           \
    X(cuGraphUpload__null, cu.cuGraphUpload(f.exec, NULL))                                         \
    X(cuGraphExecDestroy, cu.cuGraphExecDestroy(f.exec))                                           \
    X(cuGraphExecUpdate, cu.cuGraphExecUpdate(f.exec, f.graph, (CUgraphNode *)&s.pointer, &s.i))   \
    X(cuGraphExecUpdate_v2, cu.cuGraphExecUpdate_v2(f.exec, f.graph, (void *)s.bytes))             \
    X(cuGraphExecGetFlags, cu.cuGraphExecGetFlags(f.exec, &s.word))                                \
    X(cuGraphNodeSetEnabled, cu.cuGraphNodeSetEnabled(f.exec, f.launching, 0))                     \
    X(cuGraphNodeGetEnabled, cu.cuGraphNodeGetEnabled(f.exec, f.launching, &s.u))

static CUresult find_in_clone(void)
{
    CUgraph clone = NULL;
    CUresult result = cu.cuGraphClone(&clone, f.graph);

    return result == CUDA_SUCCESS
               ? cu.cuGraphNodeFindInClone((CUgraphNode *)&s.pointer, f.empty, clone)
               : result;
}

static CUresult instantiate_with_params(void)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS params = {.flags = 0};

    return cu.cuGraphInstantiateWithParams((CUgraphExec *)&s.pointer, f.graph, &params);
}

#define TABLE(X) GRAPH_TABLE(X) EXEC_TABLE(X)

CONTEXTS_TABLE(contexts_of_graphs, TABLE);

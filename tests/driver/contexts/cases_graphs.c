/* Graphs, their edges and executables. */
#include "contexts.h"

#define GRAPH_TABLE(X)                                                                             \
    X(cuGraphCreate, cu.cuGraphCreate((CUgraph *)&s.pointer, 0))                                   \
    X(cuGraphDestroy, cu.cuGraphDestroy(f.bare))                                                   \
    X(cuGraphGetNodes, cu.cuGraphGetNodes(f.graph, NULL, &s.size))                                 \
    X(cuGraphNodeGetType, cu.cuGraphNodeGetType(f.empty, &s.i))                                    \
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
    X(cuGraphLaunch, cu.cuGraphLaunch(f.exec, f.stream))                                           \
    X(cuGraphLaunch__null, cu.cuGraphLaunch(f.exec, NULL))                                         \
    X(cuGraphLaunch__per_thread, cu.cuGraphLaunch(f.exec, STREAM_PER_THREAD))                      \
    X(cuGraphExecDestroy, cu.cuGraphExecDestroy(f.exec))                                           \
    X(cuGraphExecUpdate, cu.cuGraphExecUpdate(f.exec, f.graph, (CUgraphNode *)&s.pointer, &s.i))   \
    X(cuGraphExecUpdate_v2, cu.cuGraphExecUpdate_v2(f.exec, f.graph, (void *)s.bytes))

#define OBJECT_TABLE(X)                                                                            \
    X(cuUserObjectCreate,                                                                          \
      cu.cuUserObjectCreate((CUuserObject *)&s.pointer, NULL, contexts_call().fn, 1,               \
                            CU_USER_OBJECT_NO_DESTRUCTOR_SYNC))                                    \
    X(cuUserObjectRetain, cu.cuUserObjectRetain(f.object, 1))                                      \
    X(cuUserObjectRelease, cu.cuUserObjectRelease(f.object, 1))                                    \
    X(cuGraphRetainUserObject, cu.cuGraphRetainUserObject(f.graph, f.object, 1, 0))                \
    X(cuGraphReleaseUserObject, cu.cuGraphReleaseUserObject(f.graph, f.object, 1))                 \
    X(cuThreadExchangeStreamCaptureMode, cu.cuThreadExchangeStreamCaptureMode(&s.i))

#define TABLE(X) GRAPH_TABLE(X) EXEC_TABLE(X) OBJECT_TABLE(X)

CONTEXTS_TABLE(contexts_of_graphs, TABLE);

/* graph_function_table.h: the functions of graphs and of stream capture, as in function_table.h. */
#ifndef CPU_GRAPH_FUNCTION_TABLE_H
#define CPU_GRAPH_FUNCTION_TABLE_H

#define CPU_GRAPH_TABLE(X)                                                                         \
    X(cuStreamBeginCapture, 10010, cuStreamBeginCapture_v2, (CUstream stream, int mode))           \
    X(cuStreamEndCapture, 10000, cuStreamEndCapture, (CUstream stream, CUgraph * graph))           \
    X(cuGraphCreate, 10000, cuGraphCreate, (CUgraph * graph, unsigned int flags))                  \
    X(cuGraphDestroy, 10000, cuGraphDestroy, (CUgraph graph))                                      \
    X(cuGraphAddKernelNode, 10000, cuGraphAddKernelNode,                                           \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       const CUDA_KERNEL_NODE_PARAMS_v1 *node_params))                                             \
    X(cuGraphAddKernelNode, 12000, cuGraphAddKernelNode_v2,                                        \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       const CUDA_KERNEL_NODE_PARAMS *node_params))                                                \
    X(cuGraphAddMemcpyNode, 10000, cuGraphAddMemcpyNode,                                           \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       const CUDA_MEMCPY3D *copy_params, CUcontext context))                                       \
    X(cuGraphAddMemsetNode, 10000, cuGraphAddMemsetNode,                                           \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       const CUDA_MEMSET_NODE_PARAMS *memset_params, CUcontext context))                           \
    X(cuGraphAddHostNode, 10000, cuGraphAddHostNode,                                               \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       const CUDA_HOST_NODE_PARAMS *node_params))                                                  \
    X(cuGraphAddEmptyNode, 10000, cuGraphAddEmptyNode,                                             \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count))    \
    X(cuGraphGetNodes, 10000, cuGraphGetNodes,                                                     \
      (CUgraph graph, CUgraphNode * nodes, size_t * nodes_count))                                  \
    X(cuGraphNodeGetType, 10000, cuGraphNodeGetType, (CUgraphNode node, int *type))                \
    X(cuGraphDestroyNode, 10000, cuGraphDestroyNode, (CUgraphNode node))                           \
    X(cuGraphInstantiateWithFlags, 11040, cuGraphInstantiateWithFlags,                             \
      (CUgraphExec * graph_exec, CUgraph graph, uint64_t flags))                                   \
    X(cuGraphLaunch, 10000, cuGraphLaunch, (CUgraphExec graph, CUstream stream))                   \
    X(cuGraphExecDestroy, 10000, cuGraphExecDestroy, (CUgraphExec graph_exec))                     \
    X(cuGraphExecUpdate, 10020, cuGraphExecUpdate,                                                 \
      (CUgraphExec graph_exec, CUgraph graph, CUgraphNode * error_node_out,                        \
       int *update_result_out))                                                                    \
    X(cuGraphExecUpdate, 12000, cuGraphExecUpdate_v2,                                              \
      (CUgraphExec graph_exec, CUgraph graph, CUgraphExecUpdateResultInfo * result_info))          \
    X(cuGraphKernelNodeGetParams, 10000, cuGraphKernelNodeGetParams,                               \
      (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 * node_params))                                \
    X(cuGraphKernelNodeGetParams, 12000, cuGraphKernelNodeGetParams_v2,                            \
      (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS * node_params))                                   \
    X(cuGraphKernelNodeSetParams, 10000, cuGraphKernelNodeSetParams,                               \
      (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *node_params))                           \
    X(cuGraphKernelNodeSetParams, 12000, cuGraphKernelNodeSetParams_v2,                            \
      (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *node_params))                              \
    X(cuGraphExecKernelNodeSetParams, 10010, cuGraphExecKernelNodeSetParams,                       \
      (CUgraphExec graph_exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *node_params))   \
    X(cuGraphExecKernelNodeSetParams, 12000, cuGraphExecKernelNodeSetParams_v2,                    \
      (CUgraphExec graph_exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *node_params))      \
    X(cuGraphAddChildGraphNode, 10000, cuGraphAddChildGraphNode,                                   \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       CUgraph child_graph))                                                                       \
    X(cuGraphChildGraphNodeGetGraph, 10000, cuGraphChildGraphNodeGetGraph,                         \
      (CUgraphNode node, CUgraph * graph))                                                         \
    X(cuGraphInstantiate, 10000, cuGraphInstantiate,                                               \
      (CUgraphExec * graph_exec, CUgraph graph, CUgraphNode * error_node, char *log_buffer,        \
       size_t buffer_size))                                                                        \
    X(cuGraphInstantiate, 11000, cuGraphInstantiate_v2,                                            \
      (CUgraphExec * graph_exec, CUgraph graph, CUgraphNode * error_node, char *log_buffer,        \
       size_t buffer_size))                                                                        \
    X(cuGraphKernelNodeSetAttribute, 11000, cuGraphKernelNodeSetAttribute,                         \
      (CUgraphNode node, int attr, const CUlaunchAttributeValue *value))                           \
    X(cuGraphDebugDotPrint, 11030, cuGraphDebugDotPrint,                                           \
      (CUgraph graph, const char *path, unsigned int flags))                                       \
    X(cuThreadExchangeStreamCaptureMode, 10010, cuThreadExchangeStreamCaptureMode, (int *mode))    \
    X(cuUserObjectCreate, 11030, cuUserObjectCreate,                                               \
      (CUuserObject * object_out, void *ptr, CUhostFn *destroy, unsigned int initial_refcount,     \
       unsigned int flags))                                                                        \
    X(cuUserObjectRetain, 11030, cuUserObjectRetain, (CUuserObject object, unsigned int count))    \
    X(cuUserObjectRelease, 11030, cuUserObjectRelease, (CUuserObject object, unsigned int count))  \
    X(cuGraphRetainUserObject, 11030, cuGraphRetainUserObject,                                     \
      (CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags))                \
    X(cuGraphReleaseUserObject, 11030, cuGraphReleaseUserObject,                                   \
      (CUgraph graph, CUuserObject object, unsigned int count))

/* Names that mean a function with another exported name: X(name, first CUDA version, exported). */
#define CPU_RENAMED_TABLE(X) X(cuGraphInstantiate, 12000, cuGraphInstantiateWithFlags)

#endif

/* graph_function_table.h: the functions of graphs and of stream capture, as in function_table.h. */
#ifndef CPU_GRAPH_FUNCTION_TABLE_H
#define CPU_GRAPH_FUNCTION_TABLE_H

#define CPU_GRAPH_TABLE(X)                                                                         \
    X(cuStreamBeginCapture, 10010, cuStreamBeginCapture_v2, (CUstream stream, int mode))           \
    X(cuStreamBeginCaptureToGraph, 12030, cuStreamBeginCaptureToGraph,                             \
      (CUstream stream, CUgraph graph, const CUgraphNode *dependencies,                            \
       const CUgraphEdgeData *dependency_data, size_t count, int mode))                            \
    X(cuStreamEndCapture, 10000, cuStreamEndCapture, (CUstream stream, CUgraph * graph))           \
    X(cuStreamGetCaptureInfo, 11030, cuStreamGetCaptureInfo_v2,                                    \
      (CUstream stream, int *capture_status_out, uint64_t *id_out, CUgraph *graph_out,             \
       const CUgraphNode **dependencies_out, size_t *count_out))                                   \
    X(cuStreamGetCaptureInfo, 12030, cuStreamGetCaptureInfo_v3,                                    \
      (CUstream stream, int *capture_status_out, uint64_t *id_out, CUgraph *graph_out,             \
       const CUgraphNode **dependencies_out, const CUgraphEdgeData **edge_data_out,                \
       size_t *count_out))                                                                         \
    X(cuStreamUpdateCaptureDependencies, 11030, cuStreamUpdateCaptureDependencies,                 \
      (CUstream stream, CUgraphNode * dependencies, size_t count, unsigned int flags))             \
    X(cuStreamUpdateCaptureDependencies, 12030, cuStreamUpdateCaptureDependencies_v2,              \
      (CUstream stream, CUgraphNode * dependencies, const CUgraphEdgeData *dependency_data,        \
       size_t count, unsigned int flags))                                                          \
    X(cuThreadExchangeStreamCaptureMode, 10010, cuThreadExchangeStreamCaptureMode, (int *mode))    \
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
    X(cuGraphAddEventRecordNode, 11010, cuGraphAddEventRecordNode,                                 \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       CUevent event))                                                                             \
    X(cuGraphAddEventWaitNode, 11010, cuGraphAddEventWaitNode,                                     \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       CUevent event))                                                                             \
    X(cuGraphAddDependencies, 10000, cuGraphAddDependencies,                                       \
      (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count))               \
    X(cuGraphAddDependencies, 12030, cuGraphAddDependencies_v2,                                    \
      (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,                              \
       const CUgraphEdgeData *edge_data, size_t count))                                            \
    X(cuGraphGetNodes, 10000, cuGraphGetNodes,                                                     \
      (CUgraph graph, CUgraphNode * nodes, size_t * nodes_count))                                  \
    X(cuGraphGetRootNodes, 10000, cuGraphGetRootNodes,                                             \
      (CUgraph graph, CUgraphNode * root_nodes, size_t * root_nodes_count))                        \
    X(cuGraphGetEdges, 10000, cuGraphGetEdges,                                                     \
      (CUgraph graph, CUgraphNode * from, CUgraphNode * to, size_t * edges_count))                 \
    X(cuGraphGetEdges, 12030, cuGraphGetEdges_v2,                                                  \
      (CUgraph graph, CUgraphNode * from, CUgraphNode * to, CUgraphEdgeData * edge_data,           \
       size_t * edges_count))                                                                      \
    X(cuGraphNodeGetType, 10000, cuGraphNodeGetType, (CUgraphNode node, int *type))                \
    X(cuGraphNodeGetDependencies, 10000, cuGraphNodeGetDependencies,                               \
      (CUgraphNode node, CUgraphNode * dependencies, size_t * count))                              \
    X(cuGraphNodeGetDependencies, 12030, cuGraphNodeGetDependencies_v2,                            \
      (CUgraphNode node, CUgraphNode * dependencies, CUgraphEdgeData * edge_data, size_t * count)) \
    X(cuGraphNodeGetDependentNodes, 10000, cuGraphNodeGetDependentNodes,                           \
      (CUgraphNode node, CUgraphNode * dependent_nodes, size_t * dependent_nodes_count))           \
    X(cuGraphNodeGetDependentNodes, 12030, cuGraphNodeGetDependentNodes_v2,                        \
      (CUgraphNode node, CUgraphNode * dependent_nodes, CUgraphEdgeData * edge_data,               \
       size_t * dependent_nodes_count))                                                            \
    X(cuGraphDestroyNode, 10000, cuGraphDestroyNode, (CUgraphNode node))                           \
    X(cuGraphClone, 10000, cuGraphClone, (CUgraph * graph_clone, CUgraph original_graph))          \
    X(cuGraphNodeFindInClone, 10000, cuGraphNodeFindInClone,                                       \
      (CUgraphNode * node, CUgraphNode original_node, CUgraph cloned_graph))                       \
    X(cuGraphInstantiateWithFlags, 11040, cuGraphInstantiateWithFlags,                             \
      (CUgraphExec * graph_exec, CUgraph graph, uint64_t flags))                                   \
    X(cuGraphInstantiateWithParams, 12000, cuGraphInstantiateWithParams,                           \
      (CUgraphExec * graph_exec, CUgraph graph,                                                    \
       CUDA_GRAPH_INSTANTIATE_PARAMS * instantiate_params))                                        \
    X(cuGraphLaunch, 10000, cuGraphLaunch, (CUgraphExec graph, CUstream stream))                   \
    X(cuGraphUpload, 11010, cuGraphUpload, (CUgraphExec graph, CUstream stream))                   \
    X(cuGraphExecDestroy, 10000, cuGraphExecDestroy, (CUgraphExec graph_exec))                     \
    X(cuGraphExecUpdate, 10020, cuGraphExecUpdate,                                                 \
      (CUgraphExec graph_exec, CUgraph graph, CUgraphNode * error_node_out,                        \
       int *update_result_out))                                                                    \
    X(cuGraphExecUpdate, 12000, cuGraphExecUpdate_v2,                                              \
      (CUgraphExec graph_exec, CUgraph graph, CUgraphExecUpdateResultInfo * result_info))          \
    X(cuGraphExecGetFlags, 12000, cuGraphExecGetFlags, (CUgraphExec graph_exec, uint64_t * flags)) \
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
    X(cuGraphMemcpyNodeGetParams, 10000, cuGraphMemcpyNodeGetParams,                               \
      (CUgraphNode node, CUDA_MEMCPY3D * node_params))                                             \
    X(cuGraphMemcpyNodeSetParams, 10000, cuGraphMemcpyNodeSetParams,                               \
      (CUgraphNode node, const CUDA_MEMCPY3D *node_params))                                        \
    X(cuGraphExecMemcpyNodeSetParams, 10020, cuGraphExecMemcpyNodeSetParams,                       \
      (CUgraphExec graph_exec, CUgraphNode node, const CUDA_MEMCPY3D *copy_params,                 \
       CUcontext context))                                                                         \
    X(cuGraphMemsetNodeGetParams, 10000, cuGraphMemsetNodeGetParams,                               \
      (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS * node_params))                                   \
    X(cuGraphMemsetNodeSetParams, 10000, cuGraphMemsetNodeSetParams,                               \
      (CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *node_params))                              \
    X(cuGraphExecMemsetNodeSetParams, 10020, cuGraphExecMemsetNodeSetParams,                       \
      (CUgraphExec graph_exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *memset_params,     \
       CUcontext context))                                                                         \
    X(cuGraphHostNodeGetParams, 10000, cuGraphHostNodeGetParams,                                   \
      (CUgraphNode node, CUDA_HOST_NODE_PARAMS * node_params))                                     \
    X(cuGraphHostNodeSetParams, 10000, cuGraphHostNodeSetParams,                                   \
      (CUgraphNode node, const CUDA_HOST_NODE_PARAMS *node_params))                                \
    X(cuGraphExecHostNodeSetParams, 10020, cuGraphExecHostNodeSetParams,                           \
      (CUgraphExec graph_exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *node_params))        \
    X(cuGraphNodeSetEnabled, 11060, cuGraphNodeSetEnabled,                                         \
      (CUgraphExec graph_exec, CUgraphNode node, unsigned int is_enabled))                         \
    X(cuGraphNodeGetEnabled, 11060, cuGraphNodeGetEnabled,                                         \
      (CUgraphExec graph_exec, CUgraphNode node, unsigned int *is_enabled))                        \
    X(cuGraphAddChildGraphNode, 10000, cuGraphAddChildGraphNode,                                   \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       CUgraph child_graph))                                                                       \
    X(cuGraphChildGraphNodeGetGraph, 10000, cuGraphChildGraphNodeGetGraph,                         \
      (CUgraphNode node, CUgraph * graph))                                                         \
    X(cuGraphExecChildGraphNodeSetParams, 11010, cuGraphExecChildGraphNodeSetParams,               \
      (CUgraphExec graph_exec, CUgraphNode node, CUgraph child_graph))                             \
    X(cuGraphAddMemAllocNode, 11040, cuGraphAddMemAllocNode,                                       \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       CUDA_MEM_ALLOC_NODE_PARAMS *node_params))                                                   \
    X(cuGraphMemAllocNodeGetParams, 11040, cuGraphMemAllocNodeGetParams,                           \
      (CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS * params_out))                                 \
    X(cuGraphAddMemFreeNode, 11040, cuGraphAddMemFreeNode,                                         \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       CUdeviceptr dptr))                                                                          \
    X(cuGraphMemFreeNodeGetParams, 11040, cuGraphMemFreeNodeGetParams,                             \
      (CUgraphNode node, CUdeviceptr * dptr_out))                                                  \
    X(cuDeviceGetGraphMemAttribute, 11040, cuDeviceGetGraphMemAttribute,                           \
      (CUdevice device, int attr, void *value))                                                    \
    X(cuDeviceSetGraphMemAttribute, 11040, cuDeviceSetGraphMemAttribute,                           \
      (CUdevice device, int attr, void *value))                                                    \
    X(cuDeviceGraphMemTrim, 11040, cuDeviceGraphMemTrim, (CUdevice device))                        \
    X(cuGraphAddNode, 12020, cuGraphAddNode,                                                       \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
       CUgraphNodeParams *node_params))                                                            \
    X(cuGraphAddNode, 12030, cuGraphAddNode_v2,                                                    \
      (CUgraphNode * graph_node, CUgraph graph, const CUgraphNode *dependencies,                   \
       const CUgraphEdgeData *dependency_data, size_t count, CUgraphNodeParams *node_params))      \
    X(cuGraphNodeSetParams, 12020, cuGraphNodeSetParams,                                           \
      (CUgraphNode node, CUgraphNodeParams * node_params))                                         \
    X(cuGraphExecNodeSetParams, 12020, cuGraphExecNodeSetParams,                                   \
      (CUgraphExec graph_exec, CUgraphNode node, CUgraphNodeParams * node_params))                 \
    X(cuGraphEventRecordNodeGetEvent, 11010, cuGraphEventRecordNodeGetEvent,                       \
      (CUgraphNode node, CUevent * event_out))                                                     \
    X(cuGraphEventRecordNodeSetEvent, 11010, cuGraphEventRecordNodeSetEvent,                       \
      (CUgraphNode node, CUevent event))                                                           \
    X(cuGraphEventWaitNodeGetEvent, 11010, cuGraphEventWaitNodeGetEvent,                           \
      (CUgraphNode node, CUevent * event_out))                                                     \
    X(cuGraphEventWaitNodeSetEvent, 11010, cuGraphEventWaitNodeSetEvent,                           \
      (CUgraphNode node, CUevent event))                                                           \
    X(cuGraphExecEventRecordNodeSetEvent, 11010, cuGraphExecEventRecordNodeSetEvent,               \
      (CUgraphExec graph_exec, CUgraphNode node, CUevent event))                                   \
    X(cuGraphExecEventWaitNodeSetEvent, 11010, cuGraphExecEventWaitNodeSetEvent,                   \
      (CUgraphExec graph_exec, CUgraphNode node, CUevent event))                                   \
    X(cuGraphRemoveDependencies, 10000, cuGraphRemoveDependencies,                                 \
      (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count))               \
    X(cuGraphRemoveDependencies, 12030, cuGraphRemoveDependencies_v2,                              \
      (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,                              \
       const CUgraphEdgeData *edge_data, size_t count))                                            \
    X(cuGraphInstantiate, 10000, cuGraphInstantiate,                                               \
      (CUgraphExec * graph_exec, CUgraph graph, CUgraphNode * error_node, char *log_buffer,        \
       size_t buffer_size))                                                                        \
    X(cuGraphInstantiate, 11000, cuGraphInstantiate_v2,                                            \
      (CUgraphExec * graph_exec, CUgraph graph, CUgraphNode * error_node, char *log_buffer,        \
       size_t buffer_size))                                                                        \
    X(cuGraphKernelNodeSetAttribute, 11000, cuGraphKernelNodeSetAttribute,                         \
      (CUgraphNode node, int attr, const CUlaunchAttributeValue *value))                           \
    X(cuGraphDebugDotPrint, 11030, cuGraphDebugDotPrint,                                           \
      (CUgraph graph, const char *path, unsigned int flags))

/* Names that mean a function with another exported name: X(name, first CUDA version, exported). */
#define CPU_RENAMED_TABLE(X) X(cuGraphInstantiate, 12000, cuGraphInstantiateWithFlags)

#endif

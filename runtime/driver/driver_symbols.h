/* driver_symbols.h: the functions of the driver that the runtime calls, as a table.
 * REQUIRED(member, exported_name, parameters): every driver since 11.8 and the CPU driver have it.
 * OPTIONAL: null if the driver lacks it. OWN: the CPU driver's own; no libcuda has it, and an older
 * CPU driver may lack it. All return a CUresult. There is no include guard: define REQUIRED,
 * OPTIONAL and OWN before each include. */

REQUIRED(init, cuInit, (unsigned int flags))
REQUIRED(driver_get_version, cuDriverGetVersion, (int *version))
REQUIRED(get_error_name, cuGetErrorName, (int result, const char **name))
REQUIRED(get_error_string, cuGetErrorString, (int result, const char **text))
REQUIRED(device_get, cuDeviceGet, (int *device, int ordinal))
REQUIRED(device_get_count, cuDeviceGetCount, (int *count))
REQUIRED(device_get_name, cuDeviceGetName, (char *name, int size, int device))
REQUIRED(device_get_attribute, cuDeviceGetAttribute, (int *value, int attribute, int device))
REQUIRED(primary_retain, cuDevicePrimaryCtxRetain, (CUcontext * context, int device))
REQUIRED(device_can_access, cuDeviceCanAccessPeer, (int *can, int device, int peer))
REQUIRED(primary_release, cuDevicePrimaryCtxRelease_v2, (int device))
REQUIRED(primary_get_state, cuDevicePrimaryCtxGetState,
         (int device, unsigned int *flags, int *active))
REQUIRED(primary_set_flags, cuDevicePrimaryCtxSetFlags_v2, (int device, unsigned int flags))
REQUIRED(context_get, cuCtxGetCurrent, (CUcontext * context))
REQUIRED(context_set, cuCtxSetCurrent, (CUcontext context))
REQUIRED(context_get_device, cuCtxGetDevice, (int *device))
REQUIRED(context_synchronize, cuCtxSynchronize, (void))
REQUIRED(context_get_limit, cuCtxGetLimit, (size_t * value, int limit))
REQUIRED(context_set_limit, cuCtxSetLimit, (int limit, size_t value))
REQUIRED(context_get_priorities, cuCtxGetStreamPriorityRange, (int *lowest, int *highest))
REQUIRED(peer_enable, cuCtxEnablePeerAccess, (CUcontext peer, unsigned int flags))
REQUIRED(peer_disable, cuCtxDisablePeerAccess, (CUcontext peer))
REQUIRED(module_load, cuModuleLoadDataEx,
         (void **module, const void *image, unsigned int count, int *options, void **values))
REQUIRED(module_unload, cuModuleUnload, (void *module))
REQUIRED(module_get_function, cuModuleGetFunction,
         (void **function, void *module, const char *name))
REQUIRED(module_get_global, cuModuleGetGlobal_v2,
         (CUdeviceptr * address, size_t *bytes, void *module, const char *name))
REQUIRED(function_get_attribute, cuFuncGetAttribute, (int *value, int attribute, void *function))
REQUIRED(function_set_attribute, cuFuncSetAttribute, (void *function, int attribute, int value))
REQUIRED(occupancy, cuOccupancyMaxActiveBlocksPerMultiprocessor,
         (int *blocks, void *function, int threads, size_t shared))
REQUIRED(launch, cuLaunchKernel,
         (void *function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
          unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,
          CUstream stream, void **arguments, void **extra))
REQUIRED(launch_host, cuLaunchHostFunc,
         (CUstream stream, custub_stream_function *function, void *user))
REQUIRED(memory_get_info, cuMemGetInfo_v2, (size_t * available, size_t *total))
REQUIRED(memory_allocate, cuMemAlloc_v2, (CUdeviceptr * out, size_t bytes))
REQUIRED(memory_allocate_pitched, cuMemAllocPitch_v2,
         (CUdeviceptr * out, size_t *pitch, size_t row_bytes, size_t rows, unsigned int unit))
REQUIRED(memory_free, cuMemFree_v2, (CUdeviceptr address))
REQUIRED(memory_allocate_async, cuMemAllocAsync, (CUdeviceptr * out, size_t bytes, CUstream stream))
REQUIRED(memory_allocate_from_pool, cuMemAllocFromPoolAsync,
         (CUdeviceptr * out, size_t bytes, CUmemoryPool pool, CUstream stream))
REQUIRED(memory_free_async, cuMemFreeAsync, (CUdeviceptr address, CUstream stream))
REQUIRED(memory_allocate_managed, cuMemAllocManaged,
         (CUdeviceptr * out, size_t bytes, unsigned int flags))
REQUIRED(host_allocate, cuMemHostAlloc, (void **out, size_t bytes, unsigned int flags))
REQUIRED(host_free, cuMemFreeHost, (void *host))
REQUIRED(device_get_pool, cuDeviceGetMemPool, (CUmemoryPool * pool, int device))
REQUIRED(pool_create, cuMemPoolCreate,
         (CUmemoryPool * pool, const custubi_pool_properties *properties))
REQUIRED(pool_destroy, cuMemPoolDestroy, (CUmemoryPool pool))
REQUIRED(pool_set_attribute, cuMemPoolSetAttribute, (CUmemoryPool pool, int attribute, void *value))
REQUIRED(pool_get_attribute, cuMemPoolGetAttribute, (CUmemoryPool pool, int attribute, void *value))
REQUIRED(pool_trim, cuMemPoolTrimTo, (CUmemoryPool pool, size_t keep))
REQUIRED(pool_set_access, cuMemPoolSetAccess,
         (CUmemoryPool pool, const custubi_pool_access *access, size_t count))
REQUIRED(memory_range, cuMemGetAddressRange_v2,
         (CUdeviceptr * base, size_t *bytes, CUdeviceptr address))
REQUIRED(pointer_get_attribute, cuPointerGetAttribute,
         (void *value, int attribute, CUdeviceptr address))
REQUIRED(copy_to_device, cuMemcpyHtoDAsync_v2,
         (CUdeviceptr target, const void *source, size_t bytes, CUstream stream))
REQUIRED(copy_to_host, cuMemcpyDtoHAsync_v2,
         (void *target, CUdeviceptr source, size_t bytes, CUstream stream))
REQUIRED(copy_on_device, cuMemcpyDtoDAsync_v2,
         (CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream stream))
REQUIRED(copy_box, cuMemcpy3DAsync_v2, (const custubi_box_copy *copy, CUstream stream))
REQUIRED(fill_bytes, cuMemsetD8Async,
         (CUdeviceptr target, unsigned char value, size_t bytes, CUstream stream))
REQUIRED(fill_16_bits, cuMemsetD16Async,
         (CUdeviceptr target, unsigned short value, size_t count, CUstream stream))
REQUIRED(fill_32_bits, cuMemsetD32Async,
         (CUdeviceptr target, unsigned int value, size_t count, CUstream stream))
REQUIRED(array_create, cuArray3DCreate_v2,
         (void **array, const custubi_array_descriptor *descriptor))
REQUIRED(array_destroy, cuArrayDestroy, (void *array))
REQUIRED(texture_create, cuTexObjectCreate,
         (unsigned long long *texture, const custubi_resource *resource,
          const custubi_texture_descriptor *sampling, const void *view))
REQUIRED(texture_destroy, cuTexObjectDestroy, (unsigned long long texture))
REQUIRED(surface_create, cuSurfObjectCreate,
         (unsigned long long *surface, const custubi_resource *resource))
REQUIRED(surface_destroy, cuSurfObjectDestroy, (unsigned long long surface))
REQUIRED(stream_create, cuStreamCreate, (CUstream * out, unsigned int flags))
REQUIRED(stream_create_priority, cuStreamCreateWithPriority,
         (CUstream * out, unsigned int flags, int priority))
REQUIRED(stream_destroy, cuStreamDestroy_v2, (CUstream stream))
REQUIRED(stream_synchronize, cuStreamSynchronize, (CUstream stream))
REQUIRED(stream_query, cuStreamQuery, (CUstream stream))
REQUIRED(stream_wait, cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags))
REQUIRED(stream_is_capturing, cuStreamIsCapturing, (CUstream stream, int *status))
REQUIRED(capture_begin, cuStreamBeginCapture_v2, (CUstream stream, int mode))
REQUIRED(capture_end, cuStreamEndCapture, (CUstream stream, CUgraph *graph))
REQUIRED(graph_create, cuGraphCreate, (CUgraph * graph, unsigned int flags))
REQUIRED(graph_destroy, cuGraphDestroy, (CUgraph graph))
REQUIRED(graph_print, cuGraphDebugDotPrint, (CUgraph graph, const char *path, unsigned int flags))
REQUIRED(graph_instantiate, cuGraphInstantiateWithFlags,
         (CUgraphExec * exec, CUgraph graph, unsigned long long flags))
REQUIRED(graph_launch, cuGraphLaunch, (CUgraphExec exec, CUstream stream))
REQUIRED(graph_exec_destroy, cuGraphExecDestroy, (CUgraphExec exec))
REQUIRED(event_create, cuEventCreate, (CUevent * out, unsigned int flags))
REQUIRED(event_destroy, cuEventDestroy_v2, (CUevent event))
REQUIRED(event_record, cuEventRecord, (CUevent event, CUstream stream))
REQUIRED(event_synchronize, cuEventSynchronize, (CUevent event))
REQUIRED(event_query, cuEventQuery, (CUevent event))
REQUIRED(event_elapsed, cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))

/* 11.8 */
OPTIONAL(launch_ex, cuLaunchKernelEx,
         (const custubi_launch_config *config, void *function, void **arguments, void **extra))
OPTIONAL(occupancy_clusters, cuOccupancyMaxActiveClusters,
         (int *clusters, void *function, const custubi_launch_config *config))
OPTIONAL(occupancy_cluster_size, cuOccupancyMaxPotentialClusterSize,
         (int *blocks, void *function, const custubi_launch_config *config))
/* 11.0; they take virtual memory only */
OPTIONAL(memory_retain, cuMemRetainAllocationHandle, (unsigned long long *handle, void *address))
OPTIONAL(memory_release, cuMemRelease, (unsigned long long handle))
/* 6.5, 4.0 and 3.2; for kernels with bounds checks */
OPTIONAL(host_register, cuMemHostRegister_v2, (void *address, size_t bytes, unsigned int flags))
OPTIONAL(host_unregister, cuMemHostUnregister, (void *address))
OPTIONAL(host_get_device, cuMemHostGetDevicePointer_v2,
         (CUdeviceptr * out, void *host, unsigned int flags))
/* 9.2, 12.5 and 12.4; the last two serve streams of green contexts */
OPTIONAL(stream_get_context, cuStreamGetCtx, (CUstream stream, CUcontext *context))
OPTIONAL(stream_get_context_2, cuStreamGetCtx_v2,
         (CUstream stream, CUcontext *context, void **green))
OPTIONAL(context_from_green, cuCtxFromGreenCtx, (CUcontext * context, void *green))
/* 10.0 and later; the _v2 functions, which take CUkernels, 12.0 */
OPTIONAL(graph_add_kernel, cuGraphAddKernelNode,
         (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
          const custubi_kernel_node_params *params))
OPTIONAL(graph_add_kernel_2, cuGraphAddKernelNode_v2,
         (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
          const custubi_kernel_node_params *params))
OPTIONAL(graph_set_kernel, cuGraphKernelNodeSetParams,
         (CUgraphNode node, const custubi_kernel_node_params *params))
OPTIONAL(graph_set_kernel_2, cuGraphKernelNodeSetParams_v2,
         (CUgraphNode node, const custubi_kernel_node_params *params))
OPTIONAL(graph_exec_set_kernel, cuGraphExecKernelNodeSetParams,
         (CUgraphExec exec, CUgraphNode node, const custubi_kernel_node_params *params))
OPTIONAL(graph_exec_set_kernel_2, cuGraphExecKernelNodeSetParams_v2,
         (CUgraphExec exec, CUgraphNode node, const custubi_kernel_node_params *params))
OPTIONAL(graph_set_attribute, cuGraphKernelNodeSetAttribute,
         (CUgraphNode node, int id, const void *value))
OPTIONAL(graph_destroy_node, cuGraphDestroyNode, (CUgraphNode node))
OPTIONAL(graph_nodes, cuGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *count))
OPTIONAL(graph_node_type, cuGraphNodeGetType, (CUgraphNode node, int *type))
OPTIONAL(graph_child, cuGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph *graph))
OPTIONAL(graph_get_kernel_2, cuGraphKernelNodeGetParams_v2,
         (CUgraphNode node, custubi_kernel_node_params *params))
/* 10.1; the others 11.3 */
OPTIONAL(capture_exchange_mode, cuThreadExchangeStreamCaptureMode, (int *mode))
OPTIONAL(user_object_create, cuUserObjectCreate,
         (void **object, void *user, custub_stream_function *destroy, unsigned int references,
          unsigned int flags))
OPTIONAL(user_object_release, cuUserObjectRelease, (void *object, unsigned int references))
OPTIONAL(graph_retain_object, cuGraphRetainUserObject,
         (CUgraph graph, void *object, unsigned int references, unsigned int flags))
/* 6.5 */
OPTIONAL(link_create, cuLinkCreate_v2,
         (unsigned int count, int *options, void **values, void **state))
OPTIONAL(link_add, cuLinkAddData_v2,
         (void *state, int type, void *data, size_t size, const char *name, unsigned int count,
          int *options, void **values))
OPTIONAL(link_complete, cuLinkComplete, (void *state, void **cubin, size_t *size))
OPTIONAL(link_destroy, cuLinkDestroy, (void *state))
/* 12.0 */
OPTIONAL(graph_update, cuGraphExecUpdate_v2,
         (CUgraphExec exec, CUgraph graph, custubi_update_result *out))
OPTIONAL(library_load, cuLibraryLoadData,
         (void **library, const void *image, int *jit_options, void **jit_values,
          unsigned int jit_count, int *options, void **values, unsigned int count))
OPTIONAL(library_unload, cuLibraryUnload, (void *library))
OPTIONAL(library_get_kernel, cuLibraryGetKernel, (void **kernel, void *library, const char *name))
OPTIONAL(library_get_global, cuLibraryGetGlobal,
         (CUdeviceptr * address, size_t *bytes, void *library, const char *name))
OPTIONAL(tensor_map_encode, cuTensorMapEncodeTiled,
         (void *map, int type, unsigned int rank, void *address, const uint64_t *sizes,
          const uint64_t *strides, const unsigned int *box, const unsigned int *steps,
          int interleave, int swizzle, int promotion, int fill))
OPTIONAL(kernel_get_function, cuKernelGetFunction, (void **function, void *kernel))
OPTIONAL(kernel_get_attribute, cuKernelGetAttribute,
         (int *value, int attribute, void *kernel, int device))
OPTIONAL(kernel_set_attribute, cuKernelSetAttribute,
         (int attribute, int value, void *kernel, int device))
/* 11.0 and 12.5 */
OPTIONAL(function_get_module, cuFuncGetModule, (void **module, void *function))
OPTIONAL(kernel_get_library, cuKernelGetLibrary, (void **library, void *kernel))
/* 12.0 */
OPTIONAL(context_get_id, cuCtxGetId, (CUcontext context, unsigned long long *id))
/* 12.4 */
OPTIONAL(kernel_get_param, cuKernelGetParamInfo,
         (void *kernel, size_t index, size_t *offset, size_t *size))
OPTIONAL(function_get_param, cuFuncGetParamInfo,
         (void *function, size_t index, size_t *offset, size_t *size))
OPTIONAL(function_load, cuFuncLoad, (void *function))
/* Why a kernel of a library or module cannot run on the CPU; null if it can. Borrowed until the
 * unload. */
OWN(kernel_unfit, custub_cpu_kernel_unfit, (void *image, const char *name, const char **reason))
/* From now on a kernel of a library or module has one more parameter, with the extents of its
 * pointers; their names are copied. */
OWN(kernel_hold, custub_cpu_kernel_hold,
    (void *image, const char *name, uint32_t pointer_count, const char *const *pointers))
/* The further parameter also has the ranges of these pointers' values, which are copied. */
OWN(kernel_hold_values, custub_cpu_kernel_hold_values,
    (void *image, const char *name, uint32_t count, const custub_held_values *values))
/* May be called before cuInit. `checks`: CUSTUB_CPU_CHECKS_…, or 0. `fault`: what is wrong with a
 * setting, or null. */
OWN(cpu_settings, custub_cpu_settings, (int *checks, const char **fault))

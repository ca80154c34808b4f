/* per_thread_table.h: the functions with a second form, where the null stream is the calling
 * thread's own stream. cuda.h uses these forms if CUDA_API_PER_THREAD_DEFAULT_STREAM is defined.
 * X(exported name of the plain form, suffix, parameters, arguments) */
#ifndef CPU_PER_THREAD_TABLE_H
#define CPU_PER_THREAD_TABLE_H

#define CPU_PER_THREAD_TABLE(X)                                                                    \
    X(cuEventRecord, _ptsz, (CUevent event, CUstream stream), (event, stream))                     \
    X(cuGraphLaunch, _ptsz, (CUgraphExec graph, CUstream stream), (graph, stream))                 \
    X(cuLaunchCooperativeKernel, _ptsz,                                                            \
      (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,         \
       unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,      \
       CUstream stream, void **params),                                                            \
      (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, params))       \
    X(cuLaunchHostFunc, _ptsz, (CUstream stream, CUhostFn * function, void *user_data),            \
      (stream, function, user_data))                                                               \
    X(cuLaunchKernelEx, _ptsz,                                                                     \
      (const CUlaunchConfig *config, CUfunction function, void **params, void **extra),            \
      (config, function, params, extra))                                                           \
    X(cuLaunchKernel, _ptsz,                                                                       \
      (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,         \
       unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,      \
       CUstream stream, void **params, void **extra),                                              \
      (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, params,        \
       extra))                                                                                     \
    X(cuMemAllocAsync, _ptsz, (CUdeviceptr * address, size_t size, CUstream stream),               \
      (address, size, stream))                                                                     \
    X(cuMemAllocFromPoolAsync, _ptsz,                                                              \
      (CUdeviceptr * address, size_t size, CUmemoryPool pool, CUstream stream),                    \
      (address, size, pool, stream))                                                               \
    X(cuMemFreeAsync, _ptsz, (CUdeviceptr address, CUstream stream), (address, stream))            \
    X(cuMemcpy2DAsync_v2, _ptsz, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, stream))     \
    X(cuMemcpy2DUnaligned_v2, _ptds, (const CUDA_MEMCPY2D *copy), (copy))                          \
    X(cuMemcpy2D_v2, _ptds, (const CUDA_MEMCPY2D *copy), (copy))                                   \
    X(cuMemcpy3DAsync_v2, _ptsz, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, stream))     \
    X(cuMemcpy3D_v2, _ptds, (const CUDA_MEMCPY3D *copy), (copy))                                   \
    X(cuMemcpyAsync, _ptsz,                                                                        \
      (CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream),                      \
      (target, source, size, stream))                                                              \
    X(cuMemcpyDtoDAsync_v2, _ptsz,                                                                 \
      (CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream),                      \
      (target, source, size, stream))                                                              \
    X(cuMemcpyDtoD_v2, _ptds, (CUdeviceptr target, CUdeviceptr source, size_t size),               \
      (target, source, size))                                                                      \
    X(cuMemcpyDtoHAsync_v2, _ptsz,                                                                 \
      (void *target, CUdeviceptr source, size_t size, CUstream stream),                            \
      (target, source, size, stream))                                                              \
    X(cuMemcpyDtoH_v2, _ptds, (void *target, CUdeviceptr source, size_t size),                     \
      (target, source, size))                                                                      \
    X(cuMemcpyHtoDAsync_v2, _ptsz,                                                                 \
      (CUdeviceptr target, const void *source, size_t size, CUstream stream),                      \
      (target, source, size, stream))                                                              \
    X(cuMemcpyHtoD_v2, _ptds, (CUdeviceptr target, const void *source, size_t size),               \
      (target, source, size))                                                                      \
    X(cuMemcpyPeer, _ptds,                                                                         \
      (CUdeviceptr target, CUcontext dst_context, CUdeviceptr source, CUcontext src_context,       \
       size_t size),                                                                               \
      (target, dst_context, source, src_context, size))                                            \
    X(cuMemcpy, _ptds, (CUdeviceptr target, CUdeviceptr source, size_t size),                      \
      (target, source, size))                                                                      \
    X(cuMemsetD16Async, _ptsz,                                                                     \
      (CUdeviceptr target, unsigned short value, size_t count, CUstream stream),                   \
      (target, value, count, stream))                                                              \
    X(cuMemsetD2D16Async, _ptsz,                                                                   \
      (CUdeviceptr target, size_t pitch, unsigned short value, size_t width, size_t height,        \
       CUstream stream),                                                                           \
      (target, pitch, value, width, height, stream))                                               \
    X(cuMemsetD2D32Async, _ptsz,                                                                   \
      (CUdeviceptr target, size_t pitch, unsigned int value, size_t width, size_t height,          \
       CUstream stream),                                                                           \
      (target, pitch, value, width, height, stream))                                               \
    X(cuMemsetD2D8Async, _ptsz,                                                                    \
      (CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height,         \
       CUstream stream),                                                                           \
      (target, pitch, value, width, height, stream))                                               \
    X(cuMemsetD2D8_v2, _ptds,                                                                      \
      (CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height),        \
      (target, pitch, value, width, height))                                                       \
    X(cuMemsetD32Async, _ptsz,                                                                     \
      (CUdeviceptr target, unsigned int value, size_t count, CUstream stream),                     \
      (target, value, count, stream))                                                              \
    X(cuMemsetD32_v2, _ptds, (CUdeviceptr target, unsigned int value, size_t count),               \
      (target, value, count))                                                                      \
    X(cuMemsetD8Async, _ptsz,                                                                      \
      (CUdeviceptr target, unsigned char value, size_t count, CUstream stream),                    \
      (target, value, count, stream))                                                              \
    X(cuMemsetD8_v2, _ptds, (CUdeviceptr target, unsigned char value, size_t count),               \
      (target, value, count))                                                                      \
    X(cuStreamAddCallback, _ptsz,                                                                  \
      (CUstream stream, CUstreamCallback * callback, void *user_data, unsigned int flags),         \
      (stream, callback, user_data, flags))                                                        \
    X(cuStreamBeginCapture_v2, _ptsz, (CUstream stream, int mode), (stream, mode))                 \
    X(cuStreamEndCapture, _ptsz, (CUstream stream, CUgraph * graph), (stream, graph))              \
    X(cuStreamGetCtx, _ptsz, (CUstream stream, CUcontext * context), (stream, context))            \
    X(cuStreamIsCapturing, _ptsz, (CUstream stream, int *status), (stream, status))                \
    X(cuStreamQuery, _ptsz, (CUstream stream), (stream))                                           \
    X(cuStreamSynchronize, _ptsz, (CUstream stream), (stream))                                     \
    X(cuMemPrefetchAsync, _ptsz,                                                                   \
      (CUdeviceptr address, size_t count, CUdevice device, CUstream stream),                       \
      (address, count, device, stream))                                                            \
    X(cuMemPrefetchAsync_v2, _ptsz,                                                                \
      (CUdeviceptr address, size_t count, CUmemLocation location, unsigned int flags,              \
       CUstream stream),                                                                           \
      (address, count, location, flags, stream))                                                   \
    X(cuStreamWaitEvent, _ptsz, (CUstream stream, CUevent event, unsigned int flags),              \
      (stream, event, flags))

#endif

/* graphics_table.h: libcuda's functions of cudaGL.h, cudaEGL.h and cudaVDPAU.h. They are exported,
 * because loaders of libcuda require some of them. They return what a GPU without a display returns
 * (an H200, driver 580, with a context). X(exported, result) */
#ifndef CPU_GRAPHICS_TABLE_H
#define CPU_GRAPHICS_TABLE_H

#define CPU_GRAPHICS_TABLE(X)                                                                      \
    X(cuEGLStreamConsumerAcquireFrame, CUDA_ERROR_INVALID_HANDLE)                                  \
    X(cuEGLStreamConsumerConnect, CUDA_ERROR_UNKNOWN)                                              \
    X(cuEGLStreamConsumerConnectWithFlags, CUDA_ERROR_UNKNOWN)                                     \
    X(cuEGLStreamConsumerDisconnect, CUDA_ERROR_INVALID_HANDLE)                                    \
    X(cuEGLStreamConsumerReleaseFrame, CUDA_ERROR_INVALID_HANDLE)                                  \
    X(cuEGLStreamProducerConnect, CUDA_ERROR_UNKNOWN)                                              \
    X(cuEGLStreamProducerDisconnect, CUDA_ERROR_INVALID_HANDLE)                                    \
    X(cuEGLStreamProducerPresentFrame, CUDA_ERROR_INVALID_HANDLE)                                  \
    X(cuEGLStreamProducerReturnFrame, CUDA_ERROR_INVALID_HANDLE)                                   \
    X(cuGLCtxCreate, CUDA_ERROR_OPERATING_SYSTEM)                                                  \
    X(cuGLCtxCreate_v2, CUDA_ERROR_OPERATING_SYSTEM)                                               \
    X(cuGLGetDevices, CUDA_ERROR_OPERATING_SYSTEM)                                                 \
    X(cuGLGetDevices_v2, CUDA_ERROR_OPERATING_SYSTEM)                                              \
    X(cuGLInit, CUDA_ERROR_OPERATING_SYSTEM)                                                       \
    X(cuGLMapBufferObject, CUDA_ERROR_INVALID_CONTEXT)                                             \
    X(cuGLMapBufferObjectAsync, CUDA_ERROR_INVALID_CONTEXT)                                        \
    X(cuGLMapBufferObjectAsync_v2, CUDA_ERROR_INVALID_VALUE)                                       \
    X(cuGLMapBufferObjectAsync_v2_ptsz, CUDA_ERROR_INVALID_VALUE)                                  \
    X(cuGLMapBufferObject_v2, CUDA_ERROR_INVALID_VALUE)                                            \
    X(cuGLMapBufferObject_v2_ptds, CUDA_ERROR_INVALID_VALUE)                                       \
    X(cuGLRegisterBufferObject, CUDA_ERROR_OPERATING_SYSTEM)                                       \
    X(cuGLSetBufferObjectMapFlags, CUDA_ERROR_INVALID_VALUE)                                       \
    X(cuGLUnmapBufferObject, CUDA_ERROR_INVALID_VALUE)                                             \
    X(cuGLUnmapBufferObjectAsync, CUDA_ERROR_INVALID_VALUE)                                        \
    X(cuGLUnregisterBufferObject, CUDA_ERROR_INVALID_VALUE)                                        \
    X(cuGraphicsEGLRegisterImage, CUDA_ERROR_UNKNOWN)                                              \
    X(cuGraphicsGLRegisterBuffer, CUDA_ERROR_OPERATING_SYSTEM)                                     \
    X(cuGraphicsGLRegisterImage, CUDA_ERROR_OPERATING_SYSTEM)                                      \
    X(cuGraphicsResourceGetMappedEglFrame, CUDA_ERROR_INVALID_HANDLE)                              \
    X(cuGraphicsVDPAURegisterOutputSurface, CUDA_ERROR_INVALID_CONTEXT)                            \
    X(cuGraphicsVDPAURegisterVideoSurface, CUDA_ERROR_INVALID_CONTEXT)                             \
    X(cuVDPAUCtxCreate, CUDA_ERROR_INVALID_VALUE)                                                  \
    X(cuVDPAUCtxCreate_v2, CUDA_ERROR_INVALID_VALUE)                                               \
    X(cuVDPAUGetDevice, CUDA_ERROR_INVALID_VALUE)

#endif

/* custub/types.h: the driver API's handles.
 *
 * The handles are declared as cuda.h declares them (CUDA Driver API, "Data types used by CUDA
 * driver"), so that this header and cuda.h can be included together, in either order. A CUresult is
 * an `int` in custub's headers.
 */
#ifndef CUSTUB_TYPES_H
#define CUSTUB_TYPES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long long CUdeviceptr;          /* an address on the device */
typedef struct CUctx_st *CUcontext;              /* what a device has for a program */
typedef struct CUstream_st *CUstream;            /* also the runtime API's cudaStream_t */
typedef struct CUfunc_st *CUfunction;            /* a kernel in a context */
typedef struct CUmemPoolHandle_st *CUmemoryPool; /* a pool of device memory */

/* The default streams (CUDA Driver API, "Stream synchronization behavior"). */
#define CUSTUB_STREAM_LEGACY     ((CUstream)0x1) /* CU_STREAM_LEGACY */
#define CUSTUB_STREAM_PER_THREAD ((CUstream)0x2) /* CU_STREAM_PER_THREAD */

/* What stream 0 means in this program. Functions that take a stream or a launch are inline, and
 * pass this on to the plain function beneath them, custub_call_…() or custub_memory_…(), for which
 * stream 0 is the legacy default stream. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define CUSTUB_DEFAULT_STREAM CUSTUB_STREAM_PER_THREAD
#else
#define CUSTUB_DEFAULT_STREAM ((CUstream)0)
#endif

/* The stream; for 0 what this program means by it. */
static inline CUstream custub_stream_given(CUstream stream)
{
    return stream ? stream : CUSTUB_DEFAULT_STREAM;
}

/* Texture and surface objects: CUtexObject and CUsurfObject, or cudaTextureObject_t and
 * cudaSurfaceObject_t, which are mere integers. */
typedef struct custub_texture {
    unsigned long long handle; /* CUtexObject */
} custub_texture;
typedef struct custub_surface {
    unsigned long long handle; /* CUsurfObject */
} custub_surface;

/* The texture of a handle. */
static inline custub_texture custub_texture_of(unsigned long long handle)
{
    custub_texture texture;

    texture.handle = handle;
    return texture;
}

/* The surface of a handle. */
static inline custub_surface custub_surface_of(unsigned long long handle)
{
    custub_surface surface;

    surface.handle = handle;
    return surface;
}

static_assert(sizeof(bool) == 1, "a bool of the host is one byte, as CUDA's is");

#ifdef __cplusplus
}
#endif
#endif

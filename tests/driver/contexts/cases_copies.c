/* Copies and fills. */
#include "contexts.h"

#define PINNED ((CUdeviceptr)(uintptr_t)f.pinned)

#define COPY_TABLE(X)                                                                              \
    X(cuMemcpy, cu.cuMemcpy(f.memory, f.more, 16))                                                 \
    X(cuMemcpy__from_pinned, cu.cuMemcpy(f.memory, PINNED, 16))                                    \
    X(cuMemcpyHtoD_v2, cu.cuMemcpyHtoD_v2(f.memory, f.own, 16))                                    \
    X(cuMemcpyHtoD_v2__of_none, cu.cuMemcpyHtoD_v2(f.memory, f.own, 0))                            \
    X(cuMemcpyDtoH_v2, cu.cuMemcpyDtoH_v2(f.own, f.memory, 16))                                    \
    X(cuMemcpyDtoD_v2, cu.cuMemcpyDtoD_v2(f.memory, f.more, 16))                                   \
    X(cuMemcpyAsync, cu.cuMemcpyAsync(f.memory, f.more, 16, f.stream))                             \
    X(cuMemcpyAsync__null, cu.cuMemcpyAsync(f.memory, f.more, 16, NULL))                           \
    X(cuMemcpyAsync__per_thread, cu.cuMemcpyAsync(f.memory, f.more, 16, STREAM_PER_THREAD))        \
    X(cuMemcpyHtoDAsync_v2, cu.cuMemcpyHtoDAsync_v2(f.memory, f.pinned, 16, f.stream))             \
    X(cuMemcpyHtoDAsync_v2__own, cu.cuMemcpyHtoDAsync_v2(f.memory, f.own, 16, f.stream))           \
    X(cuMemcpyHtoDAsync_v2__null, cu.cuMemcpyHtoDAsync_v2(f.memory, f.pinned, 16, NULL))           \
    X(cuMemcpyHtoDAsync_v2__of_none, cu.cuMemcpyHtoDAsync_v2(f.memory, f.pinned, 0, f.stream))     \
    X(cuMemcpyDtoHAsync_v2, cu.cuMemcpyDtoHAsync_v2(f.pinned, f.memory, 16, f.stream))             \
    X(cuMemcpyDtoHAsync_v2__own, cu.cuMemcpyDtoHAsync_v2(f.own, f.memory, 16, f.stream))           \
    X(cuMemcpyDtoHAsync_v2__null, cu.cuMemcpyDtoHAsync_v2(f.pinned, f.memory, 16, NULL))           \
    X(cuMemcpyDtoDAsync_v2, cu.cuMemcpyDtoDAsync_v2(f.memory, f.more, 16, f.stream))               \
    X(cuMemcpyDtoDAsync_v2__null, cu.cuMemcpyDtoDAsync_v2(f.memory, f.more, 16, NULL))             \
    X(cuMemcpyPeer, cu.cuMemcpyPeer(f.memory, f.home, f.more, f.home, 16))                         \
    X(cuMemcpy2D_v2, cu.cuMemcpy2D_v2(flat()))                                                     \
    X(cuMemcpy2DUnaligned_v2, cu.cuMemcpy2DUnaligned_v2(flat()))                                   \
    X(cuMemcpy2DAsync_v2, cu.cuMemcpy2DAsync_v2(flat(), f.stream))                                 \
    X(cuMemcpy2DAsync_v2__null, cu.cuMemcpy2DAsync_v2(flat(), NULL))                               \
    X(cuMemcpy2DAsync_v2__of_array, cu.cuMemcpy2DAsync_v2(of_array(), f.stream))                   \
    X(cuMemcpy3D_v2, cu.cuMemcpy3D_v2(deep()))                                                     \
    X(cuMemcpy3DAsync_v2, cu.cuMemcpy3DAsync_v2(deep(), f.stream))                                 \
    X(cuMemcpy3DAsync_v2__null, cu.cuMemcpy3DAsync_v2(deep(), NULL))

#define FILL_TABLE(X)                                                                              \
    X(cuMemsetD8_v2, cu.cuMemsetD8_v2(f.memory, 0, 16))                                            \
    X(cuMemsetD32_v2, cu.cuMemsetD32_v2(f.memory, 0, 16))                                          \
    X(cuMemsetD8Async, cu.cuMemsetD8Async(f.memory, 0, 16, f.stream))                              \
    X(cuMemsetD16Async, cu.cuMemsetD16Async(f.memory, 0, 16, f.stream))                            \
    X(cuMemsetD32Async, cu.cuMemsetD32Async(f.memory, 0, 16, f.stream))                            \
    X(cuMemsetD32Async__null, cu.cuMemsetD32Async(f.memory, 0, 16, NULL))                          \
    X(cuMemsetD32Async__legacy, cu.cuMemsetD32Async(f.memory, 0, 16, STREAM_LEGACY))               \
    X(cuMemsetD32Async__of_none, cu.cuMemsetD32Async(f.memory, 0, 0, f.stream))                    \
    X(cuMemsetD2D8_v2, cu.cuMemsetD2D8_v2(f.memory, 64, 0, 16, 2))                                 \
    X(cuMemsetD2D8Async, cu.cuMemsetD2D8Async(f.memory, 64, 0, 16, 2, f.stream))                   \
    X(cuMemsetD2D16Async, cu.cuMemsetD2D16Async(f.memory, 64, 0, 16, 2, f.stream))                 \
    X(cuMemsetD2D32Async, cu.cuMemsetD2D32Async(f.memory, 64, 0, 16, 2, f.stream))

static const CUDA_MEMCPY2D *flat(void)
{
    static CUDA_MEMCPY2D copy;

    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = f.memory;
    copy.srcPitch = 64;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = f.more;
    copy.dstPitch = 64;
    copy.WidthInBytes = 16;
    copy.Height = 2;
    return &copy;
}

static const CUDA_MEMCPY2D *of_array(void)
{
    static CUDA_MEMCPY2D copy;

    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = f.array;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = f.more;
    copy.dstPitch = 64;
    copy.WidthInBytes = 16;
    copy.Height = 2;
    return &copy;
}

static const CUDA_MEMCPY3D *deep(void)
{
    static CUDA_MEMCPY3D copy;

    copy = contexts_copy();
    return &copy;
}

#define TABLE(X) COPY_TABLE(X) FILL_TABLE(X)

CONTEXTS_TABLE(contexts_of_copies, TABLE);

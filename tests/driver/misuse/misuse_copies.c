#include "misuse.h"

#define HOST (CUdeviceptr)(uintptr_t) f.host

static CUDA_MEMCPY2D plane(size_t width, size_t height, size_t source_pitch, size_t target_pitch)
{
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = f.host,
                          .srcPitch = source_pitch,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = f.memory,
                          .dstPitch = target_pitch,
                          .WidthInBytes = width,
                          .Height = height};

    return copy;
}

static CUresult copy_plane(size_t width, size_t height, size_t source_pitch, size_t target_pitch)
{
    CUDA_MEMCPY2D copy = plane(width, height, source_pitch, target_pitch);

    return cu.cuMemcpy2D_v2(&copy);
}

static CUresult copy_plane_of_type(int type)
{
    CUDA_MEMCPY2D copy = plane(16, 4, 16, 16);

    copy.srcMemoryType = type;
    copy.srcHost = NULL;
    return cu.cuMemcpy2D_v2(&copy);
}

static CUresult copy_plane_to_freed(void)
{
    CUDA_MEMCPY2D copy = plane(16, 4, 16, 16);

    copy.dstDevice = f.freed;
    return cu.cuMemcpy2D_v2(&copy);
}

static CUresult copy_volume(size_t width, size_t pitch, size_t height, size_t depth)
{
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = f.host,
                          .srcPitch = pitch,
                          .srcHeight = height,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = f.memory,
                          .dstPitch = pitch,
                          .dstHeight = height,
                          .WidthInBytes = width,
                          .Height = 4,
                          .Depth = depth};

    return cu.cuMemcpy3D_v2(&copy);
}

#define COPY_TABLE(X)                                                                              \
    X(upload_to_null, USUAL, cu.cuMemcpyHtoD_v2(0, f.host, 64))                                    \
    X(upload_from_null, USUAL, cu.cuMemcpyHtoD_v2(f.memory, NULL, 64))                             \
    X(upload_nothing, USUAL, cu.cuMemcpyHtoD_v2(f.memory, f.host, 0))                              \
    X(upload_nothing_to_null, USUAL, cu.cuMemcpyHtoD_v2(0, NULL, 0))                               \
    X(upload_to_freed, USUAL, cu.cuMemcpyHtoD_v2(f.freed, f.host, 64))                             \
    X(upload_to_pageable, USUAL, cu.cuMemcpyHtoD_v2(HOST, f.host + 64, 64))                        \
    X(upload_over_the_end, USUAL, cu.cuMemcpyHtoD_v2(f.memory, f.host, (size_t)1 << 40))           \
    X(upload_async_to_null, USUAL, cu.cuMemcpyHtoDAsync_v2(0, f.host, 64, f.stream))               \
    X(upload_async_to_freed, USUAL, cu.cuMemcpyHtoDAsync_v2(f.freed, f.host, 64, f.stream))        \
    X(download_to_null, USUAL, cu.cuMemcpyDtoH_v2(NULL, f.memory, 64))                             \
    X(download_from_null, USUAL, cu.cuMemcpyDtoH_v2(f.host, 0, 64))                                \
    X(download_nothing, USUAL, cu.cuMemcpyDtoH_v2(f.host, f.memory, 0))                            \
    X(download_from_freed, USUAL, cu.cuMemcpyDtoH_v2(f.host, f.freed, 64))                         \
    X(download_from_pageable, USUAL, cu.cuMemcpyDtoH_v2(f.host, HOST, 64))                         \
    X(download_async_from_freed, USUAL, cu.cuMemcpyDtoHAsync_v2(f.host, f.freed, 64, f.stream))    \
    X(copy_from_freed, USUAL, cu.cuMemcpyDtoD_v2(f.memory, f.freed, 64))                           \
    X(copy_to_freed, USUAL, cu.cuMemcpyDtoD_v2(f.freed, f.memory, 64))                             \
    X(copy_to_null, USUAL, cu.cuMemcpyDtoD_v2(0, f.memory, 64))                                    \
    X(copy_to_itself, USUAL, cu.cuMemcpyDtoD_v2(f.memory, f.memory, 64))                           \
    X(copy_from_pageable_as_device, USUAL, cu.cuMemcpyDtoD_v2(f.memory, HOST, 64))                 \
    X(copy_unified_nulls, USUAL, cu.cuMemcpy(0, 0, 64))                                            \
    X(copy_unified_from_host, USUAL, cu.cuMemcpy(f.memory, HOST, 64))                              \
    X(copy_unified_on_host, USUAL, cu.cuMemcpy(HOST, HOST + 64, 64))                               \
    X(copy_unified_nothing, USUAL, cu.cuMemcpy(0, 0, 0))                                           \
    X(copy_peer_null_contexts, USUAL, cu.cuMemcpyPeer(f.memory, NULL, f.other, NULL, 64))          \
    X(copy_peer_itself, USUAL, cu.cuMemcpyPeer(f.memory, f.context, f.other, f.context, 64))       \
    X(plane_null, USUAL, cu.cuMemcpy2D_v2(NULL))                                                   \
    X(plane_of_no_width, USUAL, copy_plane(0, 4, 16, 16))                                          \
    X(plane_of_no_height, USUAL, copy_plane(16, 0, 16, 16))                                        \
    X(plane_source_pitch_short, USUAL, copy_plane(16, 4, 8, 16))                                   \
    X(plane_target_pitch_short, USUAL, copy_plane(16, 4, 16, 8))                                   \
    X(plane_pitch_zero, USUAL, copy_plane(16, 4, 0, 0))                                            \
    X(plane_pitch_zero_of_one_row, USUAL, copy_plane(16, 1, 0, 0))                                 \
    X(plane_pitch_odd, USUAL, copy_plane(16, 4, 17, 19))                                           \
    X(plane_over_the_end, USUAL, copy_plane(64, (size_t)1 << 30, 64, 64))                          \
    X(plane_type_zero, USUAL, copy_plane_of_type(0))                                               \
    X(plane_type_unknown, USUAL, copy_plane_of_type(9))                                            \
    X(plane_null_host, USUAL, copy_plane_of_type(CU_MEMORYTYPE_HOST))                              \
    X(plane_null_array, USUAL, copy_plane_of_type(CU_MEMORYTYPE_ARRAY))                            \
    X(plane_to_freed, USUAL, copy_plane_to_freed())                                                \
    X(volume_null, USUAL, cu.cuMemcpy3D_v2(NULL))                                                  \
    X(volume_of_no_depth, USUAL, copy_volume(16, 16, 4, 0))                                        \
    X(volume_pitch_short, USUAL, copy_volume(16, 8, 4, 2))                                         \
    X(volume_height_short, USUAL, copy_volume(16, 16, 2, 2))                                       \
    X(volume_height_zero, USUAL, copy_volume(16, 16, 0, 2))                                        \
    X(fill_null, USUAL, cu.cuMemsetD8_v2(0, 1, 64))                                                \
    X(fill_nothing, USUAL, cu.cuMemsetD8_v2(f.memory, 1, 0))                                       \
    X(fill_nothing_of_null, USUAL, cu.cuMemsetD8_v2(0, 1, 0))                                      \
    X(fill_freed, USUAL, cu.cuMemsetD8_v2(f.freed, 1, 64))                                         \
    X(fill_pageable, USUAL, cu.cuMemsetD8_v2(HOST, 1, 64))                                         \
    X(fill_pinned, USUAL, cu.cuMemsetD8_v2((CUdeviceptr)(uintptr_t)f.pinned, 1, 64))               \
    X(fill_over_the_end, USUAL, cu.cuMemsetD8_v2(f.memory, 1, (size_t)1 << 40))                    \
    X(fill_words_misaligned, USUAL, cu.cuMemsetD32_v2(f.memory + 2, 1, 4))                         \
    X(fill_words_too_many, USUAL, cu.cuMemsetD32_v2(f.memory, 1, SIZE_MAX / 2))                    \
    X(fill_async_freed, USUAL, cu.cuMemsetD8Async(f.freed, 1, 64, f.stream))                       \
    X(fill_plane_pitch_short, USUAL, cu.cuMemsetD2D8_v2(f.memory, 8, 1, 16, 4))                    \
    X(fill_plane_of_nothing, USUAL, cu.cuMemsetD2D8_v2(f.memory, 16, 1, 0, 0))                     \
    X(fill_plane_freed, USUAL, cu.cuMemsetD2D8_v2(f.freed, 16, 1, 16, 4))

MISUSE_TABLE(misuse_of_copies, COPY_TABLE);

/* Memory of one context of the device, used in another: copied, filled, freed, and what the driver
 * says of its address there. */
#include "misuse_across.h"

#include <string.h>

static CUresult upload(void)
{
    return cu.cuMemcpyHtoD_v2(a.address, f.host, 16);
}

static CUresult upload_in_stream(void)
{
    CUresult result = cu.cuMemcpyHtoDAsync_v2(a.address, f.host, 16, a.stream);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(a.stream) : result;
}

static CUresult upload_pinned_in_stream(void)
{
    CUresult result = cu.cuMemcpyHtoDAsync_v2(a.address, f.pinned, 16, a.stream);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(a.stream) : result;
}

static CUresult download(void)
{
    return cu.cuMemcpyDtoH_v2(f.host, a.address, 16);
}

static CUresult download_in_stream(void)
{
    CUresult result = cu.cuMemcpyDtoHAsync_v2(f.host, a.address, 16, a.stream);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(a.stream) : result;
}

static CUresult copy_of_two(CUdeviceptr target, CUdeviceptr source)
{
    CUresult result = cu.cuMemcpyDtoD_v2(target, source, 16);

    return result == CUDA_SUCCESS ? cu.cuCtxSynchronize() : result;
}

/* Both places belong to the other context. */
static CUresult copy_there(void)
{
    return copy_of_two(a.address, f.other);
}

static CUresult copy_from(void)
{
    CUdeviceptr mine = 0;
    CUresult result = cu.cuMemAlloc_v2(&mine, BYTES);

    return result == CUDA_SUCCESS ? copy_of_two(mine, a.address) : result;
}

static CUresult copy_to(void)
{
    CUdeviceptr mine = 0;
    CUresult result = cu.cuMemAlloc_v2(&mine, BYTES);

    return result == CUDA_SUCCESS ? copy_of_two(a.address, mine) : result;
}

static CUresult copy_to_in_stream(void)
{
    CUdeviceptr mine = 0;
    CUresult result = cu.cuMemAlloc_v2(&mine, BYTES);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyDtoDAsync_v2(a.address, mine, 16, a.stream);
    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(a.stream) : result;
}

static CUresult copy_any(void)
{
    CUresult result = cu.cuMemcpy(a.address, (CUdeviceptr)(uintptr_t)f.host, 16);

    return result == CUDA_SUCCESS ? cu.cuCtxSynchronize() : result;
}

static CUresult copy_rows(void)
{
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = f.host,
                          .srcPitch = 16,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = a.address,
                          .dstPitch = 16,
                          .WidthInBytes = 16,
                          .Height = 1};

    return cu.cuMemcpy2D_v2(&copy);
}

static CUresult copy_between(CUcontext target_context, CUcontext source_context)
{
    CUdeviceptr mine = 0;
    CUresult result = cu.cuMemAlloc_v2(&mine, BYTES);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyPeer(a.address, target_context, mine, source_context, 16);
    return result == CUDA_SUCCESS ? cu.cuCtxSynchronize() : result;
}

static CUresult copy_as_peer(void)
{
    return copy_between(f.context, a.second);
}

static CUresult copy_as_wrong_peer(void)
{
    return copy_between(a.second, a.second);
}

static CUresult fill(void)
{
    CUresult result = cu.cuMemsetD8_v2(a.address, 7, 16);

    return result == CUDA_SUCCESS ? cu.cuCtxSynchronize() : result;
}

static CUresult fill_in_stream(void)
{
    CUresult result = cu.cuMemsetD32Async(a.address, 7, 1, a.stream);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(a.stream) : result;
}

static CUresult fill_all(void)
{
    CUresult result = cu.cuMemsetD8_v2(a.address, 7, BYTES);

    return result == CUDA_SUCCESS ? cu.cuCtxSynchronize() : result;
}

static CUresult release(void)
{
    return cu.cuMemFree_v2(a.address);
}

static CUresult release_in_stream(void)
{
    CUresult result = cu.cuMemFreeAsync(a.address, a.stream);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(a.stream) : result;
}

static CUresult release_pinned(void)
{
    return cu.cuMemFreeHost((void *)(uintptr_t)a.address);
}

static CUresult unregister(void)
{
    return cu.cuMemHostUnregister((void *)(uintptr_t)a.address);
}

static CUresult device_pointer(void)
{
    CUdeviceptr found = 0;

    return cu.cuMemHostGetDevicePointer_v2(&found, (void *)(uintptr_t)a.address, 0);
}

static CUresult fill_in_stream_of_other(void)
{
    CUdeviceptr mine = 0;
    CUresult result = cu.cuMemAlloc_v2(&mine, BYTES);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemsetD32Async(mine, 7, 1, f.stream);
    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(f.stream) : result;
}

static CUresult copy_in_stream_of_other(void)
{
    CUdeviceptr mine = 0;
    CUresult result = cu.cuMemAlloc_v2(&mine, BYTES);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyHtoDAsync_v2(mine, f.host, 16, f.stream);
    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(f.stream) : result;
}

/* --- What the driver says of the address ---------------------------------------------------------
 */

static CUresult range(void)
{
    CUdeviceptr base = 0;
    size_t size = 0;
    CUresult result = cu.cuMemGetAddressRange_v2(&base, &size, a.address);

    if (result != CUDA_SUCCESS)
        return result;
    return base == a.address && size > 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_MAPPED_AS_POINTER;
}

/* The context that the driver names: CUDA_SUCCESS: the one that made the memory;
 * CUDA_ERROR_NOT_MAPPED: none; CUDA_ERROR_INVALID_CONTEXT: the new one; CUDA_ERROR_NOT_FOUND:
 * another one. */
static CUresult context_of(void)
{
    CUcontext context = NULL;
    CUresult result = cu.cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, a.address);

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_NOT_MAPPED;
    if (context == a.second)
        return CUDA_ERROR_INVALID_CONTEXT;
    return context == f.context ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* CUDA_ERROR_NOT_FOUND: the driver names another address. */
static CUresult device_pointer_of(void)
{
    CUdeviceptr found = 0;
    CUresult result =
        cu.cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, a.address);

    if (result != CUDA_SUCCESS)
        return result;
    return found == a.address ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

static CUresult attribute_of(int attribute)
{
    unsigned char value[64];

    memset(value, 0, sizeof(value));
    return cu.cuPointerGetAttribute(value, attribute, a.address);
}

static CUresult type_of(void)
{
    return attribute_of(CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
}

/* CUDA_ERROR_NOT_MAPPED: the driver says that the memory is not mapped. */
static CUresult is_mapped(void)
{
    int mapped = 0;
    CUresult result = cu.cuPointerGetAttribute(&mapped, CU_POINTER_ATTRIBUTE_MAPPED, a.address);

    if (result != CUDA_SUCCESS)
        return result;
    return mapped ? CUDA_SUCCESS : CUDA_ERROR_NOT_MAPPED;
}

static CUresult start_of(void)
{
    return attribute_of(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR);
}

#define MEMORY_TABLE(X)                                                                            \
    X(across_fill_in_stream_of_other, MARRING, across(make_plain, fill_in_stream_of_other))        \
    X(across_copy_in_stream_of_other, MARRING, across(make_plain, copy_in_stream_of_other))        \
    X(across_upload, MARRING, across(make_plain, upload))                                          \
    X(across_upload_in_stream, MARRING, across(make_plain, upload_in_stream))                      \
    X(across_upload_pinned, MARRING, across(make_plain, upload_pinned_in_stream))                  \
    X(across_download, MARRING, across(make_plain, download))                                      \
    X(across_download_in_stream, MARRING, across(make_plain, download_in_stream))                  \
    X(across_copy_there, MARRING, across(make_plain, copy_there))                                  \
    X(across_copy_from, MARRING, across(make_plain, copy_from))                                    \
    X(across_copy_to, MARRING, across(make_plain, copy_to))                                        \
    X(across_copy_to_in_stream, MARRING, across(make_plain, copy_to_in_stream))                    \
    X(across_copy_any, MARRING, across(make_plain, copy_any))                                      \
    X(across_copy_rows, MARRING, across(make_plain, copy_rows))                                    \
    X(across_copy_as_peer, MARRING, across(make_plain, copy_as_peer))                              \
    X(across_copy_as_wrong_peer, MARRING, across(make_plain, copy_as_wrong_peer))                  \
    X(across_copy_to_pool, MARRING, across(make_in_pool, copy_to))                                 \
    X(across_fill, MARRING, across(make_plain, fill))                                              \
    X(across_fill_all, MARRING, across(make_plain, fill_all))                                      \
    X(across_fill_in_stream, MARRING, across(make_plain, fill_in_stream))                          \
    X(across_fill_pool, MARRING, across(make_in_pool, fill))                                       \
    X(across_fill_managed, MARRING, across(make_managed, fill))                                    \
    X(across_fill_pinned, MARRING, across(make_pinned, fill))                                      \
    X(back_upload, MARRING, back(make_plain, upload))                                              \
    X(back_copy_to, MARRING, back(make_plain, copy_to))                                            \
    X(back_fill, MARRING, back(make_plain, fill))                                                  \
    X(across_release_in_stream, MARRING, across(make_in_stream, release_in_stream))                \
    X(across_release_plain_in_stream, MARRING, across(make_plain, release_in_stream))              \
    X(across_release_managed, MARRING, across(make_managed, release))                              \
    X(across_release_pinned, MARRING, across(make_pinned, release_pinned))                         \
    X(across_unregister, MARRING, across(make_registered, unregister))                             \
    X(across_device_pointer, MARRING, across(make_pinned, device_pointer))                         \
    X(across_device_pointer_registered, MARRING, across(make_registered, device_pointer))          \
    X(across_range, MARRING, across(make_plain, range))                                            \
    X(across_range_pool, MARRING, across(make_in_pool, range))                                     \
    X(across_range_managed, MARRING, across(make_managed, range))                                  \
    X(across_range_pinned, MARRING, across(make_pinned, range))                                    \
    X(across_range_registered, MARRING, across(make_registered, range))                            \
    X(across_range_mapped, MARRING, across(make_mapped, range))                                    \
    X(across_range_global, MARRING, across(make_global, range))                                    \
    X(range_global, USUAL, at_home(make_global, range))                                            \
    X(range_library_global, USUAL, at_home(make_library_global, range))                            \
    X(context_of_plain, USUAL, at_home(make_plain, context_of))                                    \
    X(context_in_stream, USUAL, at_home(make_in_stream, context_of))                               \
    X(context_pool, USUAL, at_home(make_in_pool, context_of))                                      \
    X(context_managed, USUAL, at_home(make_managed, context_of))                                   \
    X(context_mapped, USUAL, at_home(make_mapped, context_of))                                     \
    X(context_global, USUAL, at_home(make_global, context_of))                                     \
    X(across_context_global, MARRING, across(make_global, context_of))                             \
    X(across_range_library_global, MARRING, across(make_library_global, range))                    \
    X(back_range, MARRING, back(make_plain, range))                                                \
    X(across_context, MARRING, across(make_plain, context_of))                                     \
    X(across_context_in_stream, MARRING, across(make_in_stream, context_of))                       \
    X(across_context_pool, MARRING, across(make_in_pool, context_of))                              \
    X(across_context_managed, MARRING, across(make_managed, context_of))                           \
    X(across_context_pinned, MARRING, across(make_pinned, context_of))                             \
    X(across_context_registered, MARRING, across(make_registered, context_of))                     \
    X(across_context_mapped, MARRING, across(make_mapped, context_of))                             \
    X(across_device_pointer_of, MARRING, across(make_plain, device_pointer_of))                    \
    X(across_device_pointer_of_pinned, MARRING, across(make_pinned, device_pointer_of))            \
    X(across_device_pointer_of_registered, MARRING, across(make_registered, device_pointer_of))    \
    X(across_device_pointer_of_pool, MARRING, across(make_in_pool, device_pointer_of))             \
    X(across_type, MARRING, across(make_plain, type_of))                                           \
    X(across_is_mapped, MARRING, across(make_plain, is_mapped))                                    \
    X(across_is_mapped_pinned, MARRING, across(make_pinned, is_mapped))                            \
    X(across_start, MARRING, across(make_plain, start_of))

MISUSE_TABLE(misuse_across_copies, MEMORY_TABLE);

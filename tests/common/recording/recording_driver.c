#include "recording_state.h"

#include <string.h>

EXPORT int cuInit(unsigned int flags)
{
    (void)flags;
    ENTER("cuInit");
    return recorded.program.init_result;
}

/* NVRTC 13 asks the libcuda of the process for a table, and would crash without this function. */
EXPORT int cuGetExportTable(const void **table, const void *id)
{
    (void)id;
    *table = NULL;
    return 500; /* CUDA_ERROR_NOT_FOUND */
}

EXPORT int cuDriverGetVersion(int *version)
{
    ENTER("cuDriverGetVersion");
    *version = recorded.program.version;
    return recorded.program.version_result;
}

/* The names of errors are not logged: they are asked for while messages are written. */
EXPORT int cuGetErrorName(int result, const char **name)
{
    static const struct {
        int result;
        const char *name;
    } names[] = {{1, "CUDA_ERROR_INVALID_VALUE"},
                 {2, "CUDA_ERROR_OUT_OF_MEMORY"},
                 {4, "CUDA_ERROR_DEINITIALIZED"},
                 {34, "CUDA_ERROR_STUB_LIBRARY"},
                 {100, "CUDA_ERROR_NO_DEVICE"},
                 {200, "CUDA_ERROR_INVALID_IMAGE"},
                 {201, "CUDA_ERROR_INVALID_CONTEXT"},
                 {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
                 {218, "CUDA_ERROR_INVALID_PTX"},
                 {400, "CUDA_ERROR_INVALID_HANDLE"},
                 {500, "CUDA_ERROR_NOT_FOUND"},
                 {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                 {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"}};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].result != result)
            continue;
        *name = names[i].name;
        return 0;
    }
    *name = NULL;
    return INVALID_VALUE;
}

EXPORT int cuGetErrorString(int result, const char **text)
{
    const char *name;

    if (cuGetErrorName(result, &name)) {
        *text = NULL;
        return INVALID_VALUE;
    }
    *text = "as recorded";
    return 0;
}

EXPORT int cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    const recording_range *found;

    ENTER("cuMemGetAddressRange_v2");
    NEED_CONTEXT();
    found = recording_find_range(address);
    if (!found)
        return NOT_FOUND;
    *base = found->base;
    *bytes = found->bytes;
    return 0;
}

EXPORT int cuMemRetainAllocationHandle(unsigned long long *handle, void *address)
{
    const recording_range *found;

    ENTER("cuMemRetainAllocationHandle");
    found = recording_find_range((CUdeviceptr)(uintptr_t)address);
    if (!found || !found->mapped)
        return INVALID_VALUE;
    recording_change_alive(1);
    *handle = 1;
    return 0;
}

EXPORT int cuMemRelease(unsigned long long handle)
{
    int result = recording_enter("cuMemRelease");

    (void)handle;
    recording_change_alive(-1);
    return result;
}

EXPORT int cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    const recording_pointer *found;

    ENTER("cuPointerGetAttribute");
    found = recording_find_pointer(address);
    if (attribute == 7 && recording_programmed()->buffer_id) { /* buffer id: of all memory */
        *(unsigned long long *)value = recording_programmed()->buffer_id;
        return 0;
    }
    switch (found ? attribute : 0) {
    case 2: /* memory type: device */
        *(unsigned int *)value = 2;
        return 0;
    case 3: /* device pointer */
        if (!found->accessible)
            return INVALID_VALUE;
        *(CUdeviceptr *)value = address;
        return 0;
    case 9: /* device ordinal */
        *(int *)value = found->ordinal;
        return 0;
    default:
        return INVALID_VALUE;
    }
}

EXPORT int cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t bytes,
                                CUstream stream)
{
    ENTER("cuMemcpyHtoDAsync_v2");
    recorded.last_stream = (uintptr_t)stream;
    memcpy((void *)(uintptr_t)target, source, bytes);
    return 0;
}

EXPORT int cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t bytes, CUstream stream)
{
    ENTER("cuMemcpyDtoHAsync_v2");
    recorded.last_stream = (uintptr_t)stream;
    memcpy(target, (const void *)(uintptr_t)source, bytes);
    return 0;
}

EXPORT int cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t bytes, CUstream stream)
{
    ENTER("cuMemsetD8Async");
    recorded.last_stream = (uintptr_t)stream;
    memset((void *)(uintptr_t)target, value, bytes);
    return 0;
}

/* Fills of units that are not aligned are refused, as a GPU's driver does. */
EXPORT int cuMemsetD16Async(CUdeviceptr target, unsigned short value, size_t count, CUstream stream)
{
    ENTER("cuMemsetD16Async");
    recorded.last_stream = (uintptr_t)stream;
    if (target % sizeof(value))
        return INVALID_VALUE;
    for (size_t i = 0; i < count; i++)
        memcpy((char *)(uintptr_t)target + i * sizeof(value), &value, sizeof(value));
    return 0;
}

EXPORT int cuMemsetD32Async(CUdeviceptr target, unsigned int value, size_t count, CUstream stream)
{
    ENTER("cuMemsetD32Async");
    recorded.last_stream = (uintptr_t)stream;
    if (target % sizeof(value))
        return INVALID_VALUE;
    for (size_t i = 0; i < count; i++)
        memcpy((char *)(uintptr_t)target + i * sizeof(value), &value, sizeof(value));
    return 0;
}

/* In memory of any device, in any stream. Overlapping ranges would be undefined. */
EXPORT int cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source, size_t bytes,
                                CUstream stream)
{
    ENTER("cuMemcpyDtoDAsync_v2");
    recorded.last_stream = (uintptr_t)stream;
    memcpy((void *)(uintptr_t)target, (const void *)(uintptr_t)source, bytes);
    return 0;
}

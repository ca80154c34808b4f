#include "cpu_context.h"
#include "cpu_memory.h"

#include <string.h>
#include <unistd.h>

#define DRIVER_VERSION 13000

static const char device_name[] = "custub CPU driver";

CUresult cuDriverGetVersion(int *version)
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = DRIVER_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    *count = 1;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (ordinal != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    CUresult result = cpu_check_device(device);
    size_t length = sizeof(device_name) - 1;

    if (result != CUDA_SUCCESS)
        return result;
    if (!name || size <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (length > (size_t)size - 1)
        length = (size_t)size - 1;
    memcpy(name, device_name, length);
    name[length] = '\0';
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    *bytes = cpu_memory_total();
    return CUDA_SUCCESS;
}

static int online_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > 0 ? (int)cores : 1;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    CUresult result = cpu_check_device(device);
    int cores;

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute < 1 || attribute > CPU_ATTRIBUTE_LAST)
        return CUDA_ERROR_INVALID_VALUE;
    cores = online_cores();
    switch (attribute) {
#define ATTRIBUTE(name, number, expression)                                                        \
    case name:                                                                                     \
        *value = expression;                                                                       \
        break;
        CPU_ATTRIBUTE_TABLE(ATTRIBUTE)
#undef ATTRIBUTE
    default:
        *value = 0; /* what this device does not have */
    }
    return CUDA_SUCCESS;
}

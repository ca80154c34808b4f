#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "task/ready_queue.h"

#include <stdio.h>
#include <string.h>

static const char device_name[] = "custub CPU driver";
static const char bus_id[] = "0000:00:00.0"; /* no real device has this number */

CUresult cuDeviceGetCount(int *count)
{
    CPU_ENTRY(cuDeviceGetCount);
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
    CPU_ENTRY(cuDeviceGet);
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
    CPU_ENTRY(cuDeviceGetName);
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
    CPU_ENTRY(cuDeviceTotalMem_v2);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    *bytes = cpu_memory_total();
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetAttribute);
    CUresult result = cpu_check_device(device);
    int cores;

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute < 1 || attribute > CPU_ATTRIBUTE_LAST)
        return CUDA_ERROR_INVALID_VALUE;
    cores = (int)cpu_pool_threads();
    switch (attribute) {
#define ATTRIBUTE(name, number, expression)                                                        \
    case name:                                                                                     \
        *value = expression;                                                                       \
        break;
        CPU_ATTRIBUTE_TABLE(ATTRIBUTE)
#undef ATTRIBUTE
    default:
        *value = 0; /* this device has no such feature */
    }
    return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CPU_ENTRY(cuDeviceComputeCapability);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!major || !minor)
        return CUDA_ERROR_INVALID_VALUE;
    *major = 9;
    *minor = 0;
    return CUDA_SUCCESS;
}

static CUresult get_uuid(CUuuid *uuid, CUdevice device)
{
    static const CUuuid own = {"custub CPU 00000"};
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!uuid)
        return CUDA_ERROR_INVALID_VALUE;
    *uuid = own;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetUuid);
    return get_uuid(uuid, device);
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetUuid_v2);
    return get_uuid(uuid, device);
}

CUresult cuDeviceGetPCIBusId(char *pci_bus_id, int len, CUdevice device)
{
    CPU_ENTRY(cuDeviceGetPCIBusId);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!pci_bus_id || len < (int)sizeof(bus_id))
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(pci_bus_id, bus_id, sizeof(bus_id));
    return CUDA_SUCCESS;
}

/* Reads "domain:bus:device.function" in hexadecimal digits. The domain or the function may be left
 * out (cuDeviceGetByPCIBusId). */
static bool read_bus_id(const char *text, unsigned int place[4])
{
    int end = -1;

    memset(place, 0, 4 * sizeof(place[0]));
    if (sscanf(text, "%8x:%8x:%8x.%8x%n", &place[0], &place[1], &place[2], &place[3], &end) == 4 &&
        text[end] == '\0')
        return true;
    place[3] = 0;
    if (sscanf(text, "%8x:%8x:%8x%n", &place[0], &place[1], &place[2], &end) == 3 &&
        text[end] == '\0')
        return true;
    place[0] = 0;
    return sscanf(text, "%8x:%8x.%8x%n", &place[1], &place[2], &place[3], &end) == 3 &&
           text[end] == '\0';
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *pci_bus_id)
{
    CPU_ENTRY(cuDeviceGetByPCIBusId);
    static const unsigned int own[4] = {0, 0, 0, 0};
    unsigned int place[4];
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!device || !pci_bus_id || !read_bus_id(pci_bus_id, place))
        return CUDA_ERROR_INVALID_VALUE;
    if (memcmp(place, own, sizeof(own)) != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int *can_access_peer, CUdevice device, CUdevice peer)
{
    CPU_ENTRY(cuDeviceCanAccessPeer);
    CUresult result = cpu_check_device(device);

    if (result == CUDA_SUCCESS)
        result = cpu_check_device(peer);
    if (result != CUDA_SUCCESS)
        return result;
    if (!can_access_peer)
        return CUDA_ERROR_INVALID_VALUE;
    *can_access_peer = 0; /* a device cannot be its own peer */
    return CUDA_SUCCESS;
}

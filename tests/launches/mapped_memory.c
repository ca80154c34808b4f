#include "mapped_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static CUmemAllocationProp properties_of(int owner, int shared)
{
    CUmemAllocationProp properties;

    memset(&properties, 0, sizeof(properties));
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = shared ? LAUNCH_POSIX_FD : 0;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = owner;
    return properties;
}

size_t mapped_memory_granularity(int owner, int shared)
{
    CUmemAllocationProp properties = properties_of(owner, shared);
    int has = 0;
    size_t bytes = 0;

    DRIVER(cu.cuDeviceGetAttribute(&has, LAUNCH_VIRTUAL_MEMORY, owner));
    if (has && shared)
        DRIVER(cu.cuDeviceGetAttribute(&has, LAUNCH_HANDLE_TYPE_POSIX_FD, owner));
    if (!has || !cu.cuMemGetAllocationGranularity) {
        print_message("skipped: the device has no virtual memory%s\n",
                      shared ? " that is shared by file descriptors" : "");
        return 0;
    }
    if (!LAUNCH_HAS(cu.cuMemGetAllocationGranularity(&bytes, &properties, 0)))
        return 0;
    return bytes;
}

void mapped_memory_map(mapped_memory *memory, int device_count)
{
    CUmemAccessDesc access[8];

    assert_in_range(device_count, 1, 8);
    for (int i = 0; i < device_count; i++) {
        access[i].location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        access[i].location.id = i;
        access[i].flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    }
    DRIVER(cu.cuMemAddressReserve(&memory->address, (size_t)(memory->pieces + 1) * memory->piece, 0,
                                  0, 0));
    for (int i = 0; i < memory->pieces; i++)
        DRIVER(cu.cuMemMap(memory->address + (size_t)i * memory->piece, memory->piece, 0,
                           memory->handles[i], 0));
    DRIVER(cu.cuMemSetAccess(memory->address, (size_t)memory->pieces * memory->piece, access,
                             (size_t)device_count));
}

int mapped_memory_create(mapped_memory *memory, int pieces, int owner, int device_count, int shared)
{
    CUmemAllocationProp properties = properties_of(owner, shared);

    memset(memory, 0, sizeof(*memory));
    assert_in_range(pieces, 1, MAPPED_MOST);
    memory->piece = mapped_memory_granularity(owner, shared);
    if (!memory->piece)
        return 0;
    memory->pieces = pieces;
    for (int i = 0; i < pieces; i++)
        if (!LAUNCH_HAS(cu.cuMemCreate(&memory->handles[i], memory->piece, &properties, 0)))
            return 0;
    mapped_memory_map(memory, device_count);
    return 1;
}

void mapped_memory_destroy(mapped_memory *memory)
{
    for (int i = 0; i < memory->pieces; i++) {
        DRIVER(cu.cuMemUnmap(memory->address + (size_t)i * memory->piece, memory->piece));
        DRIVER(cu.cuMemRelease(memory->handles[i]));
    }
    DRIVER(cu.cuMemAddressFree(memory->address, (size_t)(memory->pieces + 1) * memory->piece));
    memory->pieces = 0;
}

#include "memory/extent.h"

#include <stdbool.h>

#include "driver/driver.h"

/* The bytes from an address to the end of its allocation or of its mapping, which begins at `base`.
 */
static int piece_at(CUdeviceptr address, CUdeviceptr *base, uint64_t *bytes)
{
    size_t size = 0;
    int result = custubi_cu.memory_range(base, &size, address);

    *bytes = result ? 0 : size - (address - *base);
    return result;
}

/* True for virtual memory that was mapped: the driver retains a handle for no other memory. */
static bool is_mapped(CUdeviceptr address)
{
    unsigned long long handle = 0;

    if (!custubi_cu.memory_retain || !custubi_cu.memory_release)
        return false;
    if (custubi_cu.memory_retain(&handle, (void *)(uintptr_t)address))
        return false;
    custubi_cu.memory_release(handle);
    return true;
}

/* Continues past the end of a mapping: a buffer may lie in several adjacent mappings. It does not
 * continue past an allocation: the next one is not the rest of the buffer. */
static uint64_t bytes_beyond(CUdeviceptr address, uint64_t bytes, uint64_t needed)
{
    while (bytes < needed && bytes <= UINT64_MAX - address && is_mapped(address + bytes - 1) &&
           is_mapped(address + bytes)) {
        CUdeviceptr base;
        uint64_t more;
        if (piece_at(address + bytes, &base, &more) || !more)
            break;
        bytes += more;
    }
    return bytes;
}

int custubi_extent(CUdeviceptr address, uint64_t needed, uint64_t *found)
{
    CUdeviceptr base;

    return custubi_extent_around(address, needed, &base, found);
}

int custubi_extent_around(CUdeviceptr address, uint64_t needed, CUdeviceptr *base, uint64_t *found)
{
    int result = piece_at(address, base, found);

    if (!result && *found < needed)
        *found = bytes_beyond(address, *found, needed);
    return result;
}

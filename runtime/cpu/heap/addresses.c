#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "heap/addresses.h"

#include "api/types.h"
#include "support/memory_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *reserve_at(void *address, size_t size, int flags)
{
    void *at =
        mmap(address, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);

    return at == MAP_FAILED ? NULL : at;
}

/* Reserves more, and frees what lies outside of the aligned range. */
uintptr_t cpu_addresses_reserve(size_t size, size_t alignment)
{
    uintptr_t first;
    uintptr_t aligned;

    if (size > SIZE_MAX - alignment)
        return 0;
    first = (uintptr_t)reserve_at(NULL, size + alignment, 0);
    if (first == 0)
        return 0;
    aligned = (first + alignment - 1) / alignment * alignment;
    if (aligned > first)
        munmap((void *)first, aligned - first);
    if (first + alignment > aligned)
        munmap((void *)(aligned + size), first + alignment - aligned);
    return aligned;
}

void cpu_addresses_free(uintptr_t address, size_t size)
{
    munmap((void *)address, size);
}

bool cpu_addresses_map(uintptr_t address, size_t size, int file)
{
    return mmap((void *)address, size, PROT_NONE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
}

bool cpu_addresses_unmap(uintptr_t address, size_t size)
{
    return reserve_at((void *)address, size, MAP_FIXED) != NULL;
}

bool cpu_addresses_protect(uintptr_t address, size_t size, int flags)
{
    int protection = PROT_NONE;

    if (flags & CU_MEM_ACCESS_FLAGS_PROT_READ)
        protection |= PROT_READ;
    if (flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
        protection |= PROT_WRITE;
    return mprotect((void *)address, size, protection) == 0;
}

/* --- Sharing with other processes ----------------------------------------------------------------
 */

static bool map_file(void *address, size_t size, int file)
{
    return mmap(address, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) !=
           MAP_FAILED;
}

int cpu_addresses_share(uintptr_t address, size_t size)
{
    int file = cpu_memory_file_create((const void *)address, size);

    if (file < 0)
        return -1;
    if (!map_file((void *)address, size, file)) {
        close(file);
        return -1;
    }
    return file;
}

void cpu_addresses_unshare(uintptr_t address, size_t size, int file)
{
    mmap((void *)address, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
         0);
    close(file);
}

uint64_t cpu_addresses_file_number(int file)
{
    struct stat status;

    return fstat(file, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

uintptr_t cpu_addresses_import(int process, int file, uint64_t number, size_t size)
{
    char path[64];
    void *at = MAP_FAILED;
    int own;

    snprintf(path, sizeof(path), "/proc/%d/fd/%d", process, file);
    own = open(path, O_RDWR | O_CLOEXEC);
    if (own < 0)
        return 0;
    if (cpu_addresses_file_number(own) == number)
        at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, own, 0);
    close(own);
    return at == MAP_FAILED ? 0 : (uintptr_t)at;
}

#define _GNU_SOURCE /* memfd_create() */

#include "heap/physical.h"

#include "heap/allocation.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void free_physical(cpu_physical *physical)
{
    if (physical->holders > 0 || physical->mappings > 0)
        return;
    close(physical->file);
    free(physical);
}

/* Takes ownership of the file. */
static cpu_physical *create(int file, size_t size, int handle_types)
{
    cpu_physical *made = calloc(1, sizeof(*made));

    if (made) {
        made->object.kind = CPU_KIND_PHYSICAL;
        made->file = file;
        made->size = size;
        made->handle_types = handle_types;
    }
    if (!made || !cpu_physical_hold(made)) {
        close(file);
        free(made);
        return NULL;
    }
    return made;
}

cpu_physical *cpu_physical_create(size_t size, int handle_types)
{
    int file;

    /* The system would also grant more than there is. */
    if (size > cpu_memory_total())
        return NULL;
    file = memfd_create("custub", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return NULL;
    if (ftruncate(file, (off_t)size) != 0) {
        close(file);
        return NULL;
    }
    return create(file, size, handle_types);
}

cpu_physical *cpu_physical_import(int file)
{
    struct stat status;
    int own;

    /* Only files in memory have seals. */
    if (fcntl(file, F_GET_SEALS) < 0 || fstat(file, &status) != 0 || status.st_size <= 0 ||
        (size_t)status.st_size % CPU_PHYSICAL_GRANULARITY != 0)
        return NULL;
    own = fcntl(file, F_DUPFD_CLOEXEC, 0);
    return own < 0 ? NULL : create(own, (size_t)status.st_size, 0);
}

int cpu_physical_export(const cpu_physical *physical)
{
    return fcntl(physical->file, F_DUPFD_CLOEXEC, 0);
}

cpu_physical *cpu_physical_of(uint64_t handle)
{
    cpu_physical *physical = (cpu_physical *)(uintptr_t)handle;

    return cpu_handle_is(physical, CPU_KIND_PHYSICAL) ? physical : NULL;
}

/* It is a valid handle while the program holds it. */
bool cpu_physical_hold(cpu_physical *physical)
{
    if (physical->holders == 0 && !cpu_handle_add(&physical->object))
        return false;
    physical->holders++;
    return true;
}

void cpu_physical_release(cpu_physical *physical)
{
    if (--physical->holders == 0)
        cpu_handle_remove(physical, CPU_KIND_PHYSICAL);
    free_physical(physical);
}

void cpu_physical_add_mapping(cpu_physical *physical)
{
    physical->mappings++;
}

void cpu_physical_remove_mapping(cpu_physical *physical)
{
    physical->mappings--;
    free_physical(physical);
}

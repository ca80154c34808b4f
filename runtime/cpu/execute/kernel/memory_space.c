#define _GNU_SOURCE /* dl_iterate_phdr */

#include "execute/kernel/memory_space.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/* Finds the thread-local memory of the library whose code or data has the address `inside`. It is
 * the shared memory of that image's kernels. */
typedef struct shared_search {
    uintptr_t inside;
    uintptr_t begin;
    uintptr_t size;
} shared_search;

static bool lies_in(const struct dl_phdr_info *library, uintptr_t address)
{
    for (size_t i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD &&
            address - (library->dlpi_addr + segment->p_vaddr) < segment->p_memsz)
            return true;
    }
    return false;
}

static int visit_library(struct dl_phdr_info *library, size_t size, void *data)
{
    shared_search *search = data;

    (void)size;
    if (!lies_in(library, search->inside))
        return 0;
    for (size_t i = 0; i < library->dlpi_phnum; i++) {
        if (library->dlpi_phdr[i].p_type == PT_TLS && library->dlpi_tls_data) {
            search->begin = (uintptr_t)library->dlpi_tls_data;
            search->size = library->dlpi_phdr[i].p_memsz;
        }
    }
    return 1;
}

static bool is_constant(uintptr_t address, const custub_cpu_table *image)
{
    const unsigned char *row = (const unsigned char *)image->globals;

    for (uint32_t i = 0; i < image->global_count; i++, row += image->global_size) {
        const custub_cpu_global *global = (const custub_cpu_global *)(const void *)row;
        if (global->flags & CUSTUB_CPU_GLOBAL_CONSTANT &&
            address - (uintptr_t)global->address < global->size)
            return true;
    }
    return false;
}

custub_cpu_space cpu_space_of(const void *address, const custub_cpu_table *image)
{
    shared_search search = {(uintptr_t)image, 0, 0};

    dl_iterate_phdr(visit_library, &search);
    if ((uintptr_t)address - search.begin < search.size)
        return CUSTUB_CPU_SPACE_SHARED;
    return is_constant((uintptr_t)address, image) ? CUSTUB_CPU_SPACE_CONSTANT
                                                  : CUSTUB_CPU_SPACE_GLOBAL;
}

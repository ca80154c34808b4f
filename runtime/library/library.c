#include "library/library.h"

#include <string.h>

#include <custub/dynamic.h>
#include <custub/graph.h>

#include "driver/kept.h"
#include "error/error.h"

int custub_library_signatures_checked(const custub_library *library)
{
    return library && library->signatures_checked;
}

static void fail_unknown(const custub_library_info *info, const char *name, custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_KERNEL_UNKNOWN, "%s has no kernel '%.64s'", info->file,
                      name);
    if (error)
        custubi_error_name(error->file, info->file);
    for (uint32_t i = 0; i < info->kernel_count; i++)
        custubi_error_append(error, "%s%s", i ? ", " : ": it has ", info->kernels[i].name);
}

const custub_kernel *custub_library_find(const custub_library *library, const char *name,
                                         custub_error *error)
{
    if (custub_failed(error))
        return NULL;
    if (!library || !name) {
        custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                          "finding a kernel: a null argument");
        return NULL;
    }
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        if (strcmp(library->info->kernels[i].name, name) == 0)
            return &library->kernels[i];
    }
    fail_unknown(library->info, name, error);
    return NULL;
}

uint32_t custub_library_kernel_count(const custub_library *library)
{
    return library ? library->info->kernel_count : 0;
}

const custub_kernel *custub_library_kernel(const custub_library *library, uint32_t index)
{
    return index < custub_library_kernel_count(library) ? &library->kernels[index] : NULL;
}

const custub_kernel_info *custub_kernel_describe(const custub_kernel *kernel)
{
    return kernel ? kernel->info : NULL;
}

void custubi_library_enlist(custub_library *library, custubi_dependent *dependent)
{
    custubi_mutex_lock(&library->filling);
    dependent->next = library->dependents;
    dependent->link = &library->dependents;
    if (dependent->next)
        dependent->next->link = &dependent->next;
    library->dependents = dependent;
    custubi_mutex_unlock(&library->filling);
}

void custubi_library_delist(custub_library *library, custubi_dependent *dependent)
{
    custubi_mutex_lock(&library->filling);
    *dependent->link = dependent->next;
    if (dependent->next)
        dependent->next->link = dependent->link;
    custubi_mutex_unlock(&library->filling);
}

/* --- Graphs that keep it --------------------------------------------------------------------- */

static custub_status release(const custubi_kept *thing, custub_error *error)
{
    return custubi_library_release(thing->owned, error);
}

custub_status custub_graph_keep_library(CUgraph graph, custub_library *library, custub_error *error)
{
    const custubi_kept thing = {.release = release, .owned = library};

    if (custub_failed(error))
        return error->status;
    if (!library)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: the library is null: its kernels are not loaded",
                                 custubi_keeping);
    atomic_fetch_add(&library->users, 1);
    return custubi_keep(graph, &thing, error);
}

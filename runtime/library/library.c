#include "library/library.h"

#include <string.h>

#include <custub/dynamic.h>

#include "error/error.h"

int custub_library_signatures_checked(const struct custub_library *library)
{
    return library && library->signatures_checked;
}

int custub_library_matches(const custub_library_info *library, uint64_t fingerprint,
                           custub_error *error)
{
    if (library->fingerprint == fingerprint)
        return 1;
    custubi_error_set(error, CUSTUB_ERROR_HEADER_MISMATCH,
                      "the included header and the linked description '%s' of %s do not belong "
                      "together: two sources have this stem, or one of the two was generated again "
                      "without the other; generate both, and give each source a --unit of its own",
                      library->name, library->file);
    return 0;
}

static custub_status fail_unknown(const custub_library_info *info, const char *name,
                                  custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_KERNEL_UNKNOWN, "%s has no kernel '%.64s'", info->file,
                      name);
    if (error)
        error->file = info->file;
    for (uint32_t i = 0; i < info->kernel_count; i++)
        custubi_error_append(error, "%s%s", i ? ", " : ": it has ", info->kernels[i].name);
    return CUSTUB_ERROR_KERNEL_UNKNOWN;
}

custub_status custub_library_find(const struct custub_library *library, const char *name,
                                  const custub_kernel **out, custub_error *error)
{
    if (out)
        *out = NULL;
    if (!out || !library || !name)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "finding a kernel: a null argument");
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        if (strcmp(library->info->kernels[i].name, name) != 0)
            continue;
        *out = &library->kernels[i];
        return CUSTUB_OK;
    }
    return fail_unknown(library->info, name, error);
}

uint32_t custub_library_kernel_count(const struct custub_library *library)
{
    return library ? library->info->kernel_count : 0;
}

const custub_kernel *custub_library_kernel(const struct custub_library *library, uint32_t index)
{
    return index < custub_library_kernel_count(library) ? &library->kernels[index] : NULL;
}

const custub_kernel_info *custub_kernel_describe(const custub_kernel *kernel)
{
    return kernel ? kernel->info : NULL;
}

void custubi_library_enlist(struct custub_library *library, custubi_dependent *dependent)
{
    custubi_mutex_lock(&library->filling);
    dependent->next = library->dependents;
    dependent->link = &library->dependents;
    if (dependent->next)
        dependent->next->link = &dependent->next;
    library->dependents = dependent;
    custubi_mutex_unlock(&library->filling);
}

void custubi_library_delist(struct custub_library *library, custubi_dependent *dependent)
{
    custubi_mutex_lock(&library->filling);
    *dependent->link = dependent->next;
    if (dependent->next)
        dependent->next->link = dependent->link;
    custubi_mutex_unlock(&library->filling);
}

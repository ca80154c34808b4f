#include "image/held_kernel.h"

#include "api/driver_state.h"
#include "image/module.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 8 /* of the further parameter, in bytes */

static uint32_t end_of(const custub_cpu_kernel *entry)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < entry->param_count; i++)
        if (entry->params[i].offset + entry->params[i].size > end)
            end = entry->params[i].offset + entry->params[i].size;
    return (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Copies the names behind the pointers to them. */
static void copy_names(const char **to, const cpu_check_contract *contract)
{
    char *text = (char *)(to + contract->pointer_count);

    for (uint32_t i = 0; i < contract->pointer_count; i++) {
        const size_t bytes = strlen(contract->pointers[i]) + 1;
        to[i] = memcpy(text, contract->pointers[i], bytes);
        text += bytes;
    }
}

static const char **make_names(const cpu_check_contract *contract)
{
    size_t bytes = 1; /* not 0, for malloc() */
    const char **names;

    for (uint32_t i = 0; i < contract->pointer_count; i++)
        bytes += sizeof(*names) + strlen(contract->pointers[i]) + 1;
    names = malloc(bytes);
    if (names)
        copy_names(names, contract);
    return names;
}

static void add_further(custub_cpu_param *params, const custub_cpu_kernel *entry, uint32_t pointers)
{
    const uint32_t count = entry->param_count;

    if (count)
        memcpy(params, entry->params, count * sizeof(*params));
    params[count].offset = end_of(entry);
    params[count].size =
        (uint32_t)(sizeof(custub_bounds_head) + pointers * sizeof(custub_bounds_extent));
}

static cpu_held_kernel *make(const custub_cpu_kernel *entry, const cpu_check_contract *contract)
{
    cpu_held_kernel *held =
        malloc(sizeof(*held) + (entry->param_count + 1) * sizeof(held->params[0]));

    if (!held)
        return NULL;
    held->names = make_names(contract);
    if (!held->names) {
        free(held);
        return NULL;
    }
    held->contract = (cpu_check_contract){contract->pointer_count, held->names};
    add_further(held->params, entry, contract->pointer_count);
    held->entry = *entry;
    held->entry.params = held->params;
    held->entry.param_count = entry->param_count + 1;
    return held;
}

void cpu_held_kernel_destroy(cpu_held_kernel *held)
{
    if (held)
        free(held->names);
    free(held);
}

CUresult custub_cpu_kernel_hold(void *handle, const char *name, uint32_t pointer_count,
                                const char *const *pointers)
{
    const cpu_check_contract contract = {pointer_count, pointers};
    CUresult result = cpu_check_initialized();
    cpu_module *module;
    cpu_kernel *kernel;

    if (result != CUDA_SUCCESS)
        return result;
    module = cpu_module_of(handle, false);
    if (!module)
        module = cpu_module_of(handle, true);
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!name || (pointer_count && !pointers))
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_module_find_kernel(&kernel, module, name);
    if (result != CUDA_SUCCESS)
        return result;
    if (kernel->held) /* another load of an image that is shared */
        return kernel->held->contract.pointer_count == pointer_count ? CUDA_SUCCESS
                                                                     : CUDA_ERROR_INVALID_VALUE;
    kernel->held = make(kernel->entry, &contract);
    if (!kernel->held)
        return CUDA_ERROR_OUT_OF_MEMORY;
    kernel->entry = &kernel->held->entry;
    return CUDA_SUCCESS;
}

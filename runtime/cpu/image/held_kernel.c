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
    held->values = NULL;
    held->contract =
        (cpu_check_contract){.pointer_count = contract->pointer_count, .pointers = held->names};
    add_further(held->params, entry, contract->pointer_count);
    held->entry = *entry;
    held->entry.params = held->params;
    held->entry.param_count = entry->param_count + 1;
    return held;
}

/* --- Values --------------------------------------------------------------------------------------
 */

static const char *copy_text(char **to, const char *text)
{
    const size_t bytes = strlen(text) + 1;
    const char *copy = memcpy(*to, text, bytes);

    *to += bytes;
    return copy;
}

/* Copies the texts behind the values. */
static custub_held_values *copy_values(uint32_t count, const custub_held_values *values)
{
    size_t bytes = count * sizeof(*values);
    custub_held_values *copies;
    char *text;

    for (uint32_t i = 0; i < count; i++)
        bytes += strlen(values[i].file) + strlen(values[i].low) + strlen(values[i].high) + 3;
    copies = malloc(bytes);
    if (!copies)
        return NULL;
    text = (char *)(copies + count);
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = values[i];
        copies[i].file = copy_text(&text, values[i].file);
        copies[i].low = copy_text(&text, values[i].low);
        copies[i].high = copy_text(&text, values[i].high);
    }
    return copies;
}

static CUresult add_values(cpu_held_kernel *held, uint32_t count, const custub_held_values *values)
{
    held->values = copy_values(count, values);
    if (!held->values)
        return CUDA_ERROR_OUT_OF_MEMORY;
    held->contract.value_count = count;
    held->contract.values = held->values;
    held->params[held->entry.param_count - 1].size += count * (uint32_t)sizeof(custub_held_range);
    return CUDA_SUCCESS;
}

/* --- Interface -----------------------------------------------------------------------------------
 */

void cpu_held_kernel_destroy(cpu_held_kernel *held)
{
    if (held) {
        free(held->names);
        free(held->values);
    }
    free(held);
}

static CUresult find(void *handle, const char *name, cpu_kernel **kernel)
{
    CUresult result = cpu_check_initialized();
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    module = cpu_module_of(handle, false);
    if (!module)
        module = cpu_module_of(handle, true);
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    return name ? cpu_module_find_kernel(kernel, module, name) : CUDA_ERROR_INVALID_VALUE;
}

CUresult custub_cpu_kernel_hold(void *handle, const char *name, uint32_t pointer_count,
                                const char *const *pointers)
{
    const cpu_check_contract contract = {.pointer_count = pointer_count, .pointers = pointers};
    cpu_kernel *kernel;
    CUresult result = find(handle, name, &kernel);

    if (result != CUDA_SUCCESS)
        return result;
    if (pointer_count && !pointers)
        return CUDA_ERROR_INVALID_VALUE;
    if (kernel->held) /* another load of an image that is shared */
        return kernel->held->contract.pointer_count == pointer_count ? CUDA_SUCCESS
                                                                     : CUDA_ERROR_INVALID_VALUE;
    kernel->held = make(kernel->entry, &contract);
    if (!kernel->held)
        return CUDA_ERROR_OUT_OF_MEMORY;
    kernel->entry = &kernel->held->entry;
    return CUDA_SUCCESS;
}

CUresult custub_cpu_kernel_hold_values(void *handle, const char *name, uint32_t count,
                                       const custub_held_values *values)
{
    cpu_kernel *kernel;
    CUresult result = find(handle, name, &kernel);

    if (result != CUDA_SUCCESS)
        return result;
    if (!kernel->held || !count || !values)
        return CUDA_ERROR_INVALID_VALUE;
    if (kernel->held->values) /* another load of an image that is shared */
        return kernel->held->contract.value_count == count ? CUDA_SUCCESS
                                                           : CUDA_ERROR_INVALID_VALUE;
    return add_values(kernel->held, count, values);
}

#include "library/bounds_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <custub/cpu_checks.h>

#include "bounds/described_table.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "error/error.h"
#include "jit/jit.h"

#define ADVICE                                                                                     \
    "give custub_add_kernels() BOUNDS_CHECKS, or load without them (load options, "                \
    "CUSTUB_BOUNDS_CHECKS)"

static const custub_image *find(const custub_image *images, const char *tag)
{
    for (; images && images->data; images++)
        if (strcmp(images->tag, tag) == 0)
            return images;
    return NULL;
}

static custub_status fail(const custub_library_info *info, const char *why, custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_NO_IMAGE, "%s: bounds checks are asked for, and %s",
                      info->file, why);
    if (error)
        custubi_error_name(error->file, info->file);
    return CUSTUB_ERROR_NO_IMAGE;
}

static custub_status check_choice(const custub_library_info *info, custub_bounds_checks checks,
                                  custub_error *error)
{
    if ((unsigned int)checks <= CUSTUB_BOUNDS_CHECKS_ALWAYS)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "%s: there are no bounds checks of the kind %d", info->file,
                             (int)checks);
}

/* The image with bounds checks would have variables of its own, beside those of the program. */
static custub_status check_variables(const custub_library *library, custub_error *error)
{
    const uint32_t variables = library->bounds->table.head->variables;
    const custub_library_info *info = library->info;

    if (!variables)
        return CUSTUB_OK;
    custubi_error_set(error, CUSTUB_ERROR_NO_IMAGE,
                      "%s: bounds checks are asked for, and the kernels that nvcc compiled into "
                      "the program share %u variable%s with it, of which the image with the checks "
                      "has its own; build them by custub_add_kernels(), or load without the checks",
                      info->file, (unsigned int)variables, variables == 1 ? "" : "s");
    if (error)
        custubi_error_name(error->file, info->file);
    return CUSTUB_ERROR_NO_IMAGE;
}

/* --- On the CPU driver ------------------------------------------------------------------------ */

/* True if the memory checker is to hold kernels to their contracts. Then it also measures. */
static bool holds_contracts(void)
{
    int checks = 0;

    return custubi_cu.kernel_hold && custubi_cu.cpu_settings &&
           !custubi_cu.cpu_settings(&checks, NULL) && checks == CUSTUB_CPU_CHECKS_CONTRACTS;
}

/* The memory checker has its own choice, CUSTUB_CPU_CHECK. */
static custub_status choose_on_cpu(custub_library *library, custub_bounds_checks given,
                                   custub_error *error)
{
    const custub_library_info *info = library->info;
    const bool holds = holds_contracts();
    const bool measures = holds && library->checks == CUSTUB_BOUNDS_CHECKS_MEASURE;
    custub_status status;
    size_t size = 0;
    void *table;

    if (given != CUSTUB_BOUNDS_CHECKS_DEFAULT && given != CUSTUB_BOUNDS_CHECKS_OFF && !measures)
        return fail(info,
                    "the CPU driver has none; CUSTUB_CPU_CHECK checks its kernels "
                    "(docs/CHECKER.md)",
                    error);
    if (!holds || library->linked)
        return CUSTUB_OK;
    table = custubi_described_table(info, &size);
    if (!table)
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "%s: no memory for the extents of its launches", info->file);
    status = custubi_bounds_open(&library->bounds, info,
                                 measures ? CUSTUB_BOUNDS_CHECKS_MEASURE : CUSTUB_BOUNDS_CHECKS_ON,
                                 table, size, error);
    free(table);
    return status;
}

static custub_status fail_hold(const custub_kernel_info *info, int result, const char *call,
                               custub_error *error)
{
    return result ? custubi_error_driver(error, call, result, "holding '%s' to its contract",
                                         info->name)
                  : CUSTUB_OK;
}

static bool is_signed(uint32_t scalar)
{
    return scalar == CUSTUB_SCALAR_I8 || scalar == CUSTUB_SCALAR_I16 ||
           scalar == CUSTUB_SCALAR_I32 || scalar == CUSTUB_SCALAR_I64;
}

static custub_held_values values_of(const custub_kernel_info *info, uint32_t index)
{
    const custub_pointer_info *pointer = &info->pointers[index];

    return (custub_held_values){.pointer = index,
                                .element_size = pointer->element_size,
                                .is_signed = is_signed(pointer->scalar),
                                .line = pointer->line,
                                .file = pointer->file ? pointer->file : info->file,
                                .low = pointer->low.text,
                                .high = pointer->high.text};
}

/* Tells the driver that launches of the kernel say what values are in memory. */
static custub_status hold_values(const custub_library *library, const custub_kernel_info *info,
                                 custub_error *error)
{
    const uint32_t count = custubi_described_values(info);
    custub_held_values *values = count ? calloc(count, sizeof(*values)) : NULL;
    uint32_t filled = 0;
    int result = values ? CUSTUBI_SUCCESS : CUSTUBI_OUT_OF_MEMORY;

    if (!count)
        return CUSTUB_OK;
    for (uint32_t i = 0; values && i < info->pointer_count; i++)
        if (info->pointers[i].low.code)
            values[filled++] = values_of(info, i);
    if (values)
        result = custubi_cu.kernel_hold_values(library->image, info->symbol, count, values);
    free(values);
    return fail_hold(info, result, "custub_cpu_kernel_hold_values", error);
}

/* Tells the driver that launches of the kernel say what they may touch. */
static custub_status hold(const custub_library *library, const custub_kernel *kernel,
                          custub_error *error)
{
    const custub_kernel_info *info = kernel->info;
    const char **names = calloc(info->pointer_count + 1, sizeof(*names));
    int result = names ? CUSTUBI_SUCCESS : CUSTUBI_OUT_OF_MEMORY;

    for (uint32_t i = 0; names && i < info->pointer_count; i++)
        names[i] = info->pointers[i].name;
    if (names)
        result = custubi_cu.kernel_hold(library->image, info->symbol, info->pointer_count, names);
    free(names);
    return result ? fail_hold(info, result, "custub_cpu_kernel_hold", error)
                  : hold_values(library, info, error);
}

/* --- At the load ------------------------------------------------------------------------------ */

custub_status custubi_library_choose_checks(custub_library *library, custub_bounds_checks given,
                                            const custub_image *images, custub_error *error)
{
    const custub_library_info *info = library->info;
    const custub_image *table = find(images, CUSTUBI_TABLE_TAG);
    custub_status status;

    library->checks = custubi_bounds_choose(given);
    status = check_choice(info, library->checks, error);
    if (status || !info->kernel_count)
        return status;
    if (custubi_driver_is_cpu())
        return choose_on_cpu(library, given, error);
    if (library->checks == CUSTUB_BOUNDS_CHECKS_OFF)
        return CUSTUB_OK;
    if (!table && find(images, CUSTUBI_JIT_TAG))
        return CUSTUB_OK; /* the compilation makes one */
    if (!table)
        return given ? fail(info, "no image has them; " ADVICE, error) : CUSTUB_OK;
    status = custubi_bounds_open(&library->bounds, info, library->checks, table->data, table->size,
                                 error);
    return !status && library->linked ? check_variables(library, error) : status;
}

/* The kernel as it is without checks; null if the image does not have it. */
static void *find_plain(const custub_library *library, const custub_kernel_info *info)
{
    const size_t bytes = strlen(info->symbol) + sizeof(CUSTUB_BOUNDS_PLAIN);
    char *symbol = malloc(bytes);
    void *found = NULL;

    if (symbol) {
        snprintf(symbol, bytes, "%s" CUSTUB_BOUNDS_PLAIN, info->symbol);
        if (custubi_cu.library_get_kernel(&found, library->image, symbol))
            found = NULL;
    }
    free(symbol);
    return found;
}

custub_status custubi_library_bound(custub_library *library, custub_error *error)
{
    custub_status status = CUSTUB_OK;

    for (uint32_t i = 0; library->bounds && i < library->info->kernel_count; i++) {
        custub_kernel_state *state = &library->states[i];
        if (!library->kernels[i].function || !library->bounds->kernels[i].checked)
            continue;
        state->bounds = &library->bounds->kernels[i];
        if (state->bounds->checked->repeats && !library->is_module)
            state->bounds->plain = find_plain(library, library->kernels[i].info);
        if (!status && custubi_driver_is_cpu())
            status = hold(library, &library->kernels[i], error);
    }
    return status;
}

custub_bounds_checks custub_kernel_bounds_checks(const custub_kernel *kernel)
{
    return kernel && kernel->function && kernel->state->bounds ? kernel->library->bounds->checks
                                                               : CUSTUB_BOUNDS_CHECKS_OFF;
}

const char *custub_kernel_unchecked(const custub_kernel *kernel)
{
    if (!kernel || !kernel->function || !kernel->library->bounds)
        return NULL;
    return kernel->library->bounds->kernels[custubi_kernel_index(kernel)].reason;
}

#include "bounds/described_table.h"

#include <stdlib.h>
#include <string.h>

#include <custub/bounds_table.h>
#include <custub/held_values.h>

#include "driver/driver.h"

uint32_t custubi_described_values(const custub_kernel_info *info)
{
    uint32_t count = 0;

    for (uint32_t i = 0; custubi_cu.kernel_hold_values && i < info->pointer_count; i++)
        count += info->pointers[i].low.code != NULL;
    return count;
}

/* The empty string, then the symbols of all kernels. */
static size_t string_bytes(const custub_library_info *info)
{
    size_t bytes = 1;

    for (uint32_t i = 0; i < info->kernel_count; i++)
        bytes += strlen(info->kernels[i].symbol) + 1;
    return bytes;
}

static custub_bounds_kernel kernel_of(const custub_kernel_info *info, uint32_t symbol)
{
    return (custub_bounds_kernel){
        .symbol = symbol,
        .param_bytes = (uint32_t)(sizeof(custub_bounds_head) +
                                  info->pointer_count * sizeof(custub_bounds_extent) +
                                  custubi_described_values(info) * sizeof(custub_held_range)),
        .extents = info->pointer_count};
}

static void fill(custub_bounds_table *table, const custub_library_info *info)
{
    custub_bounds_kernel *kernels =
        (custub_bounds_kernel *)(void *)((char *)table + table->kernels);
    char *strings = (char *)table + table->strings;
    uint32_t end = 1;

    for (uint32_t i = 0; i < info->kernel_count; i++) {
        const size_t length = strlen(info->kernels[i].symbol);
        memcpy(strings + end, info->kernels[i].symbol, length);
        kernels[i] = kernel_of(&info->kernels[i], end);
        end += (uint32_t)length + 1;
    }
}

void *custubi_described_table(const custub_library_info *info, size_t *size)
{
    const size_t kernels = info->kernel_count * sizeof(custub_bounds_kernel);
    const size_t strings = string_bytes(info);
    const uint32_t behind = (uint32_t)(sizeof(custub_bounds_table) + kernels);
    custub_bounds_table *table = calloc(1, behind + strings);

    if (!table)
        return NULL;
    *size = behind + strings;
    *table = (custub_bounds_table){.magic = CUSTUB_BOUNDS_MAGIC,
                                   .version = CUSTUB_BOUNDS_VERSION,
                                   .bytes = (uint32_t)*size,
                                   .kernel_count = info->kernel_count,
                                   .kernels = sizeof(*table),
                                   .limits = behind,
                                   .sites = behind,
                                   .strings = behind,
                                   .string_bytes = (uint32_t)strings};
    fill(table, info);
    return table;
}

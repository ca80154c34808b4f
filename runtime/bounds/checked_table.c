#include "bounds/checked_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The most bytes that the parameters of a kernel have (PTX ISA, "Kernel Function Parameters"). */
#define MOST_PARAMETER_BYTES 32764u

typedef struct reader {
    custubi_checked_table *table;
    char *reason; /* of CUSTUBI_TABLE_REASON_SIZE bytes */
} reader;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
refuse(const reader *of, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(of->reason, CUSTUBI_TABLE_REASON_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static bool check_head(const reader *of, size_t size)
{
    const custub_bounds_table *head = of->table->head;

    if (size < sizeof(*head))
        return refuse(of, "%zu bytes, fewer than its head has", size);
    if (head->magic != CUSTUB_BOUNDS_MAGIC)
        return refuse(of, "another beginning");
    if (head->version != CUSTUB_BOUNDS_VERSION)
        return refuse(of, "version %u, this runtime reads %u", (unsigned int)head->version,
                      CUSTUB_BOUNDS_VERSION);
    if (head->bytes > size || head->bytes < sizeof(*head))
        return refuse(of, "%zu bytes, its head says %u", size, (unsigned int)head->bytes);
    return true;
}

static bool check_array(const reader *of, const char *what, uint32_t offset, uint64_t count,
                        size_t size)
{
    const uint32_t bytes = of->table->head->bytes;

    if (offset % 8 || offset > bytes || count > (bytes - offset) / size)
        return refuse(of, "%llu %s at byte %u, which do not fit", (unsigned long long)count, what,
                      (unsigned int)offset);
    return true;
}

static bool check_strings(const reader *of)
{
    const custub_bounds_table *head = of->table->head;
    const char *strings = (const char *)head + head->strings;

    if (!head->string_bytes || head->strings > head->bytes ||
        head->string_bytes > head->bytes - head->strings)
        return refuse(of, "%u bytes of text at byte %u, which do not fit",
                      (unsigned int)head->string_bytes, (unsigned int)head->strings);
    if (strings[0] || strings[head->string_bytes - 1])
        return refuse(of, "text that does not begin and end with a zero byte");
    return true;
}

static bool is_text(const reader *of, uint32_t offset)
{
    return offset < of->table->head->string_bytes;
}

/* Bytes of a limit in the parameter; 0: there is no such kind. */
static uint32_t limit_size(uint32_t kind)
{
    switch (kind) {
    case CUSTUB_BOUNDS_OFFSET:
        return 8;
    case CUSTUB_BOUNDS_ADDRESS:
        return 16;
    case CUSTUB_BOUNDS_INDEX:
        return 4;
    default:
        return 0;
    }
}

static bool is_limit(const custub_bounds_kernel *kernel, const custub_bounds_limit *limit)
{
    uint32_t size = limit_size(limit->kind);
    uint32_t begin =
        (uint32_t)(sizeof(custub_bounds_head) + kernel->extents * sizeof(custub_bounds_extent));

    if (!size || limit->offset % (size == 4 ? 4 : 8) || limit->offset < begin ||
        limit->offset > kernel->param_bytes || size > kernel->param_bytes - limit->offset)
        return false;
    if (limit->extent >= kernel->extents && limit->extent != CUSTUB_BOUNDS_SHARED)
        return false;
    if (!limit->span || limit->span > INT64_MAX || (limit->align & (limit->align - 1)))
        return false;
    return limit->kind == CUSTUB_BOUNDS_ADDRESS ||
           (limit->low >= 0 && limit->scale &&
            (limit->kind == CUSTUB_BOUNDS_OFFSET || limit->most <= UINT32_MAX));
}

static bool check_kernel(const reader *of, uint32_t index)
{
    const custub_bounds_table *head = of->table->head;
    const custub_bounds_kernel *kernel = &of->table->kernels[index];

    if (!is_text(of, kernel->symbol) || !is_text(of, kernel->reason))
        return refuse(of, "a kernel, number %u, whose name is not in it", (unsigned int)index);
    if (kernel->reason)
        return true;
    if (kernel->param_bytes % 8 || kernel->param_bytes > MOST_PARAMETER_BYTES ||
        kernel->param_bytes < sizeof(custub_bounds_head) ||
        kernel->extents >
            (kernel->param_bytes - sizeof(custub_bounds_head)) / sizeof(custub_bounds_extent))
        return refuse(of, "a parameter of %u bytes for %u pointers of '%.40s'",
                      (unsigned int)kernel->param_bytes, (unsigned int)kernel->extents,
                      of->table->strings + kernel->symbol);
    if (kernel->first_limit > head->limit_count ||
        kernel->limit_count > head->limit_count - kernel->first_limit)
        return refuse(of, "limits of '%.40s' that are not in it",
                      of->table->strings + kernel->symbol);
    if (kernel->first_number > head->number_count ||
        kernel->number_count > head->number_count - kernel->first_number)
        return refuse(of, "numbers of '%.40s' that are not in it",
                      of->table->strings + kernel->symbol);
    for (uint32_t i = 0; i < kernel->limit_count; i++)
        if (!is_limit(kernel, &of->table->limits[kernel->first_limit + i]))
            return refuse(of, "a wrong limit, number %u of '%.40s'", (unsigned int)i,
                          of->table->strings + kernel->symbol);
    return true;
}

static bool check_site(const reader *of, uint32_t index)
{
    const custub_bounds_site *site = &of->table->sites[index];

    if (site->kernel < of->table->head->kernel_count && site->origin <= CUSTUB_BOUNDS_OF_SHARED &&
        site->access <= CUSTUB_BOUNDS_ATOMIC && is_text(of, site->name) &&
        is_text(of, site->file) && is_text(of, site->function) && is_text(of, site->caller_file))
        return true;
    return refuse(of, "a wrong access, number %u", (unsigned int)index);
}

bool custubi_checked_table_read(custubi_checked_table *out, const void *data, size_t size,
                                char reason[CUSTUBI_TABLE_REASON_SIZE])
{
    const reader of = {out, reason};
    const char *bytes = data;

    out->head = data;
    if (!check_head(&of, size) ||
        !check_array(&of, "kernels", out->head->kernels, out->head->kernel_count,
                     sizeof(custub_bounds_kernel)) ||
        !check_array(&of, "limits", out->head->limits, out->head->limit_count,
                     sizeof(custub_bounds_limit)) ||
        !check_array(&of, "numbers", out->head->numbers, out->head->number_count,
                     sizeof(custub_bounds_number)) ||
        !check_array(&of, "accesses", out->head->sites, out->head->site_count,
                     sizeof(custub_bounds_site)) ||
        !check_strings(&of))
        return false;
    out->kernels = (const custub_bounds_kernel *)(const void *)(bytes + out->head->kernels);
    out->limits = (const custub_bounds_limit *)(const void *)(bytes + out->head->limits);
    out->numbers = (const custub_bounds_number *)(const void *)(bytes + out->head->numbers);
    out->sites = (const custub_bounds_site *)(const void *)(bytes + out->head->sites);
    out->strings = bytes + out->head->strings;
    for (uint32_t i = 0; i < out->head->kernel_count; i++)
        if (!check_kernel(&of, i))
            return false;
    for (uint32_t i = 1; i < out->head->site_count; i++) /* site 0 is none */
        if (!check_site(&of, i))
            return false;
    return true;
}

const custub_bounds_kernel *custubi_checked_table_find(const custubi_checked_table *table,
                                                       const char *symbol)
{
    for (uint32_t i = 0; i < table->head->kernel_count; i++)
        if (strcmp(table->strings + table->kernels[i].symbol, symbol) == 0)
            return &table->kernels[i];
    return NULL;
}

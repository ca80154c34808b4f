#include "bounds/table.h"

#include <string.h>

void gen_bounds_table_initialize(gen_bounds_table *table, gen_arena *arena)
{
    *table = (gen_bounds_table){.arena = arena, .string_bytes = 1, .offsets = {.arena = arena}};
}

gen_bounds_kernel_entry *gen_bounds_find_kernel(const gen_bounds_table *table, gen_token symbol)
{
    for (size_t i = 0; i < table->kernel_count; i++)
        if (gen_token_is(symbol, table->kernels[i].symbol))
            return &table->kernels[i];
    return NULL;
}

uint32_t gen_bounds_table_string(gen_bounds_table *table, const char *string)
{
    const uint32_t *known;
    uint32_t *offset;

    if (!string || !*string)
        return 0;
    known = gen_name_table_find(&table->offsets, string);
    if (known)
        return *known;
    offset = GEN_NEW(table->arena, uint32_t);
    *offset = (uint32_t)table->string_bytes;
    string = gen_arena_string(table->arena, string);
    GEN_GROW(table->arena, table->strings, table->string_count, &table->string_capacity);
    table->strings[table->string_count++] = string;
    table->string_bytes += strlen(string) + 1;
    gen_name_table_put(&table->offsets, string, offset);
    return *offset;
}

uint32_t gen_bounds_table_site(gen_bounds_table *table, custub_bounds_site site)
{
    GEN_GROW(table->arena, table->sites, table->site_count, &table->site_capacity);
    table->sites[table->site_count++] = site;
    return (uint32_t)table->site_count;
}

static void align(gen_text *out, size_t begin)
{
    while ((out->length - begin) % 8)
        gen_text_append(out, "", 1);
}

bool gen_bounds_repeats(const gen_bounds_kernel_entry *kernel)
{
    return !kernel->reason && !kernel->never_repeats;
}

static uint32_t append_kernels(gen_bounds_table *table, gen_text *out, size_t begin)
{
    uint32_t offset = (uint32_t)(out->length - begin);
    uint32_t limits = 0;
    uint32_t numbers = 0;

    for (size_t i = 0; i < table->kernel_count; i++) {
        const gen_bounds_kernel_entry *kernel = &table->kernels[i];
        bool is_checked = !kernel->reason;
        custub_bounds_kernel entry = {
            .symbol = gen_bounds_table_string(table, kernel->symbol),
            .reason = gen_bounds_table_string(table, kernel->reason),
            .param_bytes = is_checked ? (kernel->limits.bytes + 7) / 8 * 8 : 0,
            .extents = kernel->extents,
            .first_limit = limits,
            .limit_count = is_checked ? (uint32_t)kernel->limits.count : 0,
            .repeats = gen_bounds_repeats(kernel),
            .first_number = numbers,
            .number_count = gen_bounds_repeats(kernel) ? (uint32_t)kernel->numbers.count : 0};
        limits += entry.limit_count;
        numbers += entry.number_count;
        gen_text_append(out, (const char *)&entry, sizeof(entry));
    }
    align(out, begin);
    return offset;
}

static uint32_t append_limits(const gen_bounds_table *table, gen_text *out, size_t begin,
                              uint32_t *count)
{
    uint32_t offset = (uint32_t)(out->length - begin);

    for (size_t i = 0; i < table->kernel_count; i++) {
        const gen_bounds_kernel_entry *kernel = &table->kernels[i];
        if (kernel->reason || !kernel->limits.count)
            continue;
        gen_text_append(out, (const char *)kernel->limits.items,
                        kernel->limits.count * sizeof(*kernel->limits.items));
        *count += (uint32_t)kernel->limits.count;
    }
    align(out, begin);
    return offset;
}

static uint32_t append_numbers(const gen_bounds_table *table, gen_text *out, size_t begin,
                               uint32_t *count)
{
    uint32_t offset = (uint32_t)(out->length - begin);

    for (size_t i = 0; i < table->kernel_count; i++) {
        const gen_bounds_numbers *numbers = &table->kernels[i].numbers;
        if (!gen_bounds_repeats(&table->kernels[i]) || !numbers->count)
            continue;
        gen_text_append(out, (const char *)numbers->items,
                        numbers->count * sizeof(*numbers->items));
        *count += (uint32_t)numbers->count;
    }
    align(out, begin);
    return offset;
}

static uint32_t append_strings(const gen_bounds_table *table, gen_text *out, size_t begin)
{
    uint32_t offset = (uint32_t)(out->length - begin);

    gen_text_append(out, "", 1);
    for (size_t i = 0; i < table->string_count; i++)
        gen_text_append(out, table->strings[i], strlen(table->strings[i]) + 1);
    align(out, begin);
    return offset;
}

void gen_bounds_table_write(gen_bounds_table *table, gen_text *out)
{
    static const custub_bounds_site none;
    const size_t begin = out->length;
    custub_bounds_table head = {.magic = CUSTUB_BOUNDS_MAGIC, .version = CUSTUB_BOUNDS_VERSION};

    gen_text_append(out, (const char *)&head, sizeof(head));
    align(out, begin);
    head.kernel_count = (uint32_t)table->kernel_count;
    head.kernels = append_kernels(table, out, begin);
    head.limits = append_limits(table, out, begin, &head.limit_count);
    head.numbers = append_numbers(table, out, begin, &head.number_count);
    head.site_count = (uint32_t)table->site_count + 1;
    head.sites = (uint32_t)(out->length - begin);
    gen_text_append(out, (const char *)&none, sizeof(none));
    if (table->site_count)
        gen_text_append(out, (const char *)table->sites, table->site_count * sizeof(none));
    align(out, begin);
    head.string_bytes = (uint32_t)table->string_bytes;
    head.strings = append_strings(table, out, begin);
    head.variables = table->variables;
    head.bytes = (uint32_t)(out->length - begin);
    if (!out->failed)
        memcpy(out->data + begin, &head, sizeof(head));
}

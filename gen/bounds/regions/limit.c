#include "bounds/regions/limit.h"

#include <string.h>

void gen_bounds_limits_initialize(gen_bounds_limits *limits, gen_arena *arena, size_t pointers,
                                  uint32_t most)
{
    *limits = (gen_bounds_limits){
        .arena = arena,
        .bytes = (uint32_t)(sizeof(custub_bounds_head) + pointers * sizeof(custub_bounds_extent)),
        .most = most};
}

/* The number of the first of these limits, if they stand in the table in this order and are all of
 * one number; or the count of all limits. */
static size_t find(const gen_bounds_limits *limits, const custub_bounds_limit *wanted, size_t count)
{
    for (size_t i = 0; i + count <= limits->count; i++) {
        const custub_bounds_limit *at = &limits->items[i];
        size_t same = 0;
        while (same < count && at[same].offset == at->offset) {
            custub_bounds_limit one = wanted[same];
            one.offset = at->offset;
            if (memcmp(&one, &at[same], sizeof(one)) != 0)
                break;
            same++;
        }
        if (same == count && (!i || at[-1].offset != at->offset) &&
            (i + count == limits->count || at[count].offset != at->offset))
            return i;
    }
    return limits->count;
}

uint32_t gen_bounds_limit_offset(gen_bounds_limits *limits, const custub_bounds_limit *wanted,
                                 size_t count)
{
    static const uint32_t sizes[] = {
        [CUSTUB_BOUNDS_OFFSET] = 8, [CUSTUB_BOUNDS_ADDRESS] = 16, [CUSTUB_BOUNDS_INDEX] = 4};
    uint32_t size = sizes[wanted->kind];
    uint32_t align = size == 4 ? 4 : 8;
    uint32_t offset = (limits->bytes + align - 1) / align * align;
    size_t known = find(limits, wanted, count);

    if (known < limits->count)
        return limits->items[known].offset;
    if (offset + size > limits->most)
        return 0;
    limits->bytes = offset + size;
    for (size_t i = 0; i < count; i++) {
        GEN_GROW(limits->arena, limits->items, limits->count, &limits->capacity);
        limits->items[limits->count] = wanted[i];
        limits->items[limits->count++].offset = offset;
    }
    return offset;
}

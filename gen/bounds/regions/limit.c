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

uint32_t gen_bounds_limit_offset(gen_bounds_limits *limits, custub_bounds_limit limit)
{
    static const uint32_t sizes[] = {
        [CUSTUB_BOUNDS_OFFSET] = 8, [CUSTUB_BOUNDS_ADDRESS] = 16, [CUSTUB_BOUNDS_INDEX] = 4};
    uint32_t align = sizes[limit.kind] == 4 ? 4 : 8;

    for (size_t i = 0; i < limits->count; i++) {
        limit.offset = limits->items[i].offset;
        if (memcmp(&limit, &limits->items[i], sizeof(limit)) == 0)
            return limit.offset;
    }
    limit.offset = (limits->bytes + align - 1) / align * align;
    if (limit.offset + sizes[limit.kind] > limits->most)
        return 0;
    limits->bytes = limit.offset + sizes[limit.kind];
    GEN_GROW(limits->arena, limits->items, limits->count, &limits->capacity);
    limits->items[limits->count++] = limit;
    return limit.offset;
}

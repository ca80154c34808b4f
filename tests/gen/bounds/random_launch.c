#include "random_launch.h"

#include <string.h>

static uint64_t state;

uint32_t random_any(uint32_t count)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % count;
}

void random_seed(uint64_t seed)
{
    state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

void random_buffers(machine_buffer *buffers)
{
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++) {
        buffers[i].base = ((uint64_t)(i + 1) << 32) + (random_any(8) ? 0 : random_any(16));
        buffers[i].bytes = random_any(4)   ? 1000 + random_any(3000)
                           : random_any(2) ? random_any(300)
                                           : 0;
        for (size_t j = 0; j < MACHINE_BYTES; j++)
            buffers[i].memory[j] = (unsigned char)random_any(256);
    }
}

/* As custub_bounds_limit says. */
static uint64_t value_of(const custub_bounds_limit *limit, const machine_buffer *buffer)
{
    uint64_t low = (uint64_t)limit->low;
    uint64_t value = 0;

    if (limit->align > 1 && buffer->base % limit->align)
        return 0;
    if (limit->kind == CUSTUB_BOUNDS_ADDRESS)
        return buffer->bytes < limit->span ? 0 : buffer->bytes - limit->span + 1;
    if (low <= buffer->bytes && limit->span <= buffer->bytes - low)
        value = (buffer->bytes - low - limit->span) / limit->scale + 1;
    return limit->kind == CUSTUB_BOUNDS_INDEX && value > limit->most ? limit->most : value;
}

static void set_limit(unsigned char *parameter, const custub_bounds_limit *limit, uint64_t value,
                      const machine_buffer *buffer)
{
    uint64_t base = buffer->base - (uint64_t)limit->low;

    if (limit->kind == CUSTUB_BOUNDS_ADDRESS) {
        memcpy(parameter + limit->offset, &base, 8);
        memcpy(parameter + limit->offset + 8, &value, 8);
    } else {
        memcpy(parameter + limit->offset, &value, limit->kind == CUSTUB_BOUNDS_INDEX ? 4 : 8);
    }
}

void random_set_parameter(unsigned char *parameter, const gen_text *table,
                          const machine_buffer *buffers, const custub_bounds_head *first)
{
    custub_bounds_table head;
    const custub_bounds_limit *limits;
    uint64_t least = 0;

    memcpy(&head, table->data, sizeof(head));
    limits = (const custub_bounds_limit *)(const void *)(table->data + head.limits);
    memcpy(parameter, first, sizeof(*first));
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++) {
        custub_bounds_extent extent = {buffers[i].base, buffers[i].bytes};
        memcpy(parameter + sizeof(*first) + i * sizeof(extent), &extent, sizeof(extent));
    }
    for (uint32_t i = 0; i < head.limit_count && !first->measures; i++) {
        const machine_buffer *buffer = &buffers[limits[i].extent];
        const uint64_t value = value_of(&limits[i], buffer);
        const bool is_joined = i && limits[i].offset == limits[i - 1].offset;
        least = is_joined && least < value ? least : value;
        set_limit(parameter, &limits[i], least, buffer);
    }
}

void random_params(unsigned char *params, const machine_buffer *buffers)
{
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        memcpy(params + 8 * i, &buffers[i].base, 8);
    for (unsigned i = 0; i < RANDOM_INTEGERS; i++) {
        uint32_t value = random_any(12)  ? 10 + random_any(40)
                         : random_any(2) ? random_any(UINT32_C(0x7fffffff)) * 2
                                         : UINT32_MAX;
        memcpy(params + 8 * MACHINE_BUFFERS + 4 * i, &value, 4);
    }
}

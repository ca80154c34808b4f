#include "execute/block_order.h"

#include "api/settings.h"

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

block_order block_order_read(uint64_t blocks)
{
    const uint64_t seed = cpu_setting_number("CUSTUB_CPU_BLOCK_ORDER", 0, UINT32_MAX, 0,
                                             "a number from 0 to 4294967295");
    block_order order = {blocks, blocks - 1, blocks - 1}; /* 1: from the last one on */

    if (seed == 0 || blocks < 2 || blocks > UINT32_MAX) /* the products fit into 64 bits */
        return (block_order){blocks, 0, 0};
    if (seed > 1) {
        order.first = seed * UINT64_C(2654435761) % blocks;
        order.step = order.first + 1;
        while (common_divisor(order.step, blocks) !=
               1) /* ends: blocks + 1 has no divisor of blocks */
            order.step++;
    }
    return order;
}

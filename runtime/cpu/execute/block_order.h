/* block_order.h: the order in which the blocks of a launch run under the memory checker:
 * CUSTUB_CPU_BLOCK_ORDER. */
#ifndef CPU_BLOCK_ORDER_H
#define CPU_BLOCK_ORDER_H

#include <stdint.h>

/* Block (first + step * i) % blocks runs as number i. */
typedef struct block_order {
    uint64_t blocks;
    uint64_t first;
    uint64_t step; /* 0: block i runs as number i */
} block_order;

/* Reads the environment variable, for a launch of so many blocks. */
block_order block_order_read(uint64_t blocks);

static inline uint64_t block_order_at(const block_order *order, uint64_t i)
{
    return order->step ? (order->first + order->step * i) % order->blocks : i;
}

#endif

#include "checker/block_order.h"

#include <stdlib.h>
#include <string.h>

#define LANES      CPU_CHECK_LANES
#define LAST_CLOCK UINT16_MAX

cpu_check_order *cpu_check_order_create(void)
{
    return calloc(1, sizeof(cpu_check_order));
}

void cpu_check_order_destroy(cpu_check_order *order)
{
    if (order)
        cpu_check_known_free(&order->known);
    free(order);
}

static void forget_threads(cpu_check_order *order)
{
    memset(order->fences, 0, order->threads * sizeof(order->fences[0]));
    memset(order->seen, 0, order->threads * sizeof(order->seen[0]));
    order->last_fence = 0;
    order->barrier_fence = 0;
}

/* Old accesses would look new after an overflow. */
static void begin_era(cpu_check_order *order)
{
    order->era++;
    forget_threads(order);
    order->epoch = 0;
    order->block_epoch = 1;
    order->barrier_epoch = 1;
}

static void next_epoch(cpu_check_order *order)
{
    if (order->epoch == UINT32_MAX)
        begin_era(order);
    order->epoch++;
}

void cpu_check_order_begin(cpu_check_order *order, uint32_t block, uint32_t threads)
{
    const uint32_t warps = (threads + LANES - 1) / LANES;

    if (order->epoch > UINT32_MAX / 2) /* so that the epochs of this block suffice */
        begin_era(order);
    next_epoch(order);
    order->block = block;
    order->block_epoch = order->epoch;
    order->barrier_epoch = order->epoch;
    order->threads = threads;
    forget_threads(order);
    cpu_check_known_clear(&order->known);
    memset(order->clocks, 0, warps * sizeof(order->clocks[0]));
    for (uint32_t w = 0; w < warps; w++) {
        for (uint32_t i = 0; i < LANES; i++)
            order->clocks[w][i][i] = 1;
    }
}

void cpu_check_order_barrier(cpu_check_order *order)
{
    next_epoch(order);
    order->barrier_epoch = order->epoch;
    order->barrier_fence = order->last_fence;
}

void cpu_check_order_fence(cpu_check_order *order, uint32_t thread)
{
    const uint32_t before = order->epoch;

    next_epoch(order);
    order->fences[thread] = before < order->epoch ? before : 0;
    order->last_fence = order->fences[thread];
}

uint32_t cpu_check_order_fence_of(const cpu_check_order *order, uint32_t thread)
{
    const uint32_t own = order->fences[thread];

    return own > order->barrier_fence ? own : order->barrier_fence;
}

/* Each lane of the mask now sees what any of them saw, and its clock advances. If one of them
 * then sets a flag, this releases what each of them did before its own fence. */
void cpu_check_order_warp(cpu_check_order *order, uint32_t warp, uint32_t mask)
{
    uint16_t(*clocks)[LANES] = order->clocks[warp];
    uint32_t *seen = order->seen + warp * LANES;
    uint32_t *fences = order->fences + warp * LANES;
    uint16_t known[LANES] = {0};
    uint32_t most = 0;
    uint32_t fence = 0;

    for (uint32_t a = 0; a < LANES; a++) {
        if (!(mask >> a & 1))
            continue;
        most = seen[a] > most ? seen[a] : most;
        fence = fences[a] > fence ? fences[a] : fence;
        for (uint32_t b = 0; b < LANES; b++)
            known[b] = clocks[a][b] > known[b] ? clocks[a][b] : known[b];
    }
    for (uint32_t a = 0; a < LANES; a++) {
        if (!(mask >> a & 1))
            continue;
        seen[a] = most;
        fences[a] = fence;
        memcpy(clocks[a], known, sizeof(known));
        if (clocks[a][a] < LAST_CLOCK) /* after the last clock, everything counts as ordered */
            clocks[a][a]++;
    }
}

bool cpu_check_is_ordered(const cpu_check_order *order, const cpu_check_touch *before,
                          uint32_t thread)
{
    if (before->epoch == 0)
        return true;
    if (before->block != CPU_CHECK_THIS_BLOCK && before->block != order->block)
        return cpu_check_known_epoch(&order->known, before->block) >= before->epoch;
    if (before->epoch < order->barrier_epoch || before->thread == thread ||
        before->epoch <= order->seen[thread])
        return true;
    return before->thread / LANES == thread / LANES &&
           order->clocks[thread / LANES][thread % LANES][before->thread % LANES] >= before->clock;
}

cpu_check_touch cpu_check_touch_now(const cpu_check_order *order, uint32_t thread, uint32_t site)
{
    return (cpu_check_touch){
        .block = CPU_CHECK_THIS_BLOCK,
        .epoch = order->epoch,
        .site = site,
        .thread = (uint16_t)thread,
        .clock = order->clocks[thread / LANES][thread % LANES][thread % LANES],
    };
}

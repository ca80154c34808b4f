/* warp_trade.h: the values that the lanes of a warp trade, once all have come. */
#ifndef CPU_WARP_TRADE_H
#define CPU_WARP_TRADE_H

#include <custub/cpu_image.h>

#include <stdbool.h>

#define WARP_LANES 32

/* What a lane brings; `value` is its answer afterwards. */
typedef struct warp_lane {
    uint64_t value;
    const void *site; /* where in the program it waits */
    custub_cpu_warp operation;
    uint32_t mask;          /* as the lane gave it */
    uint32_t source;        /* of a shuffle */
    bool is_source_missing; /* afterwards: that lane did not come to the shuffle */
} warp_lane;

/* The number of the lowest set bit; at least one must be set. */
uint32_t warp_lowest(uint32_t bits);

/* The lanes of `group` that wait at that place. */
uint32_t warp_lanes_at(const warp_lane *lanes, uint32_t group, const void *site);

/* The lanes of `group` that came to the same operation as `lane`, with the same mask. */
uint32_t warp_partners(const warp_lane *lanes, uint32_t group, const warp_lane *lane);

/* Gives all lanes of `group` their answers. */
void warp_answer(warp_lane *lanes, uint32_t group, custub_cpu_warp operation);

#endif

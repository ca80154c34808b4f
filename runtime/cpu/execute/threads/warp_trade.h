/* warp_trade.h: what the lanes of a warp answer each other, once they have all come. */
#ifndef CPU_WARP_TRADE_H
#define CPU_WARP_TRADE_H

#include <custub/cpu_image.h>

#define WARP_LANES 32

/* The values that a lane brings; afterwards its answer. */
typedef struct warp_lane {
    uint64_t value;
    const void *site; /* where in the program it waits */
    custub_cpu_warp operation;
    uint32_t mask;   /* as it gave it */
    uint32_t source; /* of a shuffle */
} warp_lane;

/* The number of the lowest bit that is set; one is. */
uint32_t warp_lowest(uint32_t bits);

/* Which of the lanes of `group` wait at that place. */
uint32_t warp_lanes_at(const warp_lane *lanes, uint32_t group, const void *site);

/* Which of the lanes of `group` came to the same operation as `lane`, with the same mask. */
uint32_t warp_partners(const warp_lane *lanes, uint32_t group, const warp_lane *lane);

/* Answers all lanes of `group`. */
void warp_answer(warp_lane *lanes, uint32_t group, custub_cpu_warp operation);

#endif

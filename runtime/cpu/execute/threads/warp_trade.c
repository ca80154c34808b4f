#include "execute/threads/warp_trade.h"

uint32_t warp_lowest(uint32_t bits)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t number = 0;

    while (!(bits >> number & 1))
        number++;
    return number;
#endif
}

uint32_t warp_lanes_at(const warp_lane *lanes, uint32_t group, const void *site)
{
    uint32_t found = 0;

    for (uint32_t rest = group; rest; rest &= rest - 1) {
        uint32_t i = warp_lowest(rest);
        found |= (uint32_t)(lanes[i].site == site) << i;
    }
    return found;
}

uint32_t warp_partners(const warp_lane *lanes, uint32_t group, const warp_lane *lane)
{
    uint32_t found = 0;

    for (uint32_t rest = group; rest; rest &= rest - 1) {
        uint32_t i = warp_lowest(rest);
        found |= (uint32_t)(lanes[i].operation == lane->operation && lanes[i].mask == lane->mask)
                 << i;
    }
    return found;
}

/* In CUDA the value read from a lane that does not come is undefined. An H200 reads 0, whether the
 * lane has returned, never existed or is elsewhere. Programs that sum over a part of a warp rely on
 * it. */
static void answer_shuffle(warp_lane *lanes, uint32_t group)
{
    uint64_t values[WARP_LANES];

    for (uint32_t i = 0; i < WARP_LANES; i++)
        values[i] = lanes[i].value;
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        uint32_t i = warp_lowest(rest);
        uint32_t source = lanes[i].source % WARP_LANES;
        lanes[i].is_source_missing = !(group >> source & 1);
        lanes[i].value = lanes[i].is_source_missing ? 0 : values[source];
    }
}

static void answer_match_any(warp_lane *lanes, uint32_t group)
{
    uint32_t left = group;

    while (left) {
        uint64_t value = lanes[warp_lowest(left)].value;
        uint32_t same = 0;

        for (uint32_t rest = left; rest; rest &= rest - 1) {
            uint32_t i = warp_lowest(rest);
            same |= (uint32_t)(lanes[i].value == value) << i;
        }
        for (uint32_t rest = same; rest; rest &= rest - 1)
            lanes[warp_lowest(rest)].value = same;
        left &= ~same;
    }
}

static uint64_t combine(custub_cpu_warp operation, uint64_t a, uint64_t b)
{
    switch (operation) {
    case CUSTUB_CPU_WARP_ADD:
        return a + b;
    case CUSTUB_CPU_WARP_MIN:
        return a < b ? a : b;
    case CUSTUB_CPU_WARP_MAX:
        return a > b ? a : b;
    case CUSTUB_CPU_WARP_MIN_SIGNED:
        return (int64_t)a < (int64_t)b ? a : b;
    case CUSTUB_CPU_WARP_MAX_SIGNED:
        return (int64_t)a > (int64_t)b ? a : b;
    case CUSTUB_CPU_WARP_AND:
        return a & b;
    case CUSTUB_CPU_WARP_OR:
        return a | b;
    case CUSTUB_CPU_WARP_XOR:
        return a ^ b;
    default:
        return 0;
    }
}

/* The part of the answer that is the same for all lanes. */
static uint64_t common_answer(const warp_lane *lanes, uint32_t group, custub_cpu_warp operation)
{
    uint64_t answer = lanes[warp_lowest(group)].value;
    uint32_t nonzero = 0;
    uint32_t same = 0;

    for (uint32_t rest = group; rest; rest &= rest - 1) {
        uint32_t i = warp_lowest(rest);
        nonzero |= (uint32_t)(lanes[i].value != 0) << i;
        same |= (uint32_t)(lanes[i].value == answer) << i;
    }
    if (operation == CUSTUB_CPU_WARP_BALLOT)
        return (uint64_t)group << 32 | nonzero;
    if (operation == CUSTUB_CPU_WARP_MATCH_ALL)
        return same == group ? group : 0;
    for (uint32_t rest = group & (group - 1); rest; rest &= rest - 1)
        answer = combine(operation, answer, lanes[warp_lowest(rest)].value);
    return answer;
}

void warp_answer(warp_lane *lanes, uint32_t group, custub_cpu_warp operation)
{
    uint64_t answer;

    if (operation == CUSTUB_CPU_WARP_SYNC)
        return;
    if (operation == CUSTUB_CPU_WARP_SHUFFLE) {
        answer_shuffle(lanes, group);
        return;
    }
    if (operation == CUSTUB_CPU_WARP_MATCH_ANY) {
        answer_match_any(lanes, group);
        return;
    }
    answer = common_answer(lanes, group, operation);
    for (uint32_t rest = group; rest; rest &= rest - 1)
        lanes[warp_lowest(rest)].value = answer;
}

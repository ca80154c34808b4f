#include "checker/known_blocks.h"

#include <stdlib.h>
#include <string.h>

/* Each block that synchronizes with all before it copies what they know. With more blocks this
 * would take too long. */
#define MOST_BLOCKS 4096

void cpu_check_known_clear(cpu_check_known *known)
{
    known->count = 0;
    known->is_all = false;
}

void cpu_check_known_free(cpu_check_known *known)
{
    free(known->items);
    *known = (cpu_check_known){0};
}

static bool has_room(cpu_check_known *known, size_t count)
{
    size_t capacity = known->capacity ? known->capacity : 8;
    cpu_check_knowledge *items;

    while (capacity < count)
        capacity *= 2;
    if (count <= known->capacity)
        return true;
    items = count <= MOST_BLOCKS ? realloc(known->items, capacity * sizeof(*items)) : NULL;
    if (!items) {
        known->is_all = true;
        return false;
    }
    known->items = items;
    known->capacity = capacity;
    return true;
}

/* The number of items of lower blocks. */
static size_t count_below(const cpu_check_known *known, uint32_t block)
{
    size_t low = 0;
    size_t high = known->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (known->items[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void cpu_check_known_add(cpu_check_known *known, uint32_t block, uint32_t epoch)
{
    const size_t at = count_below(known, block);

    if (at < known->count && known->items[at].block == block) {
        if (known->items[at].epoch < epoch)
            known->items[at].epoch = epoch;
        return;
    }
    if (known->is_all || !has_room(known, known->count + 1))
        return;
    memmove(known->items + at + 1, known->items + at, (known->count - at) * sizeof(*known->items));
    known->items[at] = (cpu_check_knowledge){block, epoch};
    known->count++;
}

/* The number of the other's blocks that are missing. */
static size_t count_missing(const cpu_check_known *known, const cpu_check_known *other)
{
    size_t missing = 0;
    size_t at = 0;

    for (size_t i = 0; i < other->count; i++) {
        while (at < known->count && known->items[at].block < other->items[i].block)
            at++;
        missing += at == known->count || known->items[at].block != other->items[i].block;
    }
    return missing;
}

/* Merges from the end, so that no item is overwritten before it was moved. */
static void merge_items(cpu_check_known *known, const cpu_check_known *other, size_t missing)
{
    size_t left = known->count;
    size_t right = other->count;
    size_t to = known->count + missing;

    known->count = to;
    while (right > 0) {
        const cpu_check_knowledge *theirs = &other->items[right - 1];
        cpu_check_knowledge item = *theirs;
        if (left > 0 && known->items[left - 1].block >= theirs->block)
            item = known->items[--left];
        if (item.block == theirs->block) {
            item.epoch = item.epoch > theirs->epoch ? item.epoch : theirs->epoch;
            right--;
        }
        known->items[--to] = item;
    }
}

void cpu_check_known_merge(cpu_check_known *known, const cpu_check_known *other)
{
    size_t missing;

    known->is_all = known->is_all || other->is_all;
    if (known->is_all)
        return;
    missing = count_missing(known, other);
    if (has_room(known, known->count + missing))
        merge_items(known, other, missing);
}

uint32_t cpu_check_known_epoch(const cpu_check_known *known, uint32_t block)
{
    const size_t at = count_below(known, block);

    if (known->is_all)
        return UINT32_MAX;
    return at < known->count && known->items[at].block == block ? known->items[at].epoch : 0;
}

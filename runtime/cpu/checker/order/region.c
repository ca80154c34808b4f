#include "checker/order/region.h"

#include <sched.h>
#include <stdlib.h>

#define WORD ((size_t)4)

bool cpu_check_regions_initialize(cpu_check_regions *regions)
{
    *regions = (cpu_check_regions){.slots = NULL};
    return pthread_mutex_init(&regions->lock, NULL) == 0;
}

static void destroy(cpu_check_region *region)
{
    if (!region)
        return;
    pthread_mutex_destroy(&region->lock);
    free(region->bytes);
    for (size_t i = 0; region->released && i < CPU_CHECK_REGION_WORDS; i++)
        cpu_check_known_free(&region->released[i]);
    free(region->released);
    free(region);
}

void cpu_check_regions_deinitialize(cpu_check_regions *regions)
{
    for (size_t i = 0; i < regions->capacity; i++)
        destroy(regions->slots[i]);
    free(regions->slots);
    pthread_mutex_destroy(&regions->lock);
}

/* --- The table -----------------------------------------------------------------------------------
 */

/* The slot that has the number, or the free one for it. */
static cpu_check_region **slot_of(cpu_check_region **slots, size_t capacity, uintptr_t number)
{
    size_t at = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (capacity - 1);

    while (slots[at] && slots[at]->number != number)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

/* Keeps a third of the slots free. */
static bool has_room(cpu_check_regions *regions)
{
    const size_t capacity = regions->capacity ? 2 * regions->capacity : 64;
    cpu_check_region **slots;

    if (3 * (regions->count + 1) < 2 * regions->capacity)
        return true;
    slots = calloc(capacity, sizeof(*slots));
    if (!slots)
        return false;
    for (size_t i = 0; i < regions->capacity; i++)
        if (regions->slots[i])
            *slot_of(slots, capacity, regions->slots[i]->number) = regions->slots[i];
    free(regions->slots);
    regions->slots = slots;
    regions->capacity = capacity;
    return true;
}

static cpu_check_region *make(uintptr_t number)
{
    cpu_check_region *region = calloc(1, sizeof(*region));

    if (!region)
        return NULL;
    region->number = number;
    if (pthread_mutex_init(&region->lock, NULL) == 0)
        return region;
    free(region);
    return NULL;
}

cpu_check_region *cpu_check_region_of(cpu_check_regions *regions, uintptr_t number)
{
    cpu_check_region *found = NULL;

    pthread_mutex_lock(&regions->lock);
    if (has_room(regions)) {
        cpu_check_region **slot = slot_of(regions->slots, regions->capacity, number);
        if (!*slot) {
            *slot = make(number);
            regions->count += *slot != NULL;
        }
        found = *slot;
    }
    pthread_mutex_unlock(&regions->lock);
    return found;
}

/* --- Accesses ------------------------------------------------------------------------------------
 */

static bool is_split(const cpu_check_region *region, size_t at)
{
    return region->split[at / WORD / 32] >> at / WORD % 32 & 1;
}

/* Gives each byte of the word its own cell. False if there is no memory. */
static bool split(cpu_check_region *region, size_t at)
{
    const size_t word = at / WORD;

    if (is_split(region, at))
        return true;
    /* calloc() does not touch new pages, so that unused cells take no memory. */
    if (!region->bytes)
        region->bytes = calloc(CPU_CHECK_REGION_BYTES, sizeof(*region->bytes));
    if (!region->bytes)
        return false;
    for (size_t i = 0; i < WORD; i++)
        region->bytes[word * WORD + i] = region->words[word];
    region->split[word / 32] |= UINT32_C(1) << word % 32;
    return true;
}

/* Adds a racing cell to the bytes that are known to race, if it follows them and does the same. */
static void add(cpu_check_clash *clash, cpu_check_finding finding, const cpu_check_touch *other,
                uintptr_t at, size_t size)
{
    if (clash->finding == CPU_CHECK_FINE)
        *clash = (cpu_check_clash){finding, *other, at, size, 0};
    else if (clash->finding == finding && clash->at + clash->size == at)
        clash->size += size;
}

/* Records the access to bytes [at, end) of the region. Returns the end of what was recorded: the
 * bytes after it are being written. */
static size_t note(cpu_check_region *region, const cpu_check_order *order,
                   const cpu_check_visit *visit, size_t at, size_t end, cpu_check_clash *clash)
{
    const uintptr_t base = region->number * CPU_CHECK_REGION_BYTES;

    while (at < end) {
        const bool is_byte = is_split(region, at);
        const size_t next = is_byte ? at + 1 : (at / WORD + 1) * WORD;
        cpu_check_cell *cell = is_byte ? &region->bytes[at] : &region->words[at / WORD];
        cpu_check_touch other;
        const cpu_check_finding finding =
            cpu_check_cell_find(order, cell, visit->touch.thread, visit->manner, &other);

        if (finding == CPU_CHECK_WRITE_WRITE &&
            cpu_check_open_write_of_others(visit->own, base + at, next - at))
            return at;
        cpu_check_cell_note(order, cell, &visit->touch, visit->manner);
        if (visit->compares)
            cpu_check_cell_excuse(cell, &visit->touch);
        if (finding != CPU_CHECK_FINE)
            add(clash, finding, &other, base + at, next - at);
        at = next;
    }
    return at;
}

/* The same, with what an update and a read mean for each other. */
static size_t note_part(cpu_check_region *region, const cpu_check_order *order,
                        const cpu_check_visit *visit, cpu_check_part part, cpu_check_clash *clash)
{
    const bool was_fine = clash->finding == CPU_CHECK_FINE;
    const uintptr_t base = region->number * CPU_CHECK_REGION_BYTES;
    const size_t end = note(region, order, visit, part.begin, part.end, clash);

    if (visit->compares)
        cpu_check_doubts_excuse(visit->doubts, base + part.begin, end - part.begin, &visit->touch);
    if (visit->doubts && was_fine && clash->finding == CPU_CHECK_READ_WRITE)
        clash->doubt = cpu_check_doubts_add(visit->doubts, clash->at, &clash->other);
    if (!cpu_check_manner_reads(visit->manner) && base + end > visit->address)
        cpu_check_open_write_extend(visit->own, visit->address, base + end);
    return end;
}

cpu_check_part cpu_check_part_of(uintptr_t number, uintptr_t address, size_t size)
{
    const uintptr_t base = number * CPU_CHECK_REGION_BYTES;
    const size_t end = address + size - base;

    return (cpu_check_part){address > base ? address - base : 0,
                            end < CPU_CHECK_REGION_BYTES ? end : CPU_CHECK_REGION_BYTES};
}

void cpu_check_region_note(cpu_check_region *region, const cpu_check_order *order,
                           const cpu_check_visit *visit, cpu_check_clash *clash)
{
    cpu_check_part part = cpu_check_part_of(region->number, visit->address, visit->size);

    for (;;) {
        bool is_done = true;
        pthread_mutex_lock(&region->lock);
        if ((part.begin % WORD == 0 || split(region, part.begin)) &&
            (part.end % WORD == 0 || split(region, part.end))) {
            part.begin = note_part(region, order, visit, part, clash);
            is_done = part.begin >= part.end;
        }
        pthread_mutex_unlock(&region->lock);
        if (is_done)
            return;
        sched_yield();
    }
}

/* --- Flags ---------------------------------------------------------------------------------------
 */

void cpu_check_region_release(cpu_check_region *region, cpu_check_part part,
                              const cpu_check_order *order, uint32_t epoch)
{
    pthread_mutex_lock(&region->lock);
    if (!region->released)
        region->released = calloc(CPU_CHECK_REGION_WORDS, sizeof(*region->released));
    for (size_t w = part.begin / WORD; region->released && w * WORD < part.end; w++) {
        cpu_check_known_add(&region->released[w], order->block, epoch);
        cpu_check_known_merge(&region->released[w], &order->known);
    }
    pthread_mutex_unlock(&region->lock);
}

void cpu_check_region_acquire(cpu_check_region *region, cpu_check_part part, cpu_check_order *order)
{
    pthread_mutex_lock(&region->lock);
    for (size_t w = part.begin / WORD; region->released && w * WORD < part.end; w++)
        cpu_check_known_merge(&order->known, &region->released[w]);
    pthread_mutex_unlock(&region->lock);
}

uint32_t cpu_check_region_released(cpu_check_region *region, cpu_check_part part,
                                   const cpu_check_order *order)
{
    uint32_t latest = 0;

    pthread_mutex_lock(&region->lock);
    for (size_t w = part.begin / WORD; region->released && w * WORD < part.end; w++) {
        const uint32_t epoch = cpu_check_known_epoch(&region->released[w], order->block);
        latest = epoch > latest ? epoch : latest;
    }
    pthread_mutex_unlock(&region->lock);
    return latest;
}

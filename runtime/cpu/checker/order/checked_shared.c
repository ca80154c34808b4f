#include "checker/order/checked_shared.h"

#include <stdlib.h>
#include <string.h>

/* Most accesses are to whole words. All bytes of a word share its first cell until one of them is
 * accessed alone. */
#define WORD ((size_t)4)

struct cpu_check_shared {
    cpu_check_order *order;
    cpu_check_cell *cells; /* one for each byte */
    uint32_t *split;       /* for each word: the block_epoch of the block that has split it */
    size_t size;
    uint32_t era; /* of the order: in another one, nothing is known */
};

cpu_check_shared *cpu_check_shared_create(size_t size, cpu_check_order *order)
{
    cpu_check_shared *shared = calloc(1, sizeof(*shared));

    if (!shared)
        return NULL;
    /* calloc() does not touch new pages, so that unused cells take no memory. */
    shared->cells = calloc((size / WORD + 1) * WORD, sizeof(*shared->cells));
    shared->split = calloc(size / WORD + 1, sizeof(*shared->split));
    shared->size = size;
    shared->order = order;
    shared->era = order->era;
    if (shared->cells && shared->split)
        return shared;
    cpu_check_shared_destroy(shared);
    return NULL;
}

void cpu_check_shared_destroy(cpu_check_shared *shared)
{
    if (!shared)
        return;
    free(shared->cells);
    free(shared->split);
    free(shared);
}

size_t cpu_check_shared_size(const cpu_check_shared *shared)
{
    return shared->size;
}

/* Old accesses would look new when the epochs have begun anew. */
static void follow_era(cpu_check_shared *shared)
{
    if (shared->era == shared->order->era)
        return;
    shared->era = shared->order->era;
    memset(shared->cells, 0, (shared->size / WORD + 1) * WORD * sizeof(*shared->cells));
    memset(shared->split, 0, (shared->size / WORD + 1) * sizeof(*shared->split));
}

static bool is_present(const cpu_check_shared *shared, const cpu_check_touch *touch)
{
    return touch->epoch >= shared->order->block_epoch && touch->epoch > 0;
}

/* --- Words ---------------------------------------------------------------------------------------
 */

static bool is_split(const cpu_check_shared *shared, size_t at)
{
    return shared->split[at / WORD] == shared->order->block_epoch;
}

/* Gives each byte of the word its own cell. */
static void split(cpu_check_shared *shared, size_t at)
{
    cpu_check_cell *first = &shared->cells[at / WORD * WORD];

    if (is_split(shared, at))
        return;
    shared->split[at / WORD] = shared->order->block_epoch;
    for (size_t i = 1; i < WORD; i++)
        first[i] = first[0];
}

/* The number of bytes from `at` on that share a cell. */
static size_t stride(const cpu_check_shared *shared, size_t at)
{
    return is_split(shared, at) ? 1 : WORD - at % WORD;
}

/* --- What was written ----------------------------------------------------------------------------
 */

static bool is_written(const cpu_check_shared *shared, size_t at)
{
    const cpu_check_cell *c = &shared->cells[is_split(shared, at) ? at : at / WORD * WORD];

    return is_present(shared, &c->write) || is_present(shared, &c->updates[0]) ||
           is_present(shared, &c->updates[1]);
}

bool cpu_check_shared_is_written(cpu_check_shared *shared, size_t offset, size_t size, size_t unit)
{
    follow_era(shared);
    for (size_t begin = offset; begin < offset + size;) {
        const size_t same = stride(shared, begin);
        size_t at = begin;

        while (at < begin + unit && !is_written(shared, at))
            at += stride(shared, at);
        if (at >= begin + unit)
            return false;
        begin += unit > same ? unit : same;
    }
    return true;
}

/* --- Races ---------------------------------------------------------------------------------------
 */

/* The thread now sees what the last update of this byte released. If the thread updates the byte
 * itself, it releases what it did before its last fence. */
static void trade(cpu_check_order *order, cpu_check_cell *c, const cpu_check_request *request)
{
    uint32_t *seen = &order->seen[request->thread];
    uint32_t fence = order->fences[request->thread];

    if (request->manner == CPU_CHECK_READS || request->manner == CPU_CHECK_WRITES)
        return;
    if (*seen < c->released)
        *seen = c->released;
    if (request->manner != CPU_CHECK_WATCHES && c->released < fence)
        c->released = fence;
}

/* A volatile write counts as an update after a fence of its thread. */
static cpu_check_manner settle_manner(const cpu_check_order *order,
                                      const cpu_check_request *request)
{
    if (request->manner != CPU_CHECK_SIGNALS)
        return request->manner;
    return order->fences[request->thread] >= order->barrier_epoch ? CPU_CHECK_UPDATES
                                                                  : CPU_CHECK_WRITES;
}

cpu_check_finding cpu_check_shared_note(cpu_check_shared *shared, const cpu_check_request *request,
                                        cpu_check_touch *other, size_t *at)
{
    const cpu_check_order *order = shared->order;
    const cpu_check_touch touch = cpu_check_touch_now(order, request->thread, request->site);
    const cpu_check_manner manner = settle_manner(order, request);
    cpu_check_finding found = CPU_CHECK_FINE;

    follow_era(shared);
    if (request->offset % WORD != 0 || request->size < WORD)
        split(shared, request->offset);
    if ((request->offset + request->size) % WORD != 0)
        split(shared, request->offset + request->size);
    trade(shared->order, &shared->cells[request->offset], request);
    for (size_t i = request->offset; i < request->offset + request->size; i += stride(shared, i)) {
        cpu_check_touch before;
        const cpu_check_finding finding =
            cpu_check_cell_find(order, &shared->cells[i], touch.thread, manner, &before);
        cpu_check_cell_note(order, &shared->cells[i], &touch, manner);
        if (finding != CPU_CHECK_FINE && found == CPU_CHECK_FINE) {
            found = finding;
            *other = before;
            *at = i;
        }
    }
    return found;
}

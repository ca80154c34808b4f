#include "checker/order/doubt.h"

#include <stdlib.h>

#define ENDED     0          /* numbers of what is no doubt: the read's block has ended */
#define FORGOTTEN UINT64_MAX /* there is one already, or no memory */

bool cpu_check_doubts_initialize(cpu_check_doubts *doubts)
{
    *doubts = (cpu_check_doubts){.items = NULL};
    return pthread_mutex_init(&doubts->lock, NULL) == 0;
}

void cpu_check_doubts_deinitialize(cpu_check_doubts *doubts)
{
    for (size_t i = 0; i < doubts->count; i++)
        free(doubts->items[i].finding);
    free(doubts->items);
    free(doubts->running);
    pthread_mutex_destroy(&doubts->lock);
}

/* Returns room for one more item, or null. */
static void *grow(void *items, size_t *capacity, size_t count, size_t size)
{
    void *grown;

    if (count < *capacity)
        return items;
    grown = realloc(items, (2 * *capacity + 8) * size);
    if (grown)
        *capacity = 2 * *capacity + 8;
    return grown;
}

/* --- Blocks --------------------------------------------------------------------------------------
 */

static size_t find_running(const cpu_check_doubts *doubts, uint32_t block)
{
    size_t i = 0;

    while (i < doubts->running_count && doubts->running[i] != block)
        i++;
    return i;
}

bool cpu_check_doubts_enter(cpu_check_doubts *doubts, uint32_t block)
{
    uint32_t *running;

    pthread_mutex_lock(&doubts->lock);
    running = grow(doubts->running, &doubts->running_capacity, doubts->running_count,
                   sizeof(*doubts->running));
    if (running) {
        doubts->running = running;
        doubts->running[doubts->running_count++] = block;
    }
    pthread_mutex_unlock(&doubts->lock);
    return running != NULL;
}

void cpu_check_doubts_leave(cpu_check_doubts *doubts, uint32_t block)
{
    size_t at;

    pthread_mutex_lock(&doubts->lock);
    at = find_running(doubts, block);
    if (at < doubts->running_count)
        doubts->running[at] = doubts->running[--doubts->running_count];
    for (size_t i = 0; i < doubts->count; i++)
        if (doubts->items[i].read.block == block)
            doubts->items[i].is_right = true;
    pthread_mutex_unlock(&doubts->lock);
}

/* --- Doubts --------------------------------------------------------------------------------------
 */

/* Returns what it would have reported. */
static void *forget(cpu_check_doubts *doubts, size_t at)
{
    void *finding = doubts->items[at].finding;

    doubts->items[at] = doubts->items[--doubts->count];
    return finding;
}

void *cpu_check_doubts_take(cpu_check_doubts *doubts, uint32_t block)
{
    void *finding = NULL;

    if (doubts->count == 0)
        return NULL;
    pthread_mutex_lock(&doubts->lock);
    for (size_t i = 0; i < doubts->count && !finding; i++)
        if (doubts->items[i].read.block == block && doubts->items[i].finding)
            finding = forget(doubts, i);
    pthread_mutex_unlock(&doubts->lock);
    return finding;
}

static bool is_by(const cpu_check_doubt *doubt, const cpu_check_touch *touch)
{
    return doubt->read.block == touch->block && doubt->read.thread == touch->thread;
}

static bool is_known(const cpu_check_doubts *doubts, uintptr_t address, const cpu_check_touch *read)
{
    for (size_t i = 0; i < doubts->count; i++)
        if (doubts->items[i].address == address && is_by(&doubts->items[i], read))
            return true;
    return false;
}

static uint64_t add(cpu_check_doubts *doubts, uintptr_t address, const cpu_check_touch *read)
{
    cpu_check_doubt *items;

    if (find_running(doubts, read->block) == doubts->running_count)
        return ENDED;
    if (is_known(doubts, address, read))
        return FORGOTTEN;
    items = grow(doubts->items, &doubts->capacity, doubts->count, sizeof(*items));
    if (!items)
        return FORGOTTEN;
    doubts->items = items;
    items[doubts->count++] =
        (cpu_check_doubt){.number = ++doubts->last, .address = address, .read = *read};
    return doubts->last;
}

uint64_t cpu_check_doubts_add(cpu_check_doubts *doubts, uintptr_t address,
                              const cpu_check_touch *read)
{
    uint64_t number;

    pthread_mutex_lock(&doubts->lock);
    number = add(doubts, address, read);
    pthread_mutex_unlock(&doubts->lock);
    return number;
}

bool cpu_check_doubts_settle(cpu_check_doubts *doubts, uint64_t number, void *finding)
{
    bool is_right = number == ENDED;
    size_t i = 0;

    if (is_right)
        return true;
    pthread_mutex_lock(&doubts->lock);
    while (i < doubts->count && doubts->items[i].number != number)
        i++;
    if (i == doubts->count) {
        free(finding);
    } else {
        is_right = doubts->items[i].is_right;
        doubts->items[i].finding = finding;
        if (is_right)
            forget(doubts, i);
    }
    pthread_mutex_unlock(&doubts->lock);
    return is_right;
}

void cpu_check_doubts_excuse(cpu_check_doubts *doubts, uintptr_t address, size_t size,
                             const cpu_check_touch *touch)
{
    if (doubts->count == 0)
        return;
    pthread_mutex_lock(&doubts->lock);
    for (size_t i = doubts->count; i > 0; i--)
        if (is_by(&doubts->items[i - 1], touch) && doubts->items[i - 1].address - address < size)
            free(forget(doubts, i - 1));
    pthread_mutex_unlock(&doubts->lock);
}

#include "checker/order/checked_global.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define CACHE 64 /* regions; a power of two */

struct cpu_check_global {
    cpu_check_regions regions;
    cpu_check_doubts doubts;
    /* What blocks did before they arrived at a barrier of the grid, for two barriers in turn: no
     * block arrives at the one after the next before all have left this one. */
    pthread_mutex_t lock;
    cpu_check_known arrived[2];
    atomic_bool is_over; /* nothing more is recorded */
};

/* An atomic or volatile access of a thread. It reads its value only after it was noted, so the
 * thread sees what was released there when it comes the next time. */
typedef struct look {
    uintptr_t address;
    size_t size; /* 0: none */
} look;

struct cpu_check_visitor {
    cpu_check_order *order;
    cpu_check_open_write *own;
    cpu_check_global *global; /* null: nothing is recorded */
    uint32_t era;             /* of the order when the block began */
    uint32_t rounds;          /* barriers of the grid at which the block has arrived */
    uint32_t looking;         /* threads that have a look */
    look looks[CUSTUB_CPU_BLOCK_LIMIT];
    cpu_check_region *cache[CACHE];
};

/* --- Launches ------------------------------------------------------------------------------------
 */

static bool initialize(cpu_check_global *global)
{
    if (!cpu_check_regions_initialize(&global->regions))
        return false;
    if (cpu_check_doubts_initialize(&global->doubts)) {
        if (pthread_mutex_init(&global->lock, NULL) == 0)
            return true;
        cpu_check_doubts_deinitialize(&global->doubts);
    }
    cpu_check_regions_deinitialize(&global->regions);
    return false;
}

cpu_check_global *cpu_check_global_create(void)
{
    cpu_check_global *global = calloc(1, sizeof(*global));

    if (global && initialize(global))
        return global;
    free(global);
    return NULL;
}

void cpu_check_global_destroy(cpu_check_global *global)
{
    if (!global)
        return;
    cpu_check_regions_deinitialize(&global->regions);
    cpu_check_doubts_deinitialize(&global->doubts);
    cpu_check_known_free(&global->arrived[0]);
    cpu_check_known_free(&global->arrived[1]);
    pthread_mutex_destroy(&global->lock);
    free(global);
}

/* --- Blocks --------------------------------------------------------------------------------------
 */

cpu_check_visitor *cpu_check_visitor_create(cpu_check_order *order, cpu_check_open_write *own)
{
    cpu_check_visitor *visitor = calloc(1, sizeof(*visitor));

    if (visitor) {
        visitor->order = order;
        visitor->own = own;
    }
    return visitor;
}

void cpu_check_visitor_destroy(cpu_check_visitor *visitor)
{
    free(visitor);
}

bool cpu_check_visitor_begin(cpu_check_visitor *visitor, cpu_check_global *global)
{
    visitor->global = global;
    visitor->era = visitor->order->era;
    visitor->rounds = 0;
    visitor->looking = 0;
    memset(visitor->looks, 0, visitor->order->threads * sizeof(visitor->looks[0]));
    memset(visitor->cache, 0, sizeof(visitor->cache));
    if (global && !cpu_check_doubts_enter(&global->doubts, visitor->order->block))
        visitor->global = NULL;
    return visitor->global != NULL;
}

/* When the epochs begin anew, those of the block's accesses before can no longer be compared. */
static bool is_recording(const cpu_check_visitor *visitor)
{
    cpu_check_global *global = visitor->global;

    if (global && visitor->era != visitor->order->era)
        atomic_store(&global->is_over, true);
    return global && !atomic_load_explicit(&global->is_over, memory_order_relaxed);
}

static cpu_check_region *region_of(cpu_check_visitor *visitor, uintptr_t number)
{
    cpu_check_region **known = &visitor->cache[number % CACHE];

    if (!*known || (*known)->number != number)
        *known = cpu_check_region_of(&visitor->global->regions, number);
    return *known;
}

static uintptr_t first_region(uintptr_t address)
{
    return address / CPU_CHECK_REGION_BYTES;
}

static uintptr_t last_region(uintptr_t address, size_t size)
{
    return (address + size - 1) / CPU_CHECK_REGION_BYTES;
}

/* --- Flags ---------------------------------------------------------------------------------------
 */

void cpu_check_visitor_see(cpu_check_visitor *visitor, uint32_t thread)
{
    look *l = &visitor->looks[thread];

    if (l->size == 0)
        return;
    for (uintptr_t n = first_region(l->address); n <= last_region(l->address, l->size); n++) {
        cpu_check_region *region = region_of(visitor, n);
        if (region)
            cpu_check_region_acquire(region, cpu_check_part_of(n, l->address, l->size),
                                     visitor->order);
    }
    l->size = 0;
    visitor->looking--;
}

void cpu_check_visitor_see_all(cpu_check_visitor *visitor, uint32_t first, uint32_t end)
{
    const uint32_t threads = visitor->order->threads;

    for (uint32_t i = first; visitor->looking > 0 && i < end && i < threads; i++)
        cpu_check_visitor_see(visitor, i);
}

/* What the block itself has released by these bytes, the thread sees at once: an update does not
 * see its own release. */
static void trade(cpu_check_visitor *visitor, cpu_check_region *region, cpu_check_part part,
                  uint32_t thread, bool writes)
{
    cpu_check_order *order = visitor->order;
    const uint32_t fence = cpu_check_order_fence_of(order, thread);
    const uint32_t released = cpu_check_region_released(region, part, order);

    if (order->seen[thread] < released)
        order->seen[thread] = released;
    if (writes && fence)
        cpu_check_region_release(region, part, order, fence);
}

static void trade_all(cpu_check_visitor *visitor, uint32_t thread, const cpu_check_visit *visit)
{
    const bool writes = !cpu_check_manner_reads(visit->manner);
    const uintptr_t last = last_region(visit->address, visit->size);

    for (uintptr_t n = first_region(visit->address); n <= last; n++) {
        cpu_check_region *region = region_of(visitor, n);
        if (region)
            trade(visitor, region, cpu_check_part_of(n, visit->address, visit->size), thread,
                  writes);
    }
    visitor->looking += visitor->looks[thread].size == 0;
    visitor->looks[thread] = (look){visit->address, visit->size};
}

/* --- Accesses ------------------------------------------------------------------------------------
 */

cpu_check_finding cpu_check_visitor_note(cpu_check_visitor *visitor, uint32_t thread,
                                         const cpu_check_visit *visit, cpu_check_clash *clash)
{
    const uintptr_t last = last_region(visit->address, visit->size);
    cpu_check_visit noted = *visit;

    clash->finding = CPU_CHECK_FINE;
    if (!is_recording(visitor))
        return CPU_CHECK_FINE;
    if (visit->manner != CPU_CHECK_READS && visit->manner != CPU_CHECK_WRITES)
        trade_all(visitor, thread, visit);
    /* A volatile write of global memory is as strong as an atomic one (PTX ISA, "Memory Consistency
     * Model"), but it releases nothing without a fence. */
    if (visit->manner == CPU_CHECK_SIGNALS)
        noted.manner = CPU_CHECK_UPDATES;
    else if (visit->manner == CPU_CHECK_UPDATES)
        noted.doubts = &visitor->global->doubts;
    noted.own = visitor->own;
    noted.touch.block = visitor->order->block;
    for (uintptr_t n = first_region(visit->address); n <= last; n++) {
        cpu_check_region *region = region_of(visitor, n);
        if (region)
            cpu_check_region_note(region, visitor->order, &noted, clash);
    }
    return clash->finding;
}

/* --- Reads that may be guesses -------------------------------------------------------------------
 */

bool cpu_check_visitor_doubts(cpu_check_visitor *visitor, const cpu_check_clash *clash,
                              void *finding)
{
    return cpu_check_doubts_settle(&visitor->global->doubts, clash->doubt, finding);
}

void cpu_check_visitor_end(cpu_check_visitor *visitor)
{
    cpu_check_doubts_leave(&visitor->global->doubts, visitor->order->block);
}

void *cpu_check_visitor_take(cpu_check_visitor *visitor)
{
    return cpu_check_doubts_take(&visitor->global->doubts, visitor->order->block);
}

/* --- Barriers of the grid ------------------------------------------------------------------------
 */

void cpu_check_visitor_arrive(cpu_check_visitor *visitor)
{
    cpu_check_order *order = visitor->order;
    cpu_check_global *global = visitor->global;

    if (!is_recording(visitor))
        return;
    cpu_check_visitor_see_all(visitor, 0, order->threads);
    pthread_mutex_lock(&global->lock);
    cpu_check_known_add(&global->arrived[visitor->rounds % 2], order->block, order->epoch);
    pthread_mutex_unlock(&global->lock);
    visitor->rounds++;
    cpu_check_order_barrier(order);
}

void cpu_check_visitor_leave(cpu_check_visitor *visitor)
{
    cpu_check_global *global = visitor->global;

    if (!is_recording(visitor) || visitor->rounds == 0)
        return;
    pthread_mutex_lock(&global->lock);
    cpu_check_known_merge(&visitor->order->known, &global->arrived[(visitor->rounds - 1) % 2]);
    pthread_mutex_unlock(&global->lock);
}

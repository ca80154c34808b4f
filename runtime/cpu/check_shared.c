#include "check_shared.h"

#include <custub/cpu_image.h>

#include <stdlib.h>
#include <string.h>

#define LANES      32
#define WARPS      (CUSTUB_CPU_BLOCK_LIMIT / LANES)
#define LAST_CLOCK UINT16_MAX
#define READERS    2

/* Two readers are enough: whoever writes then is another thread than one of them. */
typedef struct cell {
    cpu_check_touch write;
    cpu_check_touch reads[READERS];
} cell;

struct cpu_check_shared {
    cell *cells; /* one for each byte */
    size_t size;
    uint32_t epoch;
    uint32_t block_epoch; /* the block's first */
    uint32_t warps;
    /* clocks[w][a][b]: up to which clock of lane b lane a knows what b did. */
    uint16_t clocks[WARPS][LANES][LANES];
};

cpu_check_shared *cpu_check_shared_create(size_t size)
{
    cpu_check_shared *shared = calloc(1, sizeof(*shared));

    if (!shared)
        return NULL;
    /* calloc() gives pages that are zero until they are touched. */
    shared->cells = calloc(size > 0 ? size : 1, sizeof(*shared->cells));
    shared->size = size;
    if (shared->cells)
        return shared;
    free(shared);
    return NULL;
}

void cpu_check_shared_destroy(cpu_check_shared *shared)
{
    if (!shared)
        return;
    free(shared->cells);
    free(shared);
}

size_t cpu_check_shared_size(const cpu_check_shared *shared)
{
    return shared->size;
}

/* --- Time ----------------------------------------------------------------------------------------
 */

static void next_epoch(cpu_check_shared *shared)
{
    if (shared->epoch == UINT32_MAX) { /* rather forget than mistake an old access for a new one */
        memset(shared->cells, 0, shared->size * sizeof(*shared->cells));
        shared->epoch = 0;
        shared->block_epoch = 1;
    }
    shared->epoch++;
}

void cpu_check_shared_begin(cpu_check_shared *shared, uint32_t threads)
{
    next_epoch(shared);
    shared->block_epoch = shared->epoch;
    shared->warps = (threads + LANES - 1) / LANES;
    memset(shared->clocks, 0, shared->warps * sizeof(shared->clocks[0]));
    for (uint32_t w = 0; w < shared->warps; w++) {
        for (uint32_t i = 0; i < LANES; i++)
            shared->clocks[w][i][i] = 1;
    }
}

void cpu_check_shared_barrier(cpu_check_shared *shared)
{
    next_epoch(shared);
}

/* Each lane of the mask learns what all of them know, and then begins something new. */
void cpu_check_shared_warp(cpu_check_shared *shared, uint32_t warp, uint32_t mask)
{
    uint16_t(*clocks)[LANES] = shared->clocks[warp];
    uint16_t known[LANES] = {0};

    for (uint32_t a = 0; a < LANES; a++) {
        for (uint32_t b = 0; mask >> a & 1 && b < LANES; b++) {
            if (known[b] < clocks[a][b])
                known[b] = clocks[a][b];
        }
    }
    for (uint32_t a = 0; a < LANES; a++) {
        if (!(mask >> a & 1))
            continue;
        memcpy(clocks[a], known, sizeof(known));
        if (clocks[a][a] < LAST_CLOCK) /* then all counts as ordered: nothing false is found */
            clocks[a][a]++;
    }
}

static bool is_present(const cpu_check_shared *shared, const cpu_check_touch *touch)
{
    return touch->epoch >= shared->block_epoch && touch->epoch > 0;
}

/* Whether what `before` did is visible to `thread` now. */
static bool is_ordered(const cpu_check_shared *shared, const cpu_check_touch *before,
                       uint32_t thread)
{
    if (!is_present(shared, before) || before->thread == thread || before->epoch < shared->epoch)
        return true;
    return before->thread / LANES == thread / LANES &&
           shared->clocks[thread / LANES][thread % LANES][before->thread % LANES] >= before->clock;
}

static cpu_check_touch touch_of(const cpu_check_shared *shared, uint32_t thread, uint32_t site,
                                bool is_atomic)
{
    cpu_check_touch touch;

    touch.epoch = shared->epoch;
    touch.thread = (uint16_t)thread;
    touch.clock = shared->clocks[thread / LANES][thread % LANES][thread % LANES];
    touch.site = site;
    touch.is_atomic = is_atomic;
    return touch;
}

/* --- Accesses ------------------------------------------------------------------------------------
 */

/* Takes the place of a read that is ordered before it, or that is its own; else of none, as then
 * two other threads have read. */
static void note_read(const cpu_check_shared *shared, cell *c, const cpu_check_touch *touch)
{
    for (size_t i = 0; i < READERS; i++) {
        if (is_ordered(shared, &c->reads[i], touch->thread)) {
            c->reads[i] = *touch;
            return;
        }
    }
}

cpu_check_finding cpu_check_shared_read(cpu_check_shared *shared, size_t offset, size_t size,
                                        uint32_t thread, uint32_t site, bool is_atomic,
                                        cpu_check_touch *other, size_t *at)
{
    const cpu_check_touch touch = touch_of(shared, thread, site, is_atomic);
    cpu_check_finding finding = CPU_CHECK_FINE;

    for (size_t i = offset; i < offset + size; i++) {
        cell *c = &shared->cells[i];

        if (finding == CPU_CHECK_FINE && !is_present(shared, &c->write)) {
            finding = CPU_CHECK_UNWRITTEN;
            *at = i;
        } else if (finding != CPU_CHECK_WRITE_READ && !(is_atomic && c->write.is_atomic) &&
                   !is_ordered(shared, &c->write, thread)) {
            finding = CPU_CHECK_WRITE_READ;
            *other = c->write;
            *at = i;
        }
        note_read(shared, c, &touch);
    }
    return finding;
}

cpu_check_finding cpu_check_shared_write(cpu_check_shared *shared, size_t offset, size_t size,
                                         uint32_t thread, uint32_t site, bool is_atomic,
                                         cpu_check_touch *other, size_t *at)
{
    const cpu_check_touch touch = touch_of(shared, thread, site, is_atomic);
    cpu_check_finding finding = CPU_CHECK_FINE;

    for (size_t i = offset; i < offset + size; i++) {
        cell *c = &shared->cells[i];

        if (finding == CPU_CHECK_FINE && !(is_atomic && c->write.is_atomic) &&
            !is_ordered(shared, &c->write, thread)) {
            finding = CPU_CHECK_WRITE_WRITE;
            *other = c->write;
            *at = i;
        }
        for (size_t r = 0; r < READERS && finding == CPU_CHECK_FINE; r++) {
            if (!(is_atomic && c->reads[r].is_atomic) &&
                !is_ordered(shared, &c->reads[r], thread)) {
                finding = CPU_CHECK_READ_WRITE;
                *other = c->reads[r];
                *at = i;
            }
        }
        c->write = touch;
    }
    return finding;
}

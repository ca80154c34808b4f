#include "checker/checked_shared.h"

#include <custub/cpu_image.h>

#include <stdlib.h>
#include <string.h>

#define LANES      32
#define WARPS      (CUSTUB_CPU_BLOCK_LIMIT / LANES)
#define LAST_CLOCK UINT16_MAX
#define LATEST     2

/* The accesses to one byte. The last two readers are enough: if a thread writes, at least one of
 * them is another thread. The same holds for updates. */
typedef struct cell {
    cpu_check_touch write;
    cpu_check_touch updates[LATEST];
    cpu_check_touch reads[LATEST];
    uint32_t watched;  /* bit i: reads[i] was CPU_CHECK_WATCHES */
    uint32_t released; /* a thread that sees the last update sees everything up to this epoch */
} cell;

/* Most accesses are to whole words. All bytes of a word share its first cell until one of them is
 * accessed alone. */
#define WORD ((size_t)4)

struct cpu_check_shared {
    cell *cells;     /* one for each byte */
    uint32_t *split; /* for each word: the block_epoch of the block that has split it */
    size_t size;
    uint32_t epoch;
    uint32_t block_epoch;   /* the block's first */
    uint32_t barrier_epoch; /* the first since the last barrier */
    uint32_t threads;
    /* clocks[w][a][b]: lane a sees what lane b did up to this clock of b. */
    uint16_t clocks[WARPS][LANES][LANES];
    /* The epoch that ended with the last fence: the thread's own, or one of a lane that its warp
     * has synchronized with since. */
    uint32_t fences[CUSTUB_CPU_BLOCK_LIMIT];
    uint32_t seen[CUSTUB_CPU_BLOCK_LIMIT]; /* the thread sees what others did up to this epoch */
};

cpu_check_shared *cpu_check_shared_create(size_t size)
{
    cpu_check_shared *shared = calloc(1, sizeof(*shared));

    if (!shared)
        return NULL;
    /* calloc() does not touch new pages, so that unused cells take no memory. */
    shared->cells = calloc((size / WORD + 1) * WORD, sizeof(*shared->cells));
    shared->split = calloc(size / WORD + 1, sizeof(*shared->split));
    shared->size = size;
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

/* --- Time ----------------------------------------------------------------------------------------
 */

static void forget_threads(cpu_check_shared *shared)
{
    memset(shared->fences, 0, shared->threads * sizeof(shared->fences[0]));
    memset(shared->seen, 0, shared->threads * sizeof(shared->seen[0]));
}

static void next_epoch(cpu_check_shared *shared)
{
    if (shared->epoch == UINT32_MAX) { /* old accesses would look new after an overflow */
        memset(shared->cells, 0, (shared->size / WORD + 1) * WORD * sizeof(*shared->cells));
        memset(shared->split, 0, (shared->size / WORD + 1) * sizeof(*shared->split));
        forget_threads(shared);
        shared->epoch = 0;
        shared->block_epoch = 1;
        shared->barrier_epoch = 1;
    }
    shared->epoch++;
}

void cpu_check_shared_begin(cpu_check_shared *shared, uint32_t threads)
{
    const uint32_t warps = (threads + LANES - 1) / LANES;

    next_epoch(shared);
    shared->block_epoch = shared->epoch;
    shared->barrier_epoch = shared->epoch;
    shared->threads = threads;
    forget_threads(shared);
    memset(shared->clocks, 0, warps * sizeof(shared->clocks[0]));
    for (uint32_t w = 0; w < warps; w++) {
        for (uint32_t i = 0; i < LANES; i++)
            shared->clocks[w][i][i] = 1;
    }
}

void cpu_check_shared_barrier(cpu_check_shared *shared)
{
    next_epoch(shared);
    shared->barrier_epoch = shared->epoch;
}

void cpu_check_shared_fence(cpu_check_shared *shared, uint32_t thread)
{
    uint32_t before = shared->epoch;

    next_epoch(shared);
    shared->fences[thread] = before < shared->epoch ? before : 0;
}

/* Each lane of the mask now sees what any of them saw, and its clock advances. If one of them
 * then sets a flag, this releases what each of them did before its own fence. */
void cpu_check_shared_warp(cpu_check_shared *shared, uint32_t warp, uint32_t mask)
{
    uint16_t(*clocks)[LANES] = shared->clocks[warp];
    uint32_t *seen = shared->seen + warp * LANES;
    uint32_t *fences = shared->fences + warp * LANES;
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

static bool is_present(const cpu_check_shared *shared, const cpu_check_touch *touch)
{
    return touch->epoch >= shared->block_epoch && touch->epoch > 0;
}

/* True if `thread` sees what `before` did. */
static bool is_ordered(const cpu_check_shared *shared, const cpu_check_touch *before,
                       uint32_t thread)
{
    if (before->epoch < shared->barrier_epoch || before->thread == thread ||
        before->epoch <= shared->seen[thread])
        return true;
    return before->thread / LANES == thread / LANES &&
           shared->clocks[thread / LANES][thread % LANES][before->thread % LANES] >= before->clock;
}

static cpu_check_touch touch_of(const cpu_check_shared *shared, const cpu_check_request *request)
{
    const uint32_t thread = request->thread;
    cpu_check_touch touch;

    touch.epoch = shared->epoch;
    touch.site = request->site;
    touch.thread = (uint16_t)thread;
    touch.clock = shared->clocks[thread / LANES][thread % LANES][thread % LANES];
    return touch;
}

/* --- Words ---------------------------------------------------------------------------------------
 */

static bool is_split(const cpu_check_shared *shared, size_t at)
{
    return shared->split[at / WORD] == shared->block_epoch;
}

/* Gives each byte of the word its own cell. */
static void split(cpu_check_shared *shared, size_t at)
{
    cell *first = &shared->cells[at / WORD * WORD];

    if (is_split(shared, at))
        return;
    shared->split[at / WORD] = shared->block_epoch;
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
    const cell *c = &shared->cells[is_split(shared, at) ? at : at / WORD * WORD];

    return is_present(shared, &c->write) || is_present(shared, &c->updates[0]) ||
           is_present(shared, &c->updates[1]);
}

bool cpu_check_shared_is_written(const cpu_check_shared *shared, size_t offset, size_t size,
                                 size_t unit)
{
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

/* Replaces an access that is ordered before this one, or is by the same thread. Returns its index,
 * or LATEST if both places hold unordered accesses of other threads. */
static size_t put(const cpu_check_shared *shared, cpu_check_touch *latest,
                  const cpu_check_touch *touch)
{
    for (size_t i = 0; i < LATEST; i++) {
        if (is_ordered(shared, &latest[i], touch->thread)) {
            latest[i] = *touch;
            return i;
        }
    }
    return LATEST;
}

/* An access that is not ordered before those of `thread`, or null. */
static const cpu_check_touch *find_unordered(const cpu_check_shared *shared,
                                             const cpu_check_touch *latest, uint32_t passed_over,
                                             uint32_t thread)
{
    for (size_t i = 0; i < LATEST; i++) {
        if (!(passed_over >> i & 1) && !is_ordered(shared, &latest[i], thread))
            return &latest[i];
    }
    return NULL;
}

static const cpu_check_touch *note_read(const cpu_check_shared *shared, cell *c,
                                        const cpu_check_touch *touch, bool watches)
{
    const cpu_check_touch *other = NULL;
    size_t at = put(shared, c->reads, touch);

    if (at < LATEST)
        c->watched = (c->watched & ~(UINT32_C(1) << at)) | (uint32_t)watches << at;
    if (!is_ordered(shared, &c->write, touch->thread))
        other = &c->write;
    else if (!watches)
        other = find_unordered(shared, c->updates, 0, touch->thread);
    return other;
}

/* The access that the write races with, or null; `finding` is the kind of race. */
static const cpu_check_touch *find_before_write(const cpu_check_shared *shared, const cell *c,
                                                uint32_t thread, bool updates,
                                                cpu_check_finding *finding)
{
    const cpu_check_touch *other = NULL;

    *finding = CPU_CHECK_WRITE_WRITE;
    if (!is_ordered(shared, &c->write, thread))
        return &c->write;
    if (!updates)
        other = find_unordered(shared, c->updates, 0, thread);
    if (other)
        return other;
    *finding = CPU_CHECK_READ_WRITE;
    return find_unordered(shared, c->reads, updates ? c->watched : 0, thread);
}

/* The thread now sees what the last update of this byte released. If the thread updates the byte
 * itself, it releases what it did before its last fence. */
static void trade(cpu_check_shared *shared, cell *c, const cpu_check_request *request)
{
    uint32_t *seen = &shared->seen[request->thread];
    uint32_t fence = shared->fences[request->thread];

    if (request->manner == CPU_CHECK_READS || request->manner == CPU_CHECK_WRITES)
        return;
    if (*seen < c->released)
        *seen = c->released;
    if (request->manner != CPU_CHECK_WATCHES && c->released < fence)
        c->released = fence;
}

cpu_check_finding cpu_check_shared_note(cpu_check_shared *shared, const cpu_check_request *request,
                                        cpu_check_touch *other, size_t *at)
{
    const cpu_check_touch touch = touch_of(shared, request);
    const cpu_check_manner manner = request->manner;
    const bool reads = manner == CPU_CHECK_READS || manner == CPU_CHECK_WATCHES;
    const bool updates =
        manner == CPU_CHECK_UPDATES ||
        (manner == CPU_CHECK_SIGNALS && shared->fences[request->thread] >= shared->barrier_epoch);
    cpu_check_finding found = CPU_CHECK_FINE;

    if (request->offset % WORD != 0 || request->size < WORD)
        split(shared, request->offset);
    if ((request->offset + request->size) % WORD != 0)
        split(shared, request->offset + request->size);
    trade(shared, &shared->cells[request->offset], request);
    for (size_t i = request->offset; i < request->offset + request->size; i += stride(shared, i)) {
        cell *c = &shared->cells[i];
        cpu_check_finding finding = CPU_CHECK_WRITE_READ;
        const cpu_check_touch *before;

        before = reads ? note_read(shared, c, &touch, manner == CPU_CHECK_WATCHES)
                       : find_before_write(shared, c, touch.thread, updates, &finding);
        if (before && found == CPU_CHECK_FINE) {
            found = finding;
            *other = *before;
            *at = i;
        }
        if (updates)
            put(shared, c->updates, &touch);
        else if (!reads)
            c->write = touch;
    }
    return found;
}

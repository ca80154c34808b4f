#include "checker/order/pending_copy.h"

#include <custub/cpu_image.h>

#include <stdlib.h>
#include <string.h>

#define LINE    64   /* bytes of memory that share a list */
#define BUCKETS 1024 /* a power of two */

/* Indices into the arrays begin at 1; 0 means none. */
typedef struct entry {
    cpu_check_copy copy;
    uint32_t group; /* number of the copy's group, counted from the beginning of the block */
    uint32_t next;  /* the thread's next copy, or the next free entry */
    bool is_used;
    bool is_read;   /* the source may be written again */
    uint64_t phase; /* the barrier's phase when the copy was bound to it */
} entry;

/* A line of memory that a copy reads or writes. */
typedef struct node {
    uintptr_t line;
    uint32_t entry;
    uint32_t next;
} node;

/* An array that grows, with a list of free items. */
typedef struct pool {
    void *items;
    size_t item_size;
    uint32_t capacity;
    uint32_t count; /* of items that were ever used */
    uint32_t free;
} pool;

struct cpu_check_copies {
    pool entries;
    pool nodes;
    uint32_t under_way;
    uint32_t bound;
    bool is_used; /* by this block */
    uint32_t buckets[BUCKETS];
    uint32_t first[CUSTUB_CPU_BLOCK_LIMIT];
    /* How many groups the thread has closed, and how many of bulk copies. */
    uint32_t groups[2][CUSTUB_CPU_BLOCK_LIMIT];
};

static entry *entry_at(const cpu_check_copies *copies, uint32_t at)
{
    return (entry *)copies->entries.items + (at - 1);
}

static node *node_at(const cpu_check_copies *copies, uint32_t at)
{
    return (node *)copies->nodes.items + (at - 1);
}

/* Returns an index that was never used; 0 without memory. */
static uint32_t grow(pool *p)
{
    if (p->count == p->capacity) {
        const uint32_t capacity = p->capacity ? 2 * p->capacity : 256;
        void *items = realloc(p->items, capacity * p->item_size);
        if (!items)
            return 0;
        p->items = items;
        p->capacity = capacity;
    }
    return ++p->count;
}

cpu_check_copies *cpu_check_copies_create(void)
{
    cpu_check_copies *copies = calloc(1, sizeof(*copies));

    if (!copies)
        return NULL;
    copies->entries.item_size = sizeof(entry);
    copies->nodes.item_size = sizeof(node);
    return copies;
}

void cpu_check_copies_destroy(cpu_check_copies *copies)
{
    if (!copies)
        return;
    free(copies->entries.items);
    free(copies->nodes.items);
    free(copies);
}

void cpu_check_copies_begin(cpu_check_copies *copies)
{
    if (!copies->is_used)
        return;
    copies->is_used = false;
    copies->under_way = 0;
    copies->bound = 0;
    copies->entries.count = copies->entries.free = 0;
    copies->nodes.count = copies->nodes.free = 0;
    memset(copies->buckets, 0, sizeof(copies->buckets));
    memset(copies->first, 0, sizeof(copies->first));
    memset(copies->groups, 0, sizeof(copies->groups));
}

bool cpu_check_copies_any(const cpu_check_copies *copies)
{
    return copies && copies->under_way > 0;
}

/* --- Lines of memory -----------------------------------------------------------------------------
 */

static size_t bucket_of(uintptr_t line)
{
    return (line ^ line >> 10) % BUCKETS;
}

static uintptr_t last_line(uintptr_t address, size_t size)
{
    return (address + size - 1) / LINE;
}

static bool note_lines(cpu_check_copies *copies, uint32_t of, uintptr_t address, size_t size)
{
    for (uintptr_t line = address / LINE; size > 0 && line <= last_line(address, size); line++) {
        uint32_t *first = &copies->buckets[bucket_of(line)];
        uint32_t at = copies->nodes.free;
        node *n;

        if (at)
            copies->nodes.free = node_at(copies, at)->next;
        else
            at = grow(&copies->nodes);
        if (!at)
            return false;
        n = node_at(copies, at);
        n->line = line;
        n->entry = of;
        n->next = *first;
        *first = at;
    }
    return true;
}

static void forget_lines(cpu_check_copies *copies, uint32_t of, uintptr_t address, size_t size)
{
    for (uintptr_t line = address / LINE; size > 0 && line <= last_line(address, size); line++) {
        uint32_t *link = &copies->buckets[bucket_of(line)];

        while (*link) {
            const uint32_t at = *link;
            node *n = node_at(copies, at);
            if (n->entry != of) {
                link = &n->next;
                continue;
            }
            *link = n->next;
            n->next = copies->nodes.free;
            copies->nodes.free = at;
        }
    }
}

/* --- Copies --------------------------------------------------------------------------------------
 */

/* `link` is the link to the copy in its thread's list. */
static void complete(cpu_check_copies *copies, uint32_t *link)
{
    const uint32_t at = *link;
    entry *e = entry_at(copies, at);

    forget_lines(copies, at, e->copy.target, e->copy.size);
    forget_lines(copies, at, e->copy.source, e->copy.source_size);
    copies->under_way--;
    copies->bound -= e->copy.barrier != NULL;
    e->is_used = false;
    *link = e->next;
    e->next = copies->entries.free;
    copies->entries.free = at;
}

void cpu_check_copies_add(cpu_check_copies *copies, const cpu_check_copy *copy)
{
    uint32_t *first = &copies->first[copy->thread];
    uint32_t at = copies->entries.free;

    if (at)
        copies->entries.free = entry_at(copies, at)->next;
    else
        at = grow(&copies->entries);
    if (!at)
        return;
    *entry_at(copies, at) = (entry){.copy = *copy,
                                    .group = copies->groups[copy->is_bulk][copy->thread],
                                    .next = *first,
                                    .is_used = true,
                                    .phase = copy->barrier ? *copy->barrier & copy->phase_bits : 0};
    *first = at;
    copies->bound += copy->barrier != NULL;
    copies->is_used = true;
    copies->under_way++;
    if (!note_lines(copies, at, copy->target, copy->size) ||
        !note_lines(copies, at, copy->source, copy->source_size))
        complete(copies, first);
}

void cpu_check_copies_commit(cpu_check_copies *copies, uint32_t thread, bool is_bulk)
{
    copies->is_used = true;
    copies->groups[is_bulk][thread]++;
}

/* Bulk copies that are bound are in no group. */
static bool is_waited_for(const entry *e, bool is_bulk, uint32_t closed, size_t prior)
{
    /* copies of the open group have the number of closed groups */
    return e->copy.is_bulk == is_bulk && !(is_bulk && e->copy.barrier) && e->group < closed &&
           prior < closed - e->group;
}

void cpu_check_copies_wait(cpu_check_copies *copies, uint32_t thread, bool is_bulk, size_t prior,
                           bool is_read)
{
    uint32_t *link = &copies->first[thread];

    while (*link) {
        entry *e = entry_at(copies, *link);
        const bool is_over = is_waited_for(e, is_bulk, copies->groups[is_bulk][thread], prior);
        e->is_read |= is_over;
        if (is_over && !is_read)
            complete(copies, link);
        else
            link = &e->next;
    }
}

void cpu_check_copies_bind(cpu_check_copies *copies, uint32_t thread, const uint64_t *barrier,
                           uint64_t phase, bool is_all)
{
    uint32_t *link = &copies->first[thread];

    cpu_check_copies_watch(copies, (uintptr_t)barrier);
    while (*link) {
        entry *e = entry_at(copies, *link);
        if (e->copy.barrier && e->copy.barrier != barrier && is_all && !e->copy.is_bulk) {
            complete(copies, link);
            continue;
        }
        if (!e->copy.barrier && !e->copy.is_bulk) {
            e->copy.barrier = barrier;
            e->copy.phase_bits = phase;
            e->phase = *barrier & phase;
            copies->bound++;
        }
        link = &e->next;
    }
}

void cpu_check_copies_watch(cpu_check_copies *copies, uintptr_t address)
{
    for (uint32_t i = 1; copies->bound > 0 && i <= copies->entries.count; i++) {
        const entry *e = entry_at(copies, i);
        uint32_t *link;

        if (!e->is_used || !e->copy.barrier ||
            address - (uintptr_t)e->copy.barrier >= sizeof(*e->copy.barrier))
            continue;
        if (e->copy.phase_bits && (*e->copy.barrier & e->copy.phase_bits) == e->phase)
            continue;
        link = &copies->first[e->copy.thread];
        while (*link != i)
            link = &entry_at(copies, *link)->next;
        complete(copies, link);
    }
}

/* --- Questions -----------------------------------------------------------------------------------
 */

static bool overlap(uintptr_t a, size_t a_size, uintptr_t b, size_t b_size)
{
    return b_size > 0 && a < b + b_size && b < a + a_size;
}

const cpu_check_copy *cpu_check_copies_find(const cpu_check_copies *copies, uintptr_t address,
                                            size_t size, bool writes)
{
    for (uintptr_t line = address / LINE; line <= last_line(address, size); line++) {
        uint32_t at = copies->buckets[bucket_of(line)];

        for (; at; at = node_at(copies, at)->next) {
            const entry *e = entry_at(copies, node_at(copies, at)->entry);
            const cpu_check_copy *copy = &e->copy;
            if (overlap(address, size, copy->target, copy->size) ||
                (writes && !e->is_read && overlap(address, size, copy->source, copy->source_size)))
                return copy;
        }
    }
    return NULL;
}

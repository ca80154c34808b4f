/* madvise() is not a POSIX function. */
#define _DEFAULT_SOURCE

#include "checker/checked_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MIN_GUARD  ((size_t)256)
#define MAX_GUARD  ((size_t)1 << 20)
#define MAX_FREED  4096                /* ranges */
#define LARGE_SIZE ((size_t)64 * 1024) /* larger freed ranges give back their pages at once */

typedef struct range {
    cpu_check_range known; /* the first member */
    void *block;           /* for free(); null: the memory is the program's */
    struct range *next;    /* the range that was freed after this one */
} range;

/* Sorted by address. Ranges do not overlap, except that registered memory may hold allocations. */
static struct {
    pthread_mutex_t lock;
    range **ranges;
    size_t count;
    size_t capacity;
    range *first_freed;
    range *last_freed; /* only valid if there is a first one */
    size_t freed;
    size_t pins;
} registry = {.lock = PTHREAD_MUTEX_INITIALIZER};

_Atomic uint64_t cpu_check_generation = 1;

/* --- The sorted list -----------------------------------------------------------------------------
 */

/* The number of ranges that begin at `address` or below. */
static size_t count_up_to(uintptr_t address)
{
    size_t low = 0;
    size_t high = registry.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (registry.ranges[middle]->known.base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static range *find(uintptr_t address)
{
    size_t count = count_up_to(address);
    range *r = count > 0 ? registry.ranges[count - 1] : NULL;

    return r && address - r->known.base < r->known.size ? r : NULL;
}

/* The range that begins at this address, which may have no bytes. `is_programs`: registered memory,
 * which may begin where an allocation does. */
static range *find_base(uintptr_t base, bool is_programs)
{
    for (size_t count = count_up_to(base); count > 0; count--) {
        range *r = registry.ranges[count - 1];
        if (r->known.base != base)
            break;
        if (!r->block == is_programs)
            return r;
    }
    return NULL;
}

static bool insert(range *r)
{
    size_t at;

    if (registry.count == registry.capacity) {
        size_t capacity = registry.capacity ? 2 * registry.capacity : 64;
        range **ranges = realloc(registry.ranges, capacity * sizeof(*ranges));
        if (!ranges)
            return false;
        registry.ranges = ranges;
        registry.capacity = capacity;
    }
    at = count_up_to(r->known.base);
    memmove(registry.ranges + at + 1, registry.ranges + at,
            (registry.count - at) * sizeof(*registry.ranges));
    registry.ranges[at] = r;
    registry.count++;
    atomic_fetch_add(&cpu_check_generation, 1);
    return true;
}

static void erase(range *r)
{
    size_t at = count_up_to(r->known.base);

    while (registry.ranges[at - 1] != r)
        at--;
    memmove(registry.ranges + at - 1, registry.ranges + at,
            (registry.count - at) * sizeof(*registry.ranges));
    registry.count--;
    atomic_fetch_add(&cpu_check_generation, 1);
}

static void destroy(range *r)
{
    free(r->known.written);
    free(r->block);
    free(r);
}

/* --- Freed ranges --------------------------------------------------------------------------------
 */

/* Gives whole pages back to the system; nothing else gets their addresses. */
static void discard(void *memory, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)memory + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)memory + size) / page * page;

    if (memory && size >= LARGE_SIZE && end > begin)
        madvise((void *)begin, end - begin, MADV_DONTNEED);
}

/* Forgets the oldest freed ranges. */
static void evict(void)
{
    while (registry.pins == 0 && registry.freed > MAX_FREED) {
        range *r = registry.first_freed;
        registry.first_freed = r->next;
        registry.freed--;
        erase(r);
        destroy(r);
    }
}

static void keep_freed(range *r)
{
    r->next = NULL;
    if (registry.first_freed)
        registry.last_freed->next = r;
    else
        registry.first_freed = r;
    registry.last_freed = r;
    registry.freed++;
    evict();
}

void cpu_check_memory_pin(void)
{
    pthread_mutex_lock(&registry.lock);
    registry.pins++;
    pthread_mutex_unlock(&registry.lock);
}

void cpu_check_memory_unpin(void)
{
    pthread_mutex_lock(&registry.lock);
    registry.pins--;
    evict();
    pthread_mutex_unlock(&registry.lock);
}

/* --- Allocations ---------------------------------------------------------------------------------
 */

/* A wrong stride or pitch leads farther away from a larger allocation. */
static size_t guard_size(size_t size, size_t alignment)
{
    size_t guard = size / 4 < MAX_GUARD ? size / 4 : MAX_GUARD;

    if (guard < MIN_GUARD)
        guard = MIN_GUARD;
    return (guard + alignment - 1) / alignment * alignment;
}

static range *create(size_t size, size_t alignment, bool is_hosts)
{
    size_t guard = guard_size(size, alignment);
    range *r = calloc(1, sizeof(*r));

    if (!r)
        return NULL;
    if (size > SIZE_MAX - 2 * guard ||
        posix_memalign(&r->block, alignment, size + 2 * guard) != 0) {
        free(r);
        return NULL;
    }
    r->known.base = (uintptr_t)r->block + guard;
    r->known.size = size;
    /* calloc() does not touch new pages, so that unused marks take no memory. */
    if (!is_hosts) {
        r->known.written = calloc(size > 0 ? size : 1, 1); /* null would mean: all is written */
        if (!r->known.written) {
            destroy(r);
            return NULL;
        }
    }
    return r;
}

void *cpu_check_memory_allocate(size_t size, size_t alignment, const char *kind, bool is_hosts)
{
    range *r = create(size, alignment, is_hosts);
    bool is_known;

    if (!r)
        return NULL;
    r->known.kind = kind;
    pthread_mutex_lock(&registry.lock);
    is_known = insert(r);
    pthread_mutex_unlock(&registry.lock);
    if (is_known)
        return (void *)r->known.base;
    destroy(r);
    return NULL;
}

bool cpu_check_memory_free(void *memory, const char *kind)
{
    range *r;

    pthread_mutex_lock(&registry.lock);
    r = find_base((uintptr_t)memory, false);
    if (r && !r->known.is_freed && (!kind || r->known.kind == kind)) {
        r->known.is_freed = true;
        atomic_fetch_add(&cpu_check_generation, 1);
        discard((void *)r->known.base, r->known.size);
        discard(r->known.written, r->known.size);
        keep_freed(r);
    } else {
        r = NULL;
    }
    pthread_mutex_unlock(&registry.lock);
    return r != NULL;
}

/* If there is no memory for the range, kernels' accesses to it will be reported. */
void cpu_check_memory_register(const void *memory, size_t size, const char *kind)
{
    range *r = calloc(1, sizeof(*r));

    if (!r)
        return;
    r->known.base = (uintptr_t)memory;
    r->known.size = size;
    r->known.kind = kind;
    pthread_mutex_lock(&registry.lock);
    if (!insert(r))
        free(r);
    pthread_mutex_unlock(&registry.lock);
}

void cpu_check_memory_unregister(const void *memory)
{
    range *r;

    pthread_mutex_lock(&registry.lock);
    r = find_base((uintptr_t)memory, true);
    if (r) {
        erase(r);
        destroy(r);
    }
    pthread_mutex_unlock(&registry.lock);
}

/* --- What was written ----------------------------------------------------------------------------
 */

/* The marks of [address, address + *size). `size` is cut to the end of the range. Null if the range
 * has no marks. */
static unsigned char *marks_of(uintptr_t address, size_t *size)
{
    range *r = find(address);
    size_t offset;

    if (!r || !r->known.written || r->known.is_freed)
        return NULL;
    offset = address - r->known.base;
    if (*size > r->known.size - offset)
        *size = r->known.size - offset;
    return r->known.written + offset;
}

void cpu_check_memory_written(uintptr_t address, size_t size)
{
    unsigned char *marks;

    pthread_mutex_lock(&registry.lock);
    marks = marks_of(address, &size);
    if (marks)
        memset(marks, 1, size);
    pthread_mutex_unlock(&registry.lock);
}

void cpu_check_memory_copied(uintptr_t target, uintptr_t source, size_t size)
{
    unsigned char *to, *from;

    pthread_mutex_lock(&registry.lock);
    to = marks_of(target, &size);
    from = to ? marks_of(source, &size) : NULL;
    if (from)
        memmove(to, from, size);
    else if (to)
        memset(to, 1, size);
    pthread_mutex_unlock(&registry.lock);
}

/* --- Questions -----------------------------------------------------------------------------------
 */

bool cpu_check_memory_find(uintptr_t address, cpu_check_range *out)
{
    range *r;

    pthread_mutex_lock(&registry.lock);
    r = find(address);
    if (r)
        *out = r->known;
    pthread_mutex_unlock(&registry.lock);
    return r != NULL;
}

/* Bytes between the address and the range; 0 inside. */
static uintptr_t distance(const range *r, uintptr_t address)
{
    if (address < r->known.base)
        return r->known.base - address;
    return address - r->known.base < r->known.size ? 0
                                                   : address - (r->known.base + r->known.size) + 1;
}

bool cpu_check_memory_nearest(uintptr_t address, cpu_check_range *out)
{
    range *best = NULL;
    size_t count;

    pthread_mutex_lock(&registry.lock);
    count = count_up_to(address);
    if (count > 0)
        best = registry.ranges[count - 1];
    if (count < registry.count &&
        (!best || distance(registry.ranges[count], address) < distance(best, address)))
        best = registry.ranges[count];
    if (best)
        *out = best->known;
    pthread_mutex_unlock(&registry.lock);
    return best != NULL;
}

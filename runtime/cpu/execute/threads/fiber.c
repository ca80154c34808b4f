/* MAP_ANONYMOUS and MAP_STACK are not in POSIX. */
#define _DEFAULT_SOURCE

#include "execute/threads/fiber.h"

#include "execute/kernel/stack.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Stacks that begin at the same place of their pages would share a few lines of the first cache. */
#define CACHE_LINE 64
#define COLORS     64
#define NEXT_COLOR 5 /* coprime to COLORS, so that neighbours lie apart */

static struct {
    pthread_mutex_t lock;
    cpu_fibers *first;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static stack_bounds bounds_of(const cpu_fibers *fibers, size_t index)
{
    stack_bounds bounds;

    bounds.bottom = fibers->memory + index * fibers->each + fibers->guard;
    bounds.size = fibers->each - fibers->guard - index * NEXT_COLOR % COLORS * CACHE_LINE;
    return bounds;
}

static cpu_fibers *create(size_t count)
{
    cpu_fibers *fibers = calloc(1, sizeof(*fibers));

    if (!fibers)
        return NULL;
    fibers->count = count;
    fibers->guard = kernel_stack_guard_size();
    fibers->each = fibers->guard + kernel_stack_size();
    fibers->size = count * fibers->each;
    fibers->switches = calloc(count, sizeof(*fibers->switches));
    fibers->memory = mmap(NULL, fibers->size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (!fibers->switches || fibers->memory == MAP_FAILED) {
        if (fibers->memory != MAP_FAILED)
            munmap(fibers->memory, fibers->size);
        free(fibers->switches);
        free(fibers);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (!kernel_stack_guard(fibers->memory + i * fibers->each, fibers->guard))
            break;
    }
    return fibers;
}

cpu_fibers *cpu_fibers_take(size_t count)
{
    cpu_fibers *found = NULL;
    size_t capacity = 32;

    pthread_mutex_lock(&pool.lock);
    for (cpu_fibers **link = &pool.first; *link; link = &(*link)->next) {
        if ((*link)->count < count)
            continue;
        found = *link;
        *link = found->next;
        break;
    }
    pthread_mutex_unlock(&pool.lock);
    if (found)
        return found;
    while (capacity < count)
        capacity *= 2; /* only a few sizes, so that most launches find stacks in the pool */
    return create(capacity);
}

void cpu_fibers_give(cpu_fibers *fibers)
{
    pthread_mutex_lock(&pool.lock);
    fibers->next = pool.first;
    pool.first = fibers;
    pthread_mutex_unlock(&pool.lock);
}

void cpu_fibers_start(cpu_fibers *fibers, size_t index, void (*function)(void *argument),
                      void *argument)
{
    stack_switch_prepare(&fibers->switches[index], bounds_of(fibers, index), function, argument);
}

void cpu_fibers_call(cpu_fibers *fibers, size_t index, stack_switch *home,
                     void (*function)(void *argument), void *argument)
{
    stack_switch_call(home, &fibers->switches[index], bounds_of(fibers, index), function, argument);
}

bool cpu_fibers_overflowed(const cpu_fibers *fibers, const void *address)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)fibers->memory;

    return offset < fibers->size && offset % fibers->each < fibers->guard;
}

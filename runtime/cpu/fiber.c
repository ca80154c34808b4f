/* MAP_ANONYMOUS and MAP_STACK are not in POSIX. */
#define _DEFAULT_SOURCE

#include "fiber.h"

#include "stack_switch.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Only what is touched becomes memory. */
#define STACK_SIZE ((size_t)256 * 1024)

/* Lies at the top of its own mapping: guard page, stack, fiber. */
struct cpu_fiber {
    cpu_fiber *next; /* in the pool */
    stack_switch own;
    stack_switch caller;
    stack_bounds bounds;
    void (*function)(void *argument);
    void *argument;
    bool is_done;
};

static struct {
    pthread_mutex_t lock;
    cpu_fiber *first;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static cpu_fiber *create(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t top = (sizeof(cpu_fiber) + 63) / 64 * 64;
    char *memory = mmap(NULL, page + STACK_SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    cpu_fiber *fiber;

    if (memory == MAP_FAILED)
        return NULL;
    if (mprotect(memory, page, PROT_NONE) != 0) {
        munmap(memory, page + STACK_SIZE);
        return NULL;
    }
    fiber = (cpu_fiber *)(void *)(memory + page + STACK_SIZE - top);
    fiber->bounds.bottom = memory + page;
    fiber->bounds.size = STACK_SIZE - top;
    return fiber;
}

/* The library may be unloaded; its pool goes with it. */
#if defined(__GNUC__)
__attribute__((destructor))
#endif
static void
empty_pool(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    while (pool.first) {
        cpu_fiber *fiber = pool.first;
        pool.first = fiber->next;
        munmap((char *)fiber->bounds.bottom - page, page + STACK_SIZE);
    }
}

bool cpu_fiber_take(cpu_fiber **fibers, size_t count)
{
    size_t taken = 0;

    pthread_mutex_lock(&pool.lock);
    for (; taken < count && pool.first; taken++) {
        fibers[taken] = pool.first;
        pool.first = fibers[taken]->next;
    }
    pthread_mutex_unlock(&pool.lock);
    for (; taken < count; taken++) {
        fibers[taken] = create();
        if (!fibers[taken]) {
            cpu_fiber_give(fibers, taken);
            return false;
        }
    }
    return true;
}

void cpu_fiber_give(cpu_fiber **fibers, size_t count)
{
    pthread_mutex_lock(&pool.lock);
    for (size_t i = count; i > 0; i--) {
        fibers[i - 1]->next = pool.first;
        pool.first = fibers[i - 1];
    }
    pthread_mutex_unlock(&pool.lock);
}

static void run(void *fiber)
{
    cpu_fiber *self = fiber;

    stack_switch_arrived(&self->own);
    self->function(self->argument);
    self->is_done = true;
    stack_switch_leave(&self->own, &self->caller);
}

void cpu_fiber_start(cpu_fiber *fiber, void (*function)(void *argument), void *argument)
{
    fiber->function = function;
    fiber->argument = argument;
    fiber->is_done = false;
    stack_switch_prepare(&fiber->own, fiber->bounds, run, fiber);
}

bool cpu_fiber_resume(cpu_fiber *fiber)
{
    stack_switch_to(&fiber->caller, &fiber->own);
    return fiber->is_done;
}

void cpu_fiber_wait(cpu_fiber *fiber)
{
    stack_switch_to(&fiber->own, &fiber->caller);
}

void cpu_fiber_abandon(cpu_fiber *fiber)
{
    stack_switch_leave(&fiber->own, &fiber->caller);
}

#include "memory/graph_memory.h"

#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "task/submission.h"

#include <pthread.h>
#include <stdlib.h>

struct cpu_graph_memory {
    uintptr_t address;
    size_t size;
    unsigned int holders;
    bool is_live;
    cpu_task *last; /* the last task that uses it; guarded by the queue's lock; may be null */
    cpu_graph_memory *next;
};

/* All memory of graphs. Where both locks are needed, the queue's lock is taken first. */
static struct {
    pthread_mutex_t lock;
    cpu_graph_memory *first;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- Bookkeeping ---------------------------------------------------------------------------------
 */

/* With the lock. */
static void set_live(cpu_graph_memory *memory, bool is_live)
{
    if (memory->is_live == is_live)
        return;
    memory->is_live = is_live;
    cpu_memory_set_dormant(memory->address, !is_live);
}

CUresult cpu_graph_memory_create(size_t size, cpu_graph_memory **out)
{
    cpu_allocation allocation = {
        .size = size, .kind = CPU_MEMORY_DEVICE, .is_graphs = true, .is_dormant = true};
    cpu_graph_memory *made = calloc(1, sizeof(*made));
    CUresult result = made ? cpu_memory_allocate(&allocation) : CUDA_ERROR_OUT_OF_MEMORY;

    if (result != CUDA_SUCCESS) {
        free(made);
        return result;
    }
    made->address = allocation.base;
    made->size = size;
    made->holders = 1;
    pthread_mutex_lock(&all.lock);
    made->next = all.first;
    all.first = made;
    pthread_mutex_unlock(&all.lock);
    *out = made;
    return CUDA_SUCCESS;
}

/* With the lock: takes the memory out of the list. */
static void take_out(cpu_graph_memory *memory)
{
    cpu_graph_memory **slot = &all.first;

    while (*slot != memory)
        slot = &(*slot)->next;
    *slot = memory->next;
}

/* Frees the memory after the work that uses it. */
static void free_after_last_use(cpu_graph_memory *memory)
{
    cpu_work work = {.kind = CPU_WORK_RELEASE, .as.memory = memory->address};
    cpu_task *task = NULL;

    cpu_queue_lock();
    if (!cpu_task_is_done(memory->last)) {
        work.context = memory->last->work.context;
        task = cpu_task_create(&work, 0);
        if (task && !cpu_task_add_wait(task, memory->last))
            cpu_task_wait(memory->last);
    }
    cpu_task_keep(&memory->last, NULL);
    if (task)
        cpu_task_submit(task);
    else
        cpu_work_dispose(&work);
    cpu_task_keep(&task, NULL);
    cpu_queue_unlock();
}

/* Frees memory that is no longer in the list. The caller may hold the queue's lock if no work has
 * used the memory. */
static void free_memory(cpu_graph_memory *memory)
{
    cpu_memory_forget(memory->address, 1u << CPU_MEMORY_DEVICE, NULL);
    if (memory->last)
        free_after_last_use(memory);
    else
        cpu_memory_release(memory->address);
    free(memory);
}

cpu_graph_memory *cpu_graph_memory_hold(cpu_graph_memory *memory)
{
    pthread_mutex_lock(&all.lock);
    memory->holders++;
    pthread_mutex_unlock(&all.lock);
    return memory;
}

void cpu_graph_memory_release(cpu_graph_memory *memory)
{
    bool is_unused;

    if (!memory)
        return;
    pthread_mutex_lock(&all.lock);
    is_unused = --memory->holders == 0 && !memory->is_live;
    if (is_unused)
        take_out(memory);
    pthread_mutex_unlock(&all.lock);
    if (is_unused)
        free_memory(memory);
}

/* With the lock. */
static cpu_graph_memory *find(CUdeviceptr address)
{
    cpu_graph_memory *memory = all.first;

    while (memory && memory->address != address)
        memory = memory->next;
    return memory;
}

cpu_graph_memory *cpu_graph_memory_find(CUdeviceptr address)
{
    cpu_graph_memory *found;

    pthread_mutex_lock(&all.lock);
    found = find(address);
    if (found)
        found->holders++;
    pthread_mutex_unlock(&all.lock);
    return found;
}

CUdeviceptr cpu_graph_memory_address(const cpu_graph_memory *memory)
{
    return memory->address;
}

size_t cpu_graph_memory_size(const cpu_graph_memory *memory)
{
    return memory->size;
}

/* --- Allocating and freeing ----------------------------------------------------------------------
 */

bool cpu_graph_memory_is_live(const cpu_graph_memory *memory)
{
    bool is_live;

    pthread_mutex_lock(&all.lock);
    is_live = memory->is_live;
    pthread_mutex_unlock(&all.lock);
    return is_live;
}

void cpu_graph_memory_launch(cpu_graph_memory *memory, bool is_live, cpu_task *last)
{
    cpu_task_keep(&memory->last, last);
    pthread_mutex_lock(&all.lock);
    set_live(memory, is_live);
    pthread_mutex_unlock(&all.lock);
}

bool cpu_graph_memory_free(CUdeviceptr address, cpu_task *last)
{
    cpu_graph_memory *memory;
    bool is_live;
    bool is_unused = false;

    cpu_queue_lock();
    pthread_mutex_lock(&all.lock);
    memory = find(address);
    is_live = memory && memory->is_live;
    if (is_live) {
        set_live(memory, false);
        if (last)
            cpu_task_keep(&memory->last, last);
        is_unused = memory->holders == 0;
        if (is_unused)
            take_out(memory);
    }
    pthread_mutex_unlock(&all.lock);
    cpu_queue_unlock();
    if (is_unused)
        free_memory(memory);
    return is_live;
}

#include "checker/checks/checked_launch.h"

#include "checker/checks/global_access.h"
#include "checker/checks/race.h"
#include "checker/worker.h"

#include <stdatomic.h>
#include <string.h>

static const cpu_check_settings *settings;

void cpu_check_launches_open(const cpu_check_settings *asked)
{
    settings = asked;
}

cpu_check_launch *cpu_check_begin(const custub_cpu_kernel *kernel,
                                  const cpu_check_contract *contract,
                                  const custub_bounds_head *head)
{
    static _Atomic uint64_t launches;
    cpu_check_held held = {contract, NULL, NULL, 0};
    cpu_check_global *global = NULL;
    cpu_check_launch *launch;

    if (!kernel->run_thread)
        return NULL;
    if (contract && settings->kinds & CPU_CHECK_CONTRACT) {
        held.head = head;
        held.measures = (custub_bounds_measure *)(uintptr_t)head->measures;
        held.number = atomic_fetch_add(&launches, 1) + 1;
    }
    if (settings->kinds & CPU_CHECK_GLOBAL)
        global = cpu_check_global_create();
    launch = cpu_check_launch_create(kernel->name, settings, &held, global);
    if (!launch)
        cpu_check_global_destroy(global);
    if (launch)
        cpu_check_memory_pin();
    return launch;
}

int cpu_check_end(cpu_check_launch *launch)
{
    const int result = cpu_check_launch_result(launch);

    cpu_check_launch_destroy(launch);
    cpu_check_memory_unpin();
    return result;
}

static bool has_room(cpu_check_worker *w)
{
    if (!w->order)
        w->order = cpu_check_order_create();
    if (!w->order)
        return false;
    if (w->shared && cpu_check_shared_size(w->shared) >= w->image->shared_size)
        return true;
    cpu_check_shared_destroy(w->shared);
    w->shared = cpu_check_shared_create(w->image->shared_size, w->order);
    return w->shared != NULL;
}

static void forget_image(cpu_check_worker *w)
{
    memset(w->sites, 0, sizeof(w->sites));
    cpu_check_forget_hints(w);
}

/* Another image may have been loaded at the same addresses. */
static bool has_image(cpu_check_worker *w, const custub_cpu_kernel *kernel)
{
    const cpu_check_image *image = cpu_check_image_at((uintptr_t)kernel->run_thread);

    if (!image || image != w->image || image->number != w->image_number)
        forget_image(w);
    w->image = image;
    w->image_number = image ? image->number : 0;
    return image != NULL;
}

/* Ranges that were found for another launch may be narrower than they are, or wider. */
static void hold(cpu_check_worker *w, const cpu_check_held *held)
{
    if (w->held.number != held->number)
        cpu_check_forget_ranges(w);
    w->held = *held;
}

void cpu_check_block_begin(cpu_check_launch *launch, const custub_cpu_kernel *kernel,
                           const custub_cpu_block *block, const cpu_check_runner *runner)
{
    cpu_check_worker *w = cpu_check_make_worker();
    const custub_cpu_extent extent = block->block_extent;

    if (!w)
        return;
    if (!has_image(w, kernel) || !has_room(w))
        return;
    if (w->shared_bytes != block->shared_bytes) /* hints have the end of the dynamic array */
        cpu_check_forget_hints(w);
    w->shared_bytes = block->shared_bytes;
    w->launch = launch;
    w->is_broken = cpu_check_launch_broken(launch);
    w->runner = runner;
    w->thread = runner->running;
    w->kernel = kernel;
    w->block = block;
    w->stacks = (uintptr_t)runner->stacks;
    w->stacks_size = runner->size;
    w->stack_size = runner->each;
    w->shared_block = (uintptr_t)cpu_check_image_block(w->image);
    w->kinds = settings->kinds;
    hold(w, cpu_check_launch_held(launch));
    memset(w->objects, 0, sizeof(w->objects));
    w->pending.is_there = false;
    cpu_check_settle(w);
    w->has_first = false;
    w->copy_source = NULL; /* may be left over from a thread that was ended */
    if (w->copies)
        cpu_check_copies_begin(w->copies);
    cpu_check_order_begin(w->order, cpu_check_block_number(block), extent.x * extent.y * extent.z);
    cpu_check_global_begin(w, cpu_check_launch_global(launch));
}

bool cpu_check_is_writing(void)
{
    const cpu_check_worker *w = cpu_check_worker_current();

    return w && (w->pending.is_there || cpu_check_open_write_is_there(w->writing));
}

void cpu_check_block_end(void)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (!w)
        return;
    cpu_check_settle(w);
    cpu_check_global_end(w);
    w->launch = NULL;
}

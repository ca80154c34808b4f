#include "launch/driver_check.h"

#include "check/contract.h"
#include "driver/driver.h"
#include "driver/owned.h"

/* True if the launch runs in the current context, so that questions can be asked there. */
static inline bool is_at_home(const custub_kernel *kernel, const custubi_function *here,
                              CUstream stream)
{
    CUcontext current = NULL;
    CUcontext context = NULL;

    if (kernel->library->is_module)
        return false;
    if ((uintptr_t)stream <= 2) /* a handle of the current context */
        return true;
    if (here && custubi_owned_has((uintptr_t)stream, 0, here->context_id))
        return true;
    return custubi_cu.stream_get_context && !custubi_cu.stream_get_context(stream, &context) &&
           !custubi_cu.context_get(&current) && context == current;
}

/* The current device, if its facts are known and it has at least the limits of every device. */
static inline const custubi_device_facts *find_device(const custub_library *library,
                                                      const custubi_function *here)
{
    const custubi_device_facts *facts = here ? here->device : NULL;
    int device = -1;

    if (!facts && !custubi_cu.context_get_device(&device))
        for (uint32_t i = 0; i < library->device_count && !facts; i++)
            if (library->devices[i].device == device)
                facts = &library->devices[i];
    return facts && atomic_load_explicit(&facts->ready, memory_order_acquire) &&
                   facts->limits.ordinary
               ? facts
               : NULL;
}

static inline bool fits(const custub_kernel *kernel, const custub_launch *launch,
                        const custubi_device_facts *device, uint64_t shared)
{
    const custubi_kernel_facts *facts = &device->kernels[custubi_kernel_index(kernel)];
    const custub_dim3 *block = &launch->block;

    return atomic_load_explicit(&facts->ready, memory_order_acquire) &&
           block->x * custubi_size(block->y) * custubi_size(block->z) <= facts->threads &&
           facts->static_shared + shared <= device->limits.shared_opt_in;
}

static inline bool is_there(const custub_need *need, const custubi_function *here)
{
    CUdeviceptr base = 0;
    size_t size = 0;

    return !need->ptr || !need->bytes ||
           (here && custubi_owned_has(need->ptr, need->bytes, here->context_id)) ||
           (!custubi_cu.memory_range(&base, &size, need->ptr) &&
            size - (need->ptr - base) >= need->bytes);
}

bool custubi_driver_agrees(const custub_kernel *kernel, const custub_launch *launch,
                           const custubi_function *here, const custub_need *needs, uint64_t shared,
                           CUstream stream)
{
    const custub_need *end = needs + kernel->state->pointer_count;
    const custubi_device_facts *device;

    if (!is_at_home(kernel, here, stream))
        return false;
    device = find_device(kernel->library, here);
    if (!device || !fits(kernel, launch, device, shared))
        return false;
    for (; needs != end; needs++)
        if (!is_there(needs, here))
            return false;
    return true;
}

/* True if nothing is set that the shape depends on, or could. */
static bool is_unset(const custub_launch *launch)
{
    const custub_dim3 *grid = &launch->grid;
    const custub_dim3 *block = &launch->block;
    const custub_dim3 *cluster = &launch->cluster;

    return !(grid->x | grid->y | grid->z | grid->given | block->x | block->y | block->z |
             block->given | cluster->x | cluster->y | cluster->z | cluster->given | launch->shared);
}

/* The threads of each axis: those that the launch sets, else the kernel's. False: there are none,
 * the launch sets too few, or the kept block is not for threads along x alone. */
static bool find_threads(const custub_kernel_state *state, const uint64_t *needed,
                         const custub_launch *launch, uint64_t threads[3])
{
    bool is_flat = launch->block.y == 1 && launch->block.z == 1;

    for (int axis = 0; axis < 3; axis++)
        threads[axis] = axis < state->thread_axes ? needed[axis] : 0;
    if (!launch->threads)
        return state->thread_axes > 0;
    if (!is_flat || (!state->grid_stride && threads[0] > custubi_threads_given(launch)) ||
        (threads[1] | threads[2]))
        return false;
    threads[0] = custubi_threads_given(launch);
    return true;
}

/* The grid that covers these threads in blocks of this size. */
static bool cover(const uint64_t threads[3], custub_launch *launch)
{
    static const uint64_t most[] = {CUSTUBI_GRID_X, CUSTUBI_GRID_YZ, CUSTUBI_GRID_YZ};

    launch->grid = custub_grid(1, 1, 1);
    for (int axis = 0; axis < 3; axis++) {
        uint64_t block = custubi_component(&launch->block, axis);
        uint64_t blocks = threads[axis] / block + (threads[axis] % block != 0);
        if (blocks > most[axis])
            return false;
        if (blocks)
            *custubi_component_at(&launch->grid, axis) = blocks;
    }
    return true;
}

bool custubi_driver_knows_shape(const custub_kernel *kernel, const custubi_function *here,
                                const uint64_t *needed, CUstream stream, custub_launch *launch)
{
    const custub_kernel_state *state = kernel->state;
    const custubi_device_facts *device;
    const custubi_kernel_facts *facts;
    unsigned long long block;
    uint64_t threads[3];

    if (!is_unset(launch) || !is_at_home(kernel, here, stream))
        return false;
    device = find_device(kernel->library, here);
    if (!device)
        return false;
    facts = &device->kernels[custubi_kernel_index(kernel)];
    block = atomic_load_explicit(&facts->block, memory_order_acquire);
    if (!block)
        return false;
    launch->block = custub_block(block & 0xffff, block >> 16 & 0xffff, block >> 32);
    if (!find_threads(state, needed ? needed + state->count_count : NULL, launch, threads) ||
        !cover(threads, launch))
        return false;
    launch->threads = 0;
    if (state->grid_stride)
        custubi_contract_cap(&launch->grid,
                             atomic_load_explicit(&facts->resident, memory_order_relaxed));
    return true;
}

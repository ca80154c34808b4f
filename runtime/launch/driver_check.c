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

static inline bool fits(const custub_kernel *kernel, const custubi_shape *shape,
                        const custubi_device_facts *device)
{
    const custubi_kernel_facts *facts = &device->kernels[custubi_kernel_index(kernel)];
    const custub_dim3 *block = &shape->block;

    return atomic_load_explicit(&facts->ready, memory_order_acquire) &&
           block->x * block->y * block->z <= facts->threads &&
           facts->static_shared + shape->shared <= device->limits.shared_opt_in;
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

bool custubi_driver_agrees(const custub_kernel *kernel, const custubi_function *here,
                           const custubi_shape *shape, const custub_need *needs, CUstream stream)
{
    const custub_need *end = needs + kernel->state->pointer_count;
    const custubi_device_facts *device;

    if (!is_at_home(kernel, here, stream))
        return false;
    device = find_device(kernel->library, here);
    if (!device || !fits(kernel, shape, device))
        return false;
    for (; needs != end; needs++)
        if (!is_there(needs, here))
            return false;
    return true;
}

/* True if nothing is set that the shape depends on, or could, but for the number of threads. */
static bool is_unset(const custub_launch *launch)
{
    const custub_dim3 *grid = &launch->grid;
    const custub_dim3 *block = &launch->block;
    const custub_dim3 *cluster = &launch->cluster;

    return !(grid->given | block->given | cluster->given | grid->x | grid->y | grid->z | block->x |
             block->y | block->z | cluster->x | cluster->y | cluster->z | launch->shared);
}

/* Makes the grid cover so many threads along an axis. */
static inline bool cover(custubi_shape *shape, int axis, uint64_t threads)
{
    static const uint64_t most[] = {CUSTUBI_GRID_X, CUSTUBI_GRID_YZ, CUSTUBI_GRID_YZ};
    uint64_t block = custubi_component(&shape->block, axis);
    uint64_t blocks = threads / block + (threads % block != 0);

    *custubi_component_at(&shape->grid, axis) = blocks + !blocks;
    return blocks <= most[axis];
}

/* The same for the threads that the launch sets, which are along x. */
static bool cover_given(const custub_kernel_state *state, const custub_launch *launch,
                        const uint64_t *needed, custubi_shape *shape)
{
    uint64_t threads = custubi_threads_given(launch);

    return (shape->block.y & shape->block.z) == 1 && state->thread_axes <= 1 &&
           (!state->thread_axes || state->grid_stride || *needed <= threads) &&
           cover(shape, 0, threads);
}

/* The same for the threads of the kernel's contract. */
static bool cover_needed(const custub_kernel_state *state, const uint64_t *needed,
                         custubi_shape *shape)
{
    for (int axis = 0; axis < state->thread_axes; axis++)
        if (!cover(shape, axis, needed[axis]))
            return false;
    return state->thread_axes > 0;
}

bool custubi_driver_knows_shape(const custub_kernel *kernel, const custubi_function *here,
                                const custub_launch *launch, const uint64_t *needed,
                                CUstream stream, custubi_shape *shape)
{
    const custub_kernel_state *state = kernel->state;
    const custubi_device_facts *device;
    const custubi_kernel_facts *facts;
    unsigned long long block;

    if (!is_unset(launch) || !is_at_home(kernel, here, stream))
        return false;
    device = find_device(kernel->library, here);
    if (!device)
        return false;
    facts = &device->kernels[custubi_kernel_index(kernel)];
    block = atomic_load_explicit(&facts->block, memory_order_acquire);
    if (!block)
        return false;
    *shape = custubi_shape_along_x(1, block & 0xffff);
    shape->block.y = block >> 16 & 0xffff;
    shape->block.z = block >> 32;
    if (state->thread_axes)
        needed += state->count_count;
    if (!(launch->threads ? cover_given(state, launch, needed, shape)
                          : cover_needed(state, needed, shape)))
        return false;
    if (state->grid_stride)
        custubi_contract_cap(&shape->grid,
                             atomic_load_explicit(&facts->resident, memory_order_relaxed));
    return true;
}

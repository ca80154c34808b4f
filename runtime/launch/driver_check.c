#include "launch/driver_check.h"

#include "check/rules.h"
#include "driver/driver.h"
#include "driver/owned.h"
#include "library/facts.h"

/* True if the launch runs in the current context, so that questions can be asked there. */
static inline bool is_in_current_context(const custub_kernel *kernel, const custubi_function *here,
                                         custubi_launch_stream *of)
{
    CUstream stream = of->stream;
    CUcontext current = NULL;
    CUcontext context = NULL;

    if (of->is_current)
        return true;
    if (kernel->library->is_module)
        return false;
    if ((uintptr_t)stream <= 2) /* a handle of the current context */
        return true;
    if (here->device && custubi_owned_has((uintptr_t)stream, 0, here->context_id))
        return true;
    of->is_current = custubi_cu.stream_get_context &&
                     !custubi_cu.stream_get_context(stream, &context) &&
                     !custubi_cu.context_get(&current) && context == current;
    return of->is_current;
}

/* The current device, if its facts are known and it has at least the limits of every device. */
static inline const custubi_device_facts *find_device(const custub_library *library,
                                                      const custubi_function *here)
{
    const custubi_device_facts *facts = here->device;
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

    return atomic_load_explicit(&facts->ready, memory_order_acquire) &&
           custubi_rule_block_threads(&shape->block, facts->threads) &&
           shape->shared <= custubi_facts_room(device, facts);
}

/* An allocation that the driver knows. */
typedef struct allocation {
    CUdeviceptr base;
    size_t size;
} allocation;

static inline bool has(const allocation *in, const custub_need *need)
{
    const uint64_t before = need->ptr - in->base;

    return before < in->size && in->size - before >= need->bytes;
}

/* Other libraries cut their arrays out of large allocations, so that one answer of the driver,
 * which takes 90 ns (H200, driver 580), often serves several pointers. */
static inline bool is_there(const custub_need *need, const custubi_function *here, allocation *last)
{
    return !need->ptr || !need->bytes ||
           (here->device && custubi_owned_has(need->ptr, need->bytes, here->context_id)) ||
           has(last, need) ||
           (!custubi_cu.memory_range(&last->base, &last->size, need->ptr) && has(last, need));
}

bool custubi_driver_agrees(const custub_kernel *kernel, const custubi_function *here,
                           const custubi_shape *shape, const custub_need *needs,
                           custubi_launch_stream *stream)
{
    const custub_need *end = needs + kernel->state->pointer_count;
    const custubi_device_facts *device;
    allocation last = {0, 0};

    if (!is_in_current_context(kernel, here, stream))
        return false;
    device = find_device(kernel->library, here);
    if (!device || !fits(kernel, shape, device))
        return false;
    for (; needs != end; needs++)
        if (!is_there(needs, here, &last))
            return false;
    return true;
}

/* True if the launch sets nothing that the shape may depend on, except the number of threads. */
static bool is_unset(const custub_launch *launch)
{
    const custub_dim3 *grid = &launch->grid;
    const custub_dim3 *block = &launch->block;
    const custub_dim3 *cluster = &launch->cluster;

    return !(grid->given | block->given | cluster->given | grid->x | grid->y | grid->z | block->x |
             block->y | block->z | cluster->x | cluster->y | cluster->z | launch->shared);
}

bool custubi_driver_knows_shape(const custub_kernel *kernel, const custubi_function *here,
                                const custub_launch *launch, const uint64_t *needed,
                                custubi_launch_stream *stream, custubi_shape *shape)
{
    const custub_kernel_state *state = kernel->state;
    const custubi_device_facts *device;
    const custubi_kernel_facts *facts;
    unsigned long long block;
    const uint64_t given = custubi_threads_given(launch);
    int axes = state->thread_axes;

    if (!is_unset(launch) || (!axes && !launch->threads) ||
        !is_in_current_context(kernel, here, stream))
        return false;
    device = find_device(kernel->library, here);
    if (!device)
        return false;
    facts = &device->kernels[custubi_kernel_index(kernel)];
    block = atomic_load_explicit(&facts->block, memory_order_acquire);
    if (!block)
        return false;
    shape->block = custub_block(block & 0xffff, block >> 16 & 0xffff, block >> 32);
    if (launch->threads) { /* threads along x */
        if ((shape->block.y & shape->block.z) != 1 || axes > 1)
            return false;
        axes = 1;
    }
    custubi_contract_cover(
        state, launch->threads ? &given : &needed[state->count_count], axes, &shape->block,
        atomic_load_explicit(&facts->resident, memory_order_relaxed), &shape->grid);
    return true;
}

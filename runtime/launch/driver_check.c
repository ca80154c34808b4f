#include "launch/driver_check.h"

#include "check/contract.h"
#include "driver/driver.h"

/* True if the launch runs in the current context, so that questions can be asked there. */
static inline bool is_at_home(const custub_call *call, CUstream stream)
{
    CUcontext current = NULL;
    CUcontext context = NULL;

    if (call->kernel->library->is_module)
        return false;
    if ((uintptr_t)stream <= 2) /* a handle of the current context */
        return true;
    return custubi_cu.stream_get_context && !custubi_cu.stream_get_context(stream, &context) &&
           !custubi_cu.context_get(&current) && context == current;
}

/* The current device, if its facts are known and it has at least the limits of every device. */
static inline const custubi_device_facts *find_device(const struct custub_library *library)
{
    int device = -1;

    if (custubi_cu.context_get_device(&device))
        return NULL;
    for (uint32_t i = 0; i < library->device_count; i++) {
        const custubi_device_facts *facts = &library->devices[i];
        if (facts->device == device)
            return atomic_load_explicit(&facts->ready, memory_order_acquire) &&
                           facts->limits.ordinary
                       ? facts
                       : NULL;
    }
    return NULL;
}

static inline bool fits(const custub_call *call, const custubi_device_facts *device,
                        uint64_t shared)
{
    const custubi_kernel_facts *facts = &device->kernels[custubi_kernel_index(call->kernel)];
    const custub_dim3 *block = &call->launch->block;

    return atomic_load_explicit(&facts->ready, memory_order_acquire) &&
           block->x * custubi_size(block->y) * custubi_size(block->z) <= facts->threads &&
           facts->static_shared + shared <= device->limits.shared_opt_in;
}

static inline bool is_there(const custub_need *need)
{
    CUdeviceptr base = 0;
    size_t size = 0;

    return !need->ptr || !need->bytes ||
           (!custubi_cu.memory_range(&base, &size, need->ptr) &&
            size - (need->ptr - base) >= need->bytes);
}

bool custubi_driver_agrees(const custub_call *call, uint64_t shared, CUstream stream)
{
    const custub_need *need = call->needs;
    const custub_need *end = need + call->kernel->info->buffer_count;
    const custubi_device_facts *device;

    if (!is_at_home(call, stream))
        return false;
    device = find_device(call->kernel->library);
    if (!device || !fits(call, device, shared))
        return false;
    for (; need != end; need++)
        if (!is_there(need))
            return false;
    return true;
}

#include <stdatomic.h>
#include <string.h>

#include "contract.h"
#include "explain.h"
#include "facts.h"
#include "fault.h"
#include "limits.h"
#include "lookup.h"
#include "platform.h"
#include "shape.h"
#include "submit.h"

static const custub_launch nothing_set;

static atomic_int
    program_check; /* of custub_set_check(), or of the environment; 0: not yet known */

custub_launch custub_launch_default(void)
{
    return nothing_set;
}

custub_launch custub_launch_of(uint64_t blocks, uint64_t threads)
{
    custub_launch launch = nothing_set;

    launch.grid = custub_grid(blocks, 1, 1);
    launch.block = custub_block(threads, 1, 1);
    return launch;
}

/* What the environment says; a word that is no level means the strictest. */
static custub_check environment_check(void)
{
    const char *word = custubi_environment("CUSTUB_CHECK");

    if (word && strcmp(word, "none") == 0)
        return CUSTUB_CHECK_NONE;
    if (word && strcmp(word, "contract") == 0)
        return CUSTUB_CHECK_CONTRACT;
    return CUSTUB_CHECK_WHOLE;
}

void custub_set_check(custub_check check)
{
    if (check == CUSTUB_CHECK_DEFAULT)
        check = environment_check();
    atomic_store_explicit(&program_check, (int)check, memory_order_relaxed);
}

static inline custub_check check_of(const custub_launch *launch)
{
    int check = (int)launch->check;

    if (check == CUSTUB_CHECK_DEFAULT) {
        check = atomic_load_explicit(&program_check, memory_order_relaxed);
        if (check == CUSTUB_CHECK_DEFAULT) {
            custub_set_check(CUSTUB_CHECK_DEFAULT);
            check = atomic_load_explicit(&program_check, memory_order_relaxed);
        }
    }
    return (custub_check)check;
}

/* A shape that is set and not empty is taken as it is; all else is left to custubi_shape_resolve().
 */
static inline bool take_dim(custub_dim3 *out, const custub_dim3 *given)
{
    uint64_t least = given->given ? 0 : 1; /* what a zero means */

    out->x = given->x;
    out->y = given->y ? given->y : least;
    out->z = given->z ? given->z : least;
    out->given = 1;
    return out->x && out->y && out->z;
}

static custub_status refuse_kernel(const custub_kernel *kernel, const custub_launch *launch)
{
    if (!kernel || !kernel->info)
        return custubi_error_set(
            launch->error, CUSTUB_ERROR_INVALID_ARGUMENT,
            "a kernel was launched that is not loaded: call the generated load "
            "function first");
    return custubi_fault(kernel->info, launch->error, CUSTUB_ERROR_KERNEL_ABSENT,
                         "the kernel is in no image that was loaded: it may be compiled for other "
                         "architectures alone");
}

static custub_status refuse_launch(const custub_kernel *kernel, const custub_launch *launch)
{
    return custubi_fault(kernel->info, launch->error, CUSTUB_ERROR_INVALID_ARGUMENT,
                         "the custub_launch holds a check of %d or reserved fields that are not "
                         "zero: make one with custub_launch_default()",
                         (int)launch->check);
}

static inline bool is_whole_launch(const custub_launch *launch)
{
    uint64_t reserved = 0;

    for (size_t i = 0; i < sizeof(launch->reserved) / sizeof(launch->reserved[0]); i++)
        reserved |= launch->reserved[i];
    return !reserved && (unsigned int)launch->check <= CUSTUB_CHECK_NONE;
}

int custub_call_begin(custub_call *call, const custub_kernel *kernel, const custub_launch *launch,
                      void **arguments, custub_need *needs, CUstream default_stream)
{
    if (!launch)
        launch = &nothing_set;
    call->kernel = kernel;
    call->launch = launch;
    call->arguments = arguments;
    call->needs = needs;
    call->default_stream = default_stream;
    call->shared = 0;
    call->status = CUSTUB_OK;
    for (int axis = 0; axis < 3; axis++) {
        call->threads[axis] = 0;
        call->block_exact[axis] = 0;
    }
    call->shared_need = 0;
    call->requirements_hold = 1;
    call->check = check_of(launch);
    if (!kernel || !kernel->function)
        call->status = refuse_kernel(kernel, launch);
    else if (!is_whole_launch(launch))
        call->status = refuse_launch(kernel, launch);
    else if (!take_dim(&call->block, &launch->block) || !take_dim(&call->grid, &launch->grid))
        call->status = custubi_shape_resolve(call);
    return call->status == CUSTUB_OK;
}

static custub_status refuse_shared(const custub_call *call)
{
    return custubi_fault(call->kernel->info, call->launch->error, CUSTUB_ERROR_SHARED_UNKNOWN,
                         "the kernel declares dynamic shared memory, of which neither the launch "
                         "nor CUSTUB_SHARED says how much: set the launch's shared "
                         "(CUSTUB_SHARED_NONE for none)");
}

/* What the driver knows: the device's limits, the kernel's on it, and every buffer's address. */
static custub_status check_driver(custub_call *call)
{
    const custub_kernel *kernel = call->kernel;
    custub_error *error = call->launch->error;
    custubi_device_facts *device;
    custubi_kernel_facts *facts;
    custub_status status = custubi_submit_check_context(call);

    if (!status)
        status = custubi_facts_device(kernel, &device, error);
    if (!status)
        status = custubi_facts_kernel(kernel, device, &facts, error);
    if (!status)
        status = custubi_limits_shape(call, &device->limits);
    if (!status && facts->threads)
        status = custubi_limits_block(call, facts->threads, "on this device");
    if (!status)
        status = custubi_facts_check_shared(kernel, device, facts, call->shared, error);
    if (!status)
        status = custubi_limits_residence(call, device);
    return status ? status : custubi_lookup_buffers(call, device);
}

/* Numbers that the driver's call has no room for, at every level. */
static inline bool is_representable(const custub_call *call)
{
    return ((call->grid.x | call->grid.y | call->grid.z | call->block.x | call->block.y |
             call->block.z | call->shared) >>
            32) == 0;
}

custub_status custub_call_finish(custub_call *call)
{
    const custub_kernel_info *info = call->kernel->info;
    uint64_t shared = call->launch->shared;
    custub_status status;

    if (!shared && !info->shared.code && (info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED))
        return refuse_shared(call);
    call->shared = !shared ? call->shared_need : shared == CUSTUB_SHARED_NONE ? 0 : shared;
    if (call->check == CUSTUB_CHECK_NONE ? !is_representable(call)
                                         : !custubi_contract_holds(call)) {
        status = custubi_explain(call);
        if (status)
            return status;
    }
    if (call->check == CUSTUB_CHECK_WHOLE) {
        status = check_driver(call);
        if (status)
            return status;
    }
    return custubi_submit(call);
}

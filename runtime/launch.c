#include <stdatomic.h>
#include <string.h>

#include "call.h"
#include "contract.h"
#include "explain.h"
#include "facts.h"
#include "fault.h"
#include "limits.h"
#include "lookup.h"
#include "observe.h"
#include "platform.h"
#include "shape.h"
#include "stream_context.h"
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

/* The launch's level, else the program's; CUSTUB_CHECK_DEFAULT while that is not known. */
static inline custub_check check_of(const custub_launch *launch)
{
    if (launch->check != CUSTUB_CHECK_DEFAULT)
        return launch->check;
    return (custub_check)atomic_load_explicit(&program_check, memory_order_relaxed);
}

static custub_status refuse_kernel(const custub_kernel *kernel, const custub_launch *launch)
{
    if (!kernel || !kernel->info)
        return custubi_error_set(
            launch->error, CUSTUB_ERROR_INVALID_ARGUMENT,
            "a kernel was launched that is not loaded: call the generated load "
            "function first");
    return custubi_fault(kernel->info, launch->error, CUSTUB_ERROR_KERNEL_ABSENT,
                         "the kernel is in no image that is loaded: it was unloaded, or it is "
                         "compiled for other architectures alone");
}

static custub_status refuse_launch(const custub_kernel *kernel, const custub_launch *launch)
{
    return custubi_fault(kernel->info, launch->error, CUSTUB_ERROR_INVALID_ARGUMENT,
                         "the custub_launch holds a check of %d or reserved fields that are not "
                         "zero: make one with custub_launch_default()",
                         (int)launch->check);
}

static uint64_t reserved_of(const custub_launch *launch)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < sizeof(launch->reserved) / sizeof(launch->reserved[0]); i++)
        bits |= launch->reserved[i];
    return bits;
}

/* A shape that is set and not empty is taken as it is. */
static bool take_dim(custub_dim3 *out, const custub_dim3 *given)
{
    *out = *given;
    return out->x && out->y && out->z;
}

/* What is computed follows from the device that the kernel will run on. */
static custub_status resolve_shape(custub_call *call)
{
    custubi_stream_scope scope;
    custub_status status;

    if (custubi_dim_is_set(&call->launch->grid) && custubi_dim_is_set(&call->launch->block))
        return custubi_shape_resolve(call);
    status = custubi_stream_enter(call, &scope);
    if (status)
        return status;
    status = custubi_shape_resolve(call);
    custubi_stream_leave(&scope);
    return status;
}

/* Shapes of more dimensions, shapes to be computed, and all that is wrong so early. */
CUSTUBI_COLD static int begin_unusually(custub_call *call)
{
    const custub_kernel *kernel = call->kernel;
    const custub_launch *launch = call->launch;

    call->grid = nothing_set.grid;
    call->block = nothing_set.block;
    if (call->check == CUSTUB_CHECK_DEFAULT) {
        custub_set_check(CUSTUB_CHECK_DEFAULT);
        call->check = check_of(launch);
    }
    call->unusual = CUSTUBI_CALL_UNUSUAL;
    if (!kernel || !kernel->function)
        call->status = refuse_kernel(kernel, launch);
    else if ((unsigned int)launch->check > CUSTUB_CHECK_NONE || reserved_of(launch))
        call->status = refuse_launch(kernel, launch);
    else if (!take_dim(&call->block, &launch->block) || !take_dim(&call->grid, &launch->grid))
        call->status = resolve_shape(call);
    return call->status == CUSTUB_OK;
}

CUSTUBI_COLD static int begin_observed(custub_call *call)
{
    if (begin_unusually(call))
        return 1;
    custubi_observe_refused(call, call->status);
    return 0;
}

/* What most launches are: blocks and threads along x alone, within what every device can, at a
 * level that is known, of a kernel and with a launch that have nothing unusual. */
static inline bool is_usual(const custub_call *call)
{
    const custub_launch *launch = call->launch;
    const custub_dim3 *cluster = &launch->cluster;
    const struct custub_kernel_state *state = call->kernel->state;

    /* Both are 1 only where each of the four is. */
    return (launch->grid.y | launch->grid.z | launch->block.y | launch->block.z) == 1 &&
           (launch->grid.y & launch->grid.z & launch->block.y & launch->block.z) == 1 &&
           launch->grid.x - 1 < CUSTUBI_GRID_X && launch->block.x - 1 < state->block_threads &&
           !(cluster->x | cluster->y | cluster->z | cluster->given | launch->attribute_count |
             state->has | custubi_observed()) &&
           (unsigned int)call->check - 1 < CUSTUB_CHECK_NONE;
}

/* Fills a call; whether it is usual, and has its shape. */
static inline bool begin(custub_call *call, const custub_kernel *kernel,
                         const custub_launch *launch, void **arguments, custub_need *needs,
                         CUstream default_stream)
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
    call->unusual = 0;
    if (!kernel || !kernel->function || !is_usual(call))
        return false;
    call->grid = launch->grid;
    call->block = launch->block;
    return true;
}

int custub_call_begin(custub_call *call, const custub_kernel *kernel, const custub_launch *launch,
                      void **arguments, custub_need *needs, CUstream default_stream)
{
    return begin(call, kernel, launch, arguments, needs, default_stream) || begin_observed(call);
}

int custubi_call_begin(custub_call *call, const custub_kernel *kernel, const custub_launch *launch,
                       void **arguments, custub_need *needs, CUstream default_stream)
{
    return begin(call, kernel, launch, arguments, needs, default_stream) || begin_unusually(call);
}

static custub_status refuse_shared(const custub_call *call)
{
    return custubi_fault(call->kernel->info, call->launch->error, CUSTUB_ERROR_SHARED_UNKNOWN,
                         "the kernel declares dynamic shared memory, of which neither the launch "
                         "nor CUSTUB_SHARED says how much: set the launch's shared "
                         "(CUSTUB_SHARED_NONE for none)");
}

/* What the driver knows: the device's limits, the kernel's on it, and every buffer's address. */
static custub_status ask_driver(custub_call *call, const custub_need *before)
{
    const custub_kernel *kernel = call->kernel;
    custub_error *error = call->launch->error;
    custubi_device_facts *device;
    custubi_kernel_facts *facts;
    custub_status status = custubi_facts_device(kernel, &device, error);

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
    return status ? status : custubi_lookup_buffers(call, device, before);
}

static custub_status check_driver(custub_call *call, const custub_need *before)
{
    custubi_stream_scope scope;
    custub_status status = custubi_submit_check_context(call);

    if (!status && reserved_of(call->launch))
        status = refuse_launch(call->kernel, call->launch);
    if (!status)
        status = custubi_stream_enter(call, &scope);
    if (status)
        return status;
    status = ask_driver(call, before);
    custubi_stream_leave(&scope);
    return status;
}

/* Numbers that the driver's call has no room for, at every level. */
static inline bool is_representable(const custub_call *call)
{
    return ((call->grid.x | call->grid.y | call->grid.z | call->block.x | call->block.y |
             call->block.z | call->shared) >>
            32) == 0;
}

static inline uint64_t shared_of(const custub_call *call)
{
    uint64_t given = call->launch->shared;

    if (!given)
        return call->shared_need;
    return given == CUSTUB_SHARED_NONE ? 0 : given;
}

static inline bool lacks_shared(const custub_call *call)
{
    return !call->launch->shared && (call->kernel->state->has & CUSTUBI_HAS_UNSIZED);
}

custub_status custubi_call_check(custub_call *call, const custub_need *before)
{
    custub_status status = CUSTUB_OK;

    if (lacks_shared(call))
        return refuse_shared(call);
    if (!custubi_shape_shared_for(call, &call->shared) || call->check != CUSTUB_CHECK_NONE ||
        !is_representable(call))
        status = custubi_explain(call);
    if (!status && call->check == CUSTUB_CHECK_WHOLE)
        status = check_driver(call, before);
    return status;
}

static custub_status check_unusually(custub_call *call)
{
    custub_status status = CUSTUB_OK;

    if (lacks_shared(call))
        return refuse_shared(call);
    call->shared = shared_of(call);
    if (call->check == CUSTUB_CHECK_NONE ? !is_representable(call) : !custubi_contract_holds(call))
        status = custubi_explain(call);
    if (!status && call->check == CUSTUB_CHECK_WHOLE)
        status = check_driver(call, NULL);
    return status;
}

CUSTUBI_COLD static custub_status finish_unusually(custub_call *call)
{
    custub_status status = check_unusually(call);

    return status ? custubi_observe_refused(call, status) : custubi_observe_submit(call);
}

custub_status custub_call_finish(custub_call *call)
{
    const struct custub_kernel_state *state = call->kernel->state;
    int result;

    call->shared = shared_of(call);
    /* A contract that holds, of a shape that custub_call_begin() has found to be usual. */
    if (call->unusual || call->check == CUSTUB_CHECK_NONE ||
        call->grid.x * call->block.x < call->threads[0] ||
        (call->threads[1] | call->threads[2]) > 1 || !call->requirements_hold ||
        call->shared < call->shared_need ||
        call->shared > atomic_load_explicit(&state->plain_shared, memory_order_relaxed) ||
        !custubi_buffers_hold(call->needs, state))
        return finish_unusually(call);
    if (call->check == CUSTUB_CHECK_WHOLE) {
        custub_status status = check_driver(call, NULL);
        if (status)
            return status;
    }
    result = custubi_submit_plainly(call);
    return result ? custubi_submit_failed(call, result) : CUSTUB_OK;
}

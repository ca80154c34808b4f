#include "launch/call.h"

#include "library/absence.h"
#include "check/contract.h"
#include "check/contract_shape.h"
#include "check/explain.h"
#include "check/facts.h"
#include "error/fault.h"
#include "launch/level.h"
#include "check/limits.h"
#include "check/lookup.h"
#include "launch/shape.h"
#include "launch/stream_context.h"
#include "launch/submit.h"

void custubi_call_initialize(custubi_call *call, const custub_kernel *kernel,
                             const custub_launch *launch, void **arguments, custub_need *needs,
                             CUstream default_stream)
{
    call->kernel = kernel;
    call->launch = launch ? launch : &custub_launch_unset;
    call->arguments = arguments;
    call->needs = needs;
    call->default_stream = default_stream;
    call->grid = custub_launch_unset.grid;
    call->block = custub_launch_unset.block;
    call->shared = 0;
    call->check = custubi_level_of(call->launch);
    call->traits = 0;
}

static custub_status check_kernel(const custubi_call *call)
{
    const custub_kernel *kernel = call->kernel;

    if (!kernel || !kernel->info)
        return custubi_error_set(
            call->launch->error, CUSTUB_ERROR_INVALID_ARGUMENT,
            "a kernel was launched that is not loaded: call the generated load "
            "function first");
    if (!kernel->function)
        return custubi_absence_fault(kernel, call->launch->error);
    return CUSTUB_OK;
}

static custub_status check_launch(const custubi_call *call)
{
    const custub_launch *launch = call->launch;
    uint64_t reserved = 0;

    for (size_t i = 0; i < sizeof(launch->reserved) / sizeof(launch->reserved[0]); i++)
        reserved |= launch->reserved[i];
    if (call->check == CUSTUB_CHECK_NONE ||
        ((unsigned int)launch->check <= CUSTUB_CHECK_NONE && !reserved))
        return CUSTUB_OK;
    return custubi_fault(call->kernel->info, launch->error, CUSTUB_ERROR_INVALID_ARGUMENT,
                         "the custub_launch holds a check of %d or reserved fields that are not "
                         "zero: make one with custub_launch_default()",
                         (int)launch->check);
}

/* What is computed follows from the device that the kernel will run on. */
static custub_status resolve_shape(custubi_call *call)
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

custub_status custubi_call_begin(custubi_call *call)
{
    custub_status status = check_kernel(call);

    if (!status)
        status = check_launch(call);
    return status ? status : resolve_shape(call);
}

/* Dynamic shared memory of which nothing says how much. */
static custub_status check_shared(const custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;

    if (call->launch->shared || info->shared.code || !(info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED))
        return CUSTUB_OK;
    return custubi_fault(info, call->launch->error, CUSTUB_ERROR_SHARED_UNKNOWN,
                         "the kernel declares dynamic shared memory, of which neither the launch "
                         "nor CUSTUB_SHARED says how much: set the launch's shared "
                         "(CUSTUB_SHARED_NONE for none)");
}

static custub_status ask_driver(custubi_call *call, const custub_need *before)
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

custub_status custubi_call_check_driver(custubi_call *call, const custub_need *before)
{
    custubi_stream_scope scope;
    custub_status status = custubi_submit_check_context(call);

    if (!status)
        status = custubi_stream_enter(call, &scope);
    if (status)
        return status;
    status = ask_driver(call, before);
    custubi_stream_leave(&scope);
    return status;
}

/* Numbers that the driver's call has no room for, at every level. */
static bool is_representable(const custubi_call *call)
{
    return ((call->grid.x | call->grid.y | call->grid.z | call->block.x | call->block.y |
             call->block.z | call->shared) >>
            32) == 0;
}

custub_status custubi_call_check(custubi_call *call, const custub_need *before)
{
    custub_status status = check_shared(call);

    if (status)
        return status;
    if (!custubi_contract_shared(call, &call->shared) || call->check != CUSTUB_CHECK_NONE ||
        !is_representable(call))
        status = custubi_explain(call);
    if (!status && call->check == CUSTUB_CHECK_WHOLE)
        status = custubi_call_check_driver(call, before);
    return status;
}

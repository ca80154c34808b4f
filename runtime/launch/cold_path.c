#include "launch/cold_path.h"

#include "check/contract.h"
#include "check/explain.h"
#include "check/limits.h"
#include "check/lookup.h"
#include "check/stream_context.h"
#include "error/fault.h"
#include "launch/shape.h"
#include "launch/watch.h"
#include "library/absence.h"
#include "library/facts.h"
#include "library/function.h"

/* Refuses a kernel that is absent, and a launch that is not initialized. */
static custub_status check_given(const custubi_call *call)
{
    const custub_kernel *kernel = call->kernel;
    const custub_launch *launch = call->launch;
    uint64_t reserved = 0;
    custub_status status = custubi_absence_check(kernel, call->error);

    if (status)
        return status;
    for (size_t i = 0; i < sizeof(launch->reserved) / sizeof(launch->reserved[0]); i++)
        reserved |= launch->reserved[i];
    if (call->check == CUSTUB_CHECK_NONE ||
        ((unsigned int)launch->check <= CUSTUB_CHECK_NONE && !reserved))
        return CUSTUB_OK;
    return custubi_fault(kernel->info, call->error, CUSTUB_ERROR_INVALID_ARGUMENT,
                         "the custub_launch is not initialized (its check is %d, or a reserved "
                         "field is not zero): make it with custub_launch_default()",
                         (int)launch->check);
}

/* Refuses dynamic shared memory of unknown size. */
static custub_status check_shared(const custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;

    if (call->launch->shared || info->shared.code || !(info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED))
        return CUSTUB_OK;
    return custubi_fault(info, call->error, CUSTUB_ERROR_SHARED_UNKNOWN,
                         "the kernel declares dynamic shared memory, and neither the launch nor "
                         "CUSTUB_SHARED gives its size: set the launch's shared "
                         "(CUSTUB_SHARED_NONE for none)");
}

static custub_status ask_driver(custubi_call *call, const custub_need *before)
{
    const custub_kernel *kernel = call->kernel;
    custub_error *error = call->error;
    custubi_device_facts *device;
    custubi_kernel_facts *facts;
    custub_status status = custubi_facts_device(kernel, &device, error);

    if (!status)
        status = custubi_facts_kernel(kernel, device, &facts, error);
    if (!status)
        status = custubi_limits_shape(call, &device->limits.shape);
    if (!status && facts->threads)
        status = custubi_limits_block(call, facts->threads, "on this device");
    if (!status)
        status = custubi_facts_check_shared(kernel, device, facts, call->shared, error);
    if (!status)
        status = custubi_limits_residence(call, device);
    return status ? status : custubi_lookup_pointers(call, device, before);
}

custub_status custubi_cold_check_driver(custubi_call *call, const custub_need *before)
{
    custubi_stream_scope scope;
    custub_status status = custubi_function_check_context(call->kernel, call->error);

    if (!status)
        status = custubi_stream_enter(call, &scope);
    if (status)
        return status;
    status = ask_driver(call, before);
    custubi_stream_leave(&scope);
    return status;
}

/* True at the level "none", unless the launch cannot be made: a number has no value, or the
 * driver's call has no room for it. */
static bool can_skip_contract(custubi_call *call)
{
    return custubi_contract_shared(call, &call->shared) && call->check == CUSTUB_CHECK_NONE &&
           ((call->grid.x | call->grid.y | call->grid.z | call->block.x | call->block.y |
             call->block.z | call->shared) >>
            32) == 0;
}

custub_status custubi_cold_check(custubi_call *call, const custub_need *before)
{
    custub_status status = check_given(call);

    if (!status && call->kernel->library->linked)
        status = custubi_function_check_context(call->kernel, call->error);
    if (!status)
        status = custubi_shape_resolve(call);
    if (!status)
        status = check_shared(call);
    if (!status && !can_skip_contract(call))
        status = custubi_explain(call);
    if (!status && call->check == CUSTUB_CHECK_WHOLE)
        status = custubi_cold_check_driver(call, before);
    return status;
}

custub_status custubi_cold_launch(custubi_call *call)
{
    custub_status status = custubi_cold_check(call, NULL);

    return status ? custubi_watch_trace(call, status) : custubi_watch_submit(call);
}

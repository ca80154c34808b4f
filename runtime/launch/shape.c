#include "launch/shape.h"

#include "check/contract.h"
#include "check/evaluate.h"
#include "check/explain.h"
#include "check/phrase.h"
#include "check/stream_context.h"
#include "error/fault.h"
#include "launch/best_block.h"
#include "library/facts.h"

/* `name` and `dim` are those of the empty grid or block. */
static custub_status fail_empty(const custubi_call *call, const char *name, const custub_dim3 *dim)
{
    custub_dim3 grid = custubi_dim_given(&call->launch->grid);
    custub_dim3 block = custubi_dim_given(&call->launch->block);
    custub_error *error = call->error;

    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_EMPTY_SHAPE);
    custubi_fault_numbers(error, 1, 0);
    if (custubi_dim_is_set(&call->launch->grid) && custubi_dim_is_set(&call->launch->block)) {
        custubi_phrase_shape(error, &grid, &block);
    } else {
        custubi_error_append(error, "%s ", name);
        custubi_phrase_dim(error, dim);
    }
    custubi_error_append(error, " is empty, it needs at least one block and one thread");
    return custubi_fault_end(error, CUSTUB_ERROR_EMPTY_SHAPE);
}

static custub_status take(const custubi_call *call, const char *name, const custub_dim3 *given,
                          custub_dim3 *out)
{
    *out = custubi_dim_given(given);
    if (custubi_dim_is_empty(out))
        return fail_empty(call, name, out);
    return CUSTUB_OK;
}

static custub_status take_exact_block(custubi_call *call)
{
    call->block = custub_block(1, 1, 1);
    for (int axis = 0; axis < 3; axis++) {
        const custub_expr *expr = &call->kernel->info->block[axis];
        custub_int value;
        if (!expr->code)
            continue;
        value = custubi_evaluate(expr, call->arguments, NULL, NULL);
        if (!custubi_is_count(value, custubi_component_at(&call->block, axis)))
            return custubi_explain_number(call, expr, value, "threads per block");
    }
    if (custubi_dim_is_empty(&call->block))
        return fail_empty(call, "block", &call->block);
    return CUSTUB_OK;
}

/* Refuses a grid that cannot be computed: no number of threads is known, or one has no value. */
static custub_status check_threads(const custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;

    if (call->launch->threads)
        return CUSTUB_OK;
    if (!info->threads[0].code)
        return custubi_fault(info, call->error, CUSTUB_ERROR_SHAPE_UNKNOWN,
                             "the launch gives no grid, and the kernel has no CUSTUB_THREADS to "
                             "compute it from: make the custub_launch with custub_launch_for(n), "
                             "which covers n threads, or set its grid");
    for (int axis = 0; axis < 3; axis++) {
        const custub_expr *expr = &info->threads[axis];
        custub_int value = custubi_evaluate(expr, call->arguments, NULL, NULL);
        uint64_t threads;
        if (expr->code && !custubi_is_count(value, &threads))
            return custubi_explain_number(call, expr, value, "threads");
    }
    return CUSTUB_OK;
}

static custub_status compute_grid(custubi_call *call)
{
    custub_error *error = call->error;
    uint64_t resident = UINT64_MAX;
    custub_status status;

    if (call->kernel->info->flags & CUSTUB_KERNEL_GRID_STRIDE) {
        custubi_device_facts *device;
        /* The launch is refused later, with a message. */
        if (!custubi_contract_shared(call, &call->shared))
            call->shared = 0;
        status = custubi_facts_device(call->kernel, &device, error);
        if (!status)
            status = custubi_facts_resident(call->kernel, device, &call->block, call->shared,
                                            &resident, error);
        if (status)
            return status;
    }
    custubi_contract_grid(call, resident, &call->grid);
    return CUSTUB_OK;
}

/* The current context is the stream's: a computed shape depends on its device. */
static custub_status compute_shape(custubi_call *call)
{
    const custub_launch *launch = call->launch;
    bool has_grid = custubi_dim_is_set(&launch->grid);
    custub_status status;

    status = has_grid ? take(call, "grid", &launch->grid, &call->grid) : check_threads(call);
    if (status)
        return status;
    if (custubi_dim_is_set(&launch->block))
        status = take(call, "block", &launch->block, &call->block);
    else if (call->kernel->info->block[0].code)
        status = take_exact_block(call);
    else
        status = custubi_best_block(call, has_grid);
    if (!status && !has_grid)
        status = compute_grid(call);
    return status;
}

custub_status custubi_shape_resolve(custubi_call *call)
{
    const custub_launch *launch = call->launch;
    custubi_stream_scope scope;
    custub_status status;

    if (launch->threads && custubi_dim_is_set(&launch->grid))
        return custubi_fault(call->kernel->info, call->error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "the custub_launch sets a grid, and threads to compute it from: set "
                             "one of them");
    if (custubi_dim_is_set(&launch->grid) && custubi_dim_is_set(&launch->block)) {
        status = take(call, "grid", &launch->grid, &call->grid);
        return status ? status : take(call, "block", &launch->block, &call->block);
    }
    if (call->check != CUSTUB_CHECK_NONE) {
        status = custubi_explain_scalars(call);
        if (status)
            return status;
    }
    status = custubi_stream_enter(call, &scope);
    if (status)
        return status;
    status = compute_shape(call);
    custubi_stream_leave(&scope);
    return status;
}

#include "check/explain.h"

#include "check/contract.h"
#include "check/evaluate.h"
#include "check/limits.h"
#include "check/phrase.h"
#include "check/rules.h"
#include "error/fault.h"
#include "library/code.h"
#include "library/facts.h"
#include "library/kernel_state.h"

static const char axes[] = "xyz";

custub_status custubi_explain_number(const custubi_call *call, const custub_expr *expr,
                                     custub_int value, const char *what)
{
    custub_error *error = call->error;

    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_NOT_COMPUTABLE);
    custubi_error_append(error, "the kernel ");
    custubi_phrase_no_value(error, call, expr, value, what);
    return custubi_fault_end(error, CUSTUB_ERROR_NOT_COMPUTABLE);
}

static custub_int value_of(const custubi_call *call, const custub_expr *expr)
{
    return custubi_evaluate(expr, call->arguments, &call->grid, &call->block);
}

/* The first axis along which the shape is over the limits; 3 if there is none. */
static int find_axis(const custubi_call *call, const custubi_shape_limits *limits,
                     custub_status *status)
{
    int axis = 0;

    while (axis < 3 && !(*status = custubi_rule_axis(limits, &call->grid, &call->block, axis)))
        axis++;
    return axis;
}

static custub_status explain_dimensions(custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;
    const custubi_shape_limits limits = custubi_kernel_dimensions(info);
    custub_error *error = call->error;
    custub_status status;
    uint32_t rank = 1;

    if (find_axis(call, &limits, &status) == 3)
        return CUSTUB_OK;
    for (int axis = 1; axis < 3; axis++)
        if (custubi_component(&call->grid, axis) != 1 || custubi_component(&call->block, axis) != 1)
            rank = (uint32_t)axis + 1;
    custubi_fault_begin(info, error, CUSTUB_ERROR_DIMENSIONS);
    custubi_fault_numbers(error, info->dimensions, rank);
    custubi_phrase_shape(error, &call->grid, &call->block);
    custubi_error_append(error,
                         " has %u dimensions, the kernel uses %u: the threads of the others would "
                         "repeat its work",
                         (unsigned int)rank, (unsigned int)info->dimensions);
    return custubi_fault_end(error, CUSTUB_ERROR_DIMENSIONS);
}

static custub_status explain_repeats(custubi_call *call)
{
    const custubi_shape_limits limits = custubi_kernel_axes_read(call->kernel->info);
    custub_error *error = call->error;
    custub_status status;
    int axis = find_axis(call, &limits, &status);
    bool of_block = status == CUSTUB_ERROR_BLOCK_LIMIT;
    uint64_t found;

    if (axis == 3)
        return CUSTUB_OK;
    found = custubi_component(of_block ? &call->block : &call->grid, axis);
    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_REPEATED);
    custubi_fault_numbers(error, 1, found);
    custubi_phrase_shape(error, &call->grid, &call->block);
    custubi_error_append(error,
                         " has %llu %s in %c, the kernel needs 1: it does not read %s.%c, so the "
                         "others would repeat the same work",
                         (unsigned long long)found, of_block ? "threads per block" : "blocks",
                         axes[axis], of_block ? "threadIdx" : "blockIdx", axes[axis]);
    return custubi_fault_end(error, CUSTUB_ERROR_REPEATED);
}

/* This device may allow more than the limits that every device has. */
static custub_status explain_limits(custubi_call *call)
{
    const custubi_shape_limits *limits = &custubi_kernel_every_device;
    custubi_device_facts *device;
    custub_status status;

    if (find_axis(call, limits, &status) == 3 &&
        custubi_rule_block_threads(&call->block, limits->block_threads))
        return CUSTUB_OK;
    status = custubi_facts_device(call->kernel, &device, call->error);
    return status ? status : custubi_limits_shape(call, &device->limits.shape);
}

static custub_status explain_block(custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;
    custub_error *error = call->error;

    for (int axis = 0; axis < 3 && info->block[0].code; axis++) {
        const custub_expr *expr = &info->block[axis];
        custub_int value = {.bits = 1};
        uint64_t needed;
        if (expr->code)
            value = value_of(call, expr);
        if (!custubi_is_count(value, &needed))
            return custubi_explain_number(call, expr, value, "threads per block");
        if (custubi_rule_block(&call->block, axis, needed))
            continue;
        custubi_fault_begin(info, error, CUSTUB_ERROR_BLOCK_MISMATCH);
        custubi_fault_numbers(error, needed, custubi_component(&call->block, axis));
        custubi_error_append(error, "block ");
        custubi_phrase_dim(error, &call->block);
        custubi_error_append(error, " has %llu threads in %c, the kernel needs exactly ",
                             (unsigned long long)custubi_component(&call->block, axis), axes[axis]);
        custubi_phrase_value(error, expr->code ? expr->text : "1", value);
        return custubi_fault_end(error, CUSTUB_ERROR_BLOCK_MISMATCH);
    }
    if (info->max_threads)
        return custubi_limits_block(call, info->max_threads, "by its __launch_bounds__");
    return CUSTUB_OK;
}

static custub_status fail_coverage(const custubi_call *call, int axis, custub_int threads,
                                   uint64_t covered)
{
    bool is_given = axis == 0 && call->launch->threads;
    custub_error *error = call->error;

    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_COVERAGE);
    custubi_fault_numbers(error, threads.bits, covered);
    if (is_given)
        custubi_error_append(error, "the launch");
    else
        custubi_phrase_shape(error, &call->grid, &call->block);
    custubi_error_append(error, " covers %llu threads in %c, the kernel needs ",
                         (unsigned long long)covered, axes[axis]);
    custubi_phrase_value(error, call->kernel->info->threads[axis].text, threads);
    return custubi_fault_end(error, CUSTUB_ERROR_COVERAGE);
}

static custub_status explain_coverage(custubi_call *call)
{
    static const char *const what[] = {"threads in x", "threads in y", "threads in z"};

    for (int axis = 0; axis < 3; axis++) {
        const custub_expr *expr = &call->kernel->info->threads[axis];
        custub_int threads = value_of(call, expr);
        uint64_t covered = custubi_threads_covered(call->kernel->state, call->launch, &call->grid,
                                                   &call->block, axis);
        uint64_t needed;
        if (!expr->code)
            continue;
        if (!custubi_is_count(threads, &needed))
            return custubi_explain_number(call, expr, threads, what[axis]);
        if (!custubi_rule_coverage(needed, covered))
            return fail_coverage(call, axis, threads, covered);
    }
    return CUSTUB_OK;
}

/* True for the requirement of CUSTUB_ELEMENT on a tensor map, which compares numbers of types. */
static bool is_element_of_map(const custub_kernel_info *info, const custub_expr *expr)
{
    return expr->length > 2 && expr->code[0] == CUSTUB_OP_PARAMETER &&
           info->params[expr->code[1]].kind == CUSTUB_PARAM_TENSOR_MAP &&
           expr->code[2] == offsetof(custub_tensor_map, element);
}

/* ": 65 <= 64", and what the sides were computed from. */
static void phrase_requirement(const custubi_call *call, const custub_expr *expr)
{
    custub_int sides[2];
    const char *sign =
        custubi_evaluate_comparison(expr, call->arguments, &call->grid, &call->block, sides);

    if (sign && is_element_of_map(call->kernel->info, expr)) {
        custubi_error_append(call->error, ": its elements are %s",
                             custubi_scalar_of((uint32_t)sides[0].bits)->name);
        return;
    }
    if (sign) {
        custubi_error_append(call->error, ": ");
        custubi_phrase_value(call->error, "", sides[0]);
        custubi_error_append(call->error, " %s ", sign);
        custubi_phrase_value(call->error, "", sides[1]);
    }
    if (!sign || custubi_code_length(expr) > 3) /* else the sides are the operands themselves */
        custubi_phrase_found(call->error, call, expr);
}

/* `scalars`: only the requirements that name neither gridDim nor blockDim. */
static custub_status check_requirements(custubi_call *call, bool scalars)
{
    const custub_kernel_info *info = call->kernel->info;
    custub_error *error = call->error;
    custub_status of_maps = custubi_explain_maps(call); /* else their numbers are all zero */

    if (of_maps)
        return of_maps;
    for (uint32_t i = 0; i < info->requirement_count; i++) {
        const custub_expr *expr = &info->requirements[i];
        custub_int value = value_of(call, expr);
        custub_status status = value.invalid ? CUSTUB_ERROR_NOT_COMPUTABLE : CUSTUB_ERROR_REQUIRES;
        if (custub_int_holds(value) || (scalars && custubi_code_names_shape(expr)))
            continue;
        custubi_fault_begin(info, error, status);
        custubi_phrase_expression(error, expr->text);
        custubi_error_append(error, value.invalid ? " has no value" : " does not hold");
        if (value.invalid)
            custubi_phrase_found(error, call, expr);
        else
            phrase_requirement(call, expr);
        return custubi_fault_end(error, status);
    }
    return CUSTUB_OK;
}

static custub_status explain_requirements(custubi_call *call)
{
    return check_requirements(call, false);
}

custub_status custubi_explain_scalars(custubi_call *call)
{
    return check_requirements(call, true);
}

static custub_status fail_shared(const custubi_call *call, custub_int needed)
{
    const custub_kernel_info *info = call->kernel->info;
    custub_error *error = call->error;

    custubi_fault_begin(info, error, CUSTUB_ERROR_SHARED_TOO_SMALL);
    custubi_fault_numbers(error, needed.bits, call->shared);
    custubi_error_append(error,
                         "the launch gives %llu bytes of dynamic shared memory, the kernel "
                         "needs ",
                         (unsigned long long)call->shared);
    custubi_phrase_value(error, info->shared.text, needed);
    custubi_error_append(error, " bytes");
    return custubi_fault_end(error, CUSTUB_ERROR_SHARED_TOO_SMALL);
}

static custub_status explain_shared(custubi_call *call)
{
    const custub_expr *expr = &call->kernel->info->shared;
    custub_error *error = call->error;
    custubi_device_facts *device;
    custub_status status;

    call->shared = custubi_shared_given(call->launch, 0);
    if (expr->code) {
        custub_int value = value_of(call, expr);
        uint64_t needed;
        if (!custubi_is_count(value, &needed))
            return custubi_explain_number(call, expr, value, "bytes of dynamic shared memory");
        if (!call->launch->shared)
            call->shared = needed;
        if (!custubi_rule_shared(needed, call->shared))
            return fail_shared(call, value);
    }
    if (call->shared <= UINT32_MAX)
        return CUSTUB_OK;
    /* No device has that much, and the driver's call has no room for the number. The message names
     * the device's limit. */
    status = custubi_facts_device(call->kernel, &device, error);
    return status ? status : custubi_facts_allow_shared(call->kernel, device, call->shared, error);
}

custub_status custubi_explain(custubi_call *call)
{
    static custub_status (*const rules[])(custubi_call *) = {
        explain_limits,         explain_dimensions,   explain_block,
        explain_repeats,        explain_coverage,     explain_shared,
        custubi_limits_cluster, explain_requirements, custubi_explain_pointers,
    };

    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        custub_status status = rules[i](call);
        if (status)
            return status;
    }
    return CUSTUB_OK;
}

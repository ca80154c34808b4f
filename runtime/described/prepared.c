#include "described/prepared.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check/contract.h"
#include "check/stream_context.h"
#include "described/dynamic.h"
#include "driver/driver.h"
#include "error/fault.h"
#include "launch/bounded_launch.h"
#include "launch/cold_path.h"
#include "launch/measured_launch.h"
#include "launch/submit.h"
#include "launch/watch.h"
#include "library/function.h"
#include "observe/activity.h"

custub_status custubi_prepared_check(const custub_prepared *prepared, custub_error *error)
{
    if (!prepared)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "a prepared launch is null: preparing it failed");
    if (!prepared->kernel.library)
        return custubi_fault(prepared->kernel.info, error, CUSTUB_ERROR_KERNEL_ABSENT,
                             "the kernel was unloaded after the launch was prepared");
    return CUSTUB_OK;
}

/* Each launch may be the first one of which it is known that it needs no bounds checks. */
static custub_status launch_repeating(const custub_prepared *prepared, custubi_call *call)
{
    custub_status status = custubi_submit(call);

    if (!status && (call->traits & CUSTUBI_CALL_PLAIN)) /* all are made here, and not const */
        atomic_store_explicit(&((custub_prepared *)prepared)->is_right, true, memory_order_relaxed);
    return status;
}

/* True if the launch was made, without bounds checks. */
static bool launch_plain(const custub_prepared *prepared)
{
    return prepared && atomic_load_explicit(&prepared->is_right, memory_order_relaxed) &&
           !custubi_observed() &&
           !custubi_submit_config(&prepared->config, prepared->plain, prepared->call.arguments);
}

/* `result` is the driver's error if it has refused the launch already, else 0. */
static custub_status launch_call(const custub_prepared *prepared, int result, custub_error *error)
{
    custub_status status = custubi_prepared_check(prepared, error);
    custubi_call call;

    if (!prepared)
        return status;
    call = prepared->call;
    call.error = error;
    call.begin = custubi_activity_now();
    if (status)
        return custubi_watch_trace(&call, status);
    if (!result && (custubi_observed() || custubi_measure_wants(&call)))
        return custubi_watch_submit(&call);
    if (!result && prepared->plain)
        return launch_repeating(prepared, &call);
    if (!result)
        result = custubi_submit_config(&prepared->config, prepared->function, prepared->arguments);
    return result ? custubi_submit_failed(&call, result) : CUSTUB_OK;
}

custub_status custub_prepared_launch(const custub_prepared *prepared, custub_error *error)
{
    const custubi_launch_config *config;
    int result;

    if (custub_failed(error))
        return error->status;
    if (!prepared || (prepared->needs_call | custubi_observed()))
        return launch_plain(prepared) ? CUSTUB_OK : launch_call(prepared, 0, error);
    config = &prepared->config;
    result = custubi_cu.launch(prepared->function, config->grid_x, config->grid_y, config->grid_z,
                               config->block_x, config->block_y, config->block_z, config->shared,
                               config->stream, prepared->arguments, NULL);
    return result ? launch_call(prepared, result, error) : CUSTUB_OK;
}

custub_launch custub_prepared_shape(const custub_prepared *prepared, custub_error *error)
{
    const custubi_call *call;
    custub_launch launch;

    if (custub_failed(error) || custubi_prepared_check(prepared, error))
        return custub_launch_unset;
    call = &prepared->call;
    launch = prepared->launch;
    launch.grid = call->grid;
    launch.block = call->block;
    launch.shared = call->shared ? call->shared : CUSTUB_SHARED_NONE;
    launch.stream = custubi_call_stream(call);
    launch.check = call->check;
    launch.threads = 0;
    return launch;
}

static void take_function(custub_prepared *prepared, const custubi_call *call,
                          const custubi_function *here)
{
    prepared->function = here->function;
    prepared->plain = here->repeats ? here->plain : NULL;
    atomic_store_explicit(&prepared->is_right, false, memory_order_relaxed);
    if (!prepared->bounded)
        return;
    if (call->check == CUSTUB_CHECK_NONE)
        custubi_bounded_needs(call);
    prepared->arguments = custubi_bounded_fill(prepared->bounded, call, here);
}

/* Takes the kernel's function in the context of the call's stream. The prepared launch is bound to
 * it. */
static void bind(custub_prepared *prepared, custubi_call *call)
{
    custubi_stream_scope scope;

    if (custubi_stream_enter(call, &scope)) {
        take_function(prepared, call, &call->kernel->state->unbound);
        return;
    }
    take_function(prepared, call, custubi_function_here(call->kernel));
    custubi_stream_leave(&scope);
}

/* Checks the launch with its current arguments, and keeps the resulting shape. On failure the old
 * shape stays. */
static custub_status settle(custub_prepared *prepared, const custub_need *before,
                            custub_error *error)
{
    const custubi_call *old = &prepared->call;
    custub_status status;
    custubi_call call;

    custubi_call_initialize(&call, &prepared->kernel, &prepared->launch, old->arguments, old->needs,
                            old->default_stream, error);
    status = custubi_cold_check(&call, before);
    if (!status)
        status = custubi_submit_ready(&call);
    if (status)
        return status;
    bind(prepared, &call);
    custubi_submit_configure(&call, &prepared->config, prepared->attributes);
    prepared->needs_call =
        prepared->config.attribute_count || prepared->plain ||
        custub_kernel_bounds_checks(&prepared->kernel) == CUSTUB_BOUNDS_CHECKS_MEASURE;
    call.traits = CUSTUBI_CALL_PREPARED;
    call.error = NULL;
    prepared->call = call;
    return CUSTUB_OK;
}

/* Allocates everything in one piece, zeroed. */
static custub_prepared *allocate(const custub_kernel *kernel, uint32_t attribute_count)
{
    size_t bounded = kernel->state->bounds ? custubi_bounded_bytes(kernel) : 0;
    size_t attributes = (size_t)attribute_count * sizeof(custubi_launch_attribute);
    size_t own = sizeof(custub_prepared) + 2 * attributes +
                 CUSTUBI_OWN_ATTRIBUTES * sizeof(custubi_launch_attribute);
    size_t block = (kernel->state->block_bytes + 15) / 16 * 16;
    custub_prepared *prepared;
    char *memory;

    own = (own + 15) / 16 * 16;
    memory = calloc(1, own + 2 * block + bounded);
    if (!memory)
        return NULL;
    prepared = (custub_prepared *)(void *)memory;
    prepared->attributes = (custubi_launch_attribute *)(void *)(prepared + 1);
    custubi_argument_block_place(&prepared->block_of_arguments, kernel, memory + own);
    custubi_argument_block_place(&prepared->saved, kernel, memory + own + block);
    prepared->bounded = bounded ? memory + own + 2 * block : NULL;
    return prepared;
}

static void take_arguments(custub_prepared *prepared, const custubi_call *call)
{
    const custub_kernel_info *info = prepared->kernel.info;
    const custubi_argument_block *block = &prepared->block_of_arguments;

    prepared->arguments = block->arguments;
    prepared->call.arguments = block->arguments;
    prepared->call.needs = block->needs;
    prepared->call.default_stream = call->default_stream;
    for (uint32_t i = 0; i < info->param_count; i++)
        memcpy(block->arguments[i], call->arguments[i], custubi_argument_bytes(&info->params[i]));
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        block->needs[i].ptr = call->needs[i].ptr;
        block->needs[i].declared = call->needs[i].declared;
    }
}

static void take_launch(custub_prepared *prepared, const custub_launch *launch)
{
    custubi_launch_attribute *given =
        prepared->attributes + launch->attribute_count + CUSTUBI_OWN_ATTRIBUTES;

    prepared->launch = *launch;
    if (!launch->attribute_count)
        return;
    memcpy(given, launch->attributes, launch->attribute_count * sizeof(*given));
    prepared->launch.attributes = given;
}

/* Called when the kernel's library is unloaded. */
static void unload(custubi_dependent *dependent)
{
    custub_prepared *prepared =
        (custub_prepared *)(void *)((char *)dependent - offsetof(custub_prepared, dependent));

    prepared->needs_call = 1;
    atomic_store_explicit(&prepared->is_right, false, memory_order_relaxed);
    prepared->kernel.library = NULL;
}

/* A kernel that is not loaded has no arguments to check: the checks refuse the call. */
static custub_prepared *prepare(custubi_call *call)
{
    const custub_kernel *kernel = call->kernel;
    const custub_launch *launch = call->launch;
    custub_prepared *prepared;

    if ((!kernel || !kernel->info || !kernel->function) && custubi_cold_check(call, NULL))
        return NULL;
    if (custubi_submit_check_attributes(kernel->info, launch, call->error))
        return NULL;
    prepared = allocate(kernel, launch->attribute_count);
    if (!prepared) {
        custubi_fault(kernel->info, call->error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                      "no memory to prepare the launch");
        return NULL;
    }
    prepared->kernel = *kernel;
    take_launch(prepared, launch);
    take_arguments(prepared, call);
    if (settle(prepared, NULL, call->error)) {
        free(prepared);
        return NULL;
    }
    prepared->dependent.unload = unload;
    custubi_library_enlist(kernel->library, &prepared->dependent);
    return prepared;
}

custub_prepared *custub_call_prepare(const custub_kernel *kernel, const custub_launch *launch,
                                     void **arguments, custub_need *needs, CUstream default_stream,
                                     custub_error *error)
{
    custubi_call call;

    if (custub_failed(error))
        return NULL;
    if (kernel->function)
        custubi_contract_views(kernel->state, arguments, needs);
    custubi_call_initialize(&call, kernel, launch, arguments, needs, default_stream, error);
    return prepare(&call);
}

void custub_prepared_destroy(custub_prepared *prepared)
{
    if (!prepared)
        return;
    if (prepared->kernel.library) /* null after the unload */
        custubi_library_delist(prepared->kernel.library, &prepared->dependent);
    free(prepared);
}

custub_prepared *custub_call_kernel_prepare(const custub_kernel *kernel,
                                            const custub_launch *launch, uint32_t count,
                                            const custub_argument *arguments,
                                            CUstream default_stream, custub_error *error)
{
    custub_prepared *prepared = NULL;
    custubi_dynamic dynamic;
    custubi_call call;

    if (custub_failed(error))
        return NULL;
    if (!custubi_dynamic_take(&dynamic, kernel, count, arguments, error)) {
        custubi_dynamic_call(&dynamic, &call, kernel, launch, default_stream, error);
        prepared = prepare(&call);
    }
    custubi_dynamic_release(&dynamic);
    return prepared;
}

/* --- Changing -------------------------------------------------------------------------------- */

static void copy_values(const custub_kernel *kernel, const custubi_argument_block *to,
                        const custubi_argument_block *from)
{
    const char *values = (const char *)(from->arguments + kernel->info->param_count);
    const size_t before = (size_t)(values - (const char *)from->needs);

    memcpy(to->needs, from->needs, kernel->info->pointer_count * sizeof(*to->needs));
    memcpy((char *)to->needs + before, values, kernel->state->block_bytes - before);
}

static void save(custub_prepared *prepared)
{
    copy_values(&prepared->kernel, &prepared->saved, &prepared->block_of_arguments);
}

static void put_back(custub_prepared *prepared)
{
    copy_values(&prepared->kernel, &prepared->block_of_arguments, &prepared->saved);
}

static custub_status set_one(custub_prepared *prepared, uint32_t index,
                             const custub_argument *argument, custub_error *error)
{
    const custub_kernel_info *info = prepared->kernel.info;

    if (index >= info->param_count)
        return custubi_fault(info, error, CUSTUB_ERROR_ARGUMENT_COUNT,
                             "there is no parameter %u: the kernel has %u, counted from 0",
                             (unsigned int)index, (unsigned int)info->param_count);
    return custubi_argument_store(&prepared->block_of_arguments, &prepared->kernel, index, argument,
                                  error);
}

custub_status custub_prepared_set_all(custub_prepared *prepared, uint32_t count,
                                      const uint32_t *indices, const custub_argument *arguments,
                                      custub_error *error)
{
    custub_status status;

    if (custub_failed(error))
        return error->status;
    status = custubi_prepared_check(prepared, error);
    if (status)
        return status;
    if (count && (!indices || !arguments))
        return custubi_fault(prepared->kernel.info, error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "changing a prepared launch: a null argument");
    save(prepared);
    for (uint32_t i = 0; i < count && !status; i++)
        status = set_one(prepared, indices[i], &arguments[i], error);
    custubi_argument_read_fields(&prepared->block_of_arguments, prepared->kernel.state);
    if (!status)
        status = settle(prepared, prepared->saved.needs, error);
    if (status)
        put_back(prepared);
    return status;
}

custub_status custub_prepared_set(custub_prepared *prepared, uint32_t index,
                                  const custub_argument *argument, custub_error *error)
{
    return custub_prepared_set_all(prepared, 1, &index, argument, error);
}

custub_status custub_prepared_set_stream(custub_prepared *prepared, CUstream stream,
                                         custub_error *error)
{
    custub_status status;
    CUstream old;

    if (custub_failed(error))
        return error->status;
    status = custubi_prepared_check(prepared, error);
    if (status)
        return status;
    old = prepared->launch.stream;
    prepared->launch.stream = stream;
    save(prepared);
    status = settle(prepared, NULL, error);
    if (status) {
        prepared->launch.stream = old;
        put_back(prepared);
    }
    return status;
}

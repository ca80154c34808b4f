#include "launch/submit.h"

#include <string.h>

#include "check/contract.h"
#include "check/phrase.h"
#include "check/stream_context.h"
#include "driver/dead_context.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "launch/bounded_launch.h"
#include "launch/measured_launch.h"
#include "library/facts.h"
#include "library/function.h"

/* `again`: a launch failed although the bytes were known to be allowed. */
static custub_status allow_shared(custubi_call *call, bool again)
{
    custub_error *error = call->error;
    custubi_device_facts *device;
    custubi_stream_scope scope;
    custub_status status = custubi_stream_enter(call, &scope);

    if (status)
        return status;
    status = custubi_facts_device(call->kernel, &device, error);
    if (!status && again)
        status = custubi_facts_reread_shared(call->kernel, device, error);
    if (!status)
        status = custubi_facts_allow_shared(call->kernel, device, call->shared, error);
    custubi_stream_leave(&scope);
    return status;
}

static unsigned int add_attributes(const custubi_call *call, custubi_launch_attribute *attributes)
{
    const custub_launch *launch = call->launch;
    custub_dim3 cluster = custubi_dim_given(&launch->cluster);
    unsigned int count = launch->attribute_count;

    memset(attributes, 0, (count + CUSTUBI_OWN_ATTRIBUTES) * sizeof(*attributes));
    if (count)
        memcpy(attributes, launch->attributes, count * sizeof(*attributes));
    if (call->kernel->info->flags & CUSTUB_KERNEL_COOPERATIVE) {
        attributes[count].id = CUSTUBI_ATTRIBUTE_COOPERATIVE;
        attributes[count++].value.cooperative = 1;
    }
    if (custubi_dim_is_set(&launch->cluster)) {
        attributes[count].id = CUSTUBI_ATTRIBUTE_CLUSTER_DIMENSION;
        attributes[count].value.cluster[0] = (unsigned int)cluster.x;
        attributes[count].value.cluster[1] = (unsigned int)cluster.y;
        attributes[count++].value.cluster[2] = (unsigned int)cluster.z;
    }
    return count;
}

void custubi_submit_configure(const custubi_call *call, custubi_launch_config *config,
                              custubi_launch_attribute *attributes)
{
    memset(config, 0, sizeof(*config));
    config->grid_x = (unsigned int)call->grid.x;
    config->grid_y = (unsigned int)call->grid.y;
    config->grid_z = (unsigned int)call->grid.z;
    config->block_x = (unsigned int)call->block.x;
    config->block_y = (unsigned int)call->block.y;
    config->block_z = (unsigned int)call->block.z;
    config->shared = (unsigned int)call->shared;
    config->stream = custubi_call_stream(call);
    config->attribute_count = add_attributes(call, attributes);
    config->attributes = attributes;
}

/* In the context of the launch, of which `here` is. */
static int launch_in_context(custubi_call *call, const custubi_launch_config *config,
                             const custubi_function *here)
{
    const custub_kernel *kernel = call->kernel;
    custubi_bounded_launch bounded;
    bool measures;
    int result;

    /* Those of a prepared launch are known, and other threads may launch it, too. */
    if (call->check == CUSTUB_CHECK_NONE && !(call->traits & CUSTUBI_CALL_PREPARED))
        custubi_bounded_needs(call);
    if (!custubi_bounded_begin(&bounded, call, here))
        return CUSTUBI_OUT_OF_MEMORY;
    measures = custubi_measure_wants(call);
    result = measures ? custubi_measure_begin(call, here, bounded.further) : CUSTUBI_SUCCESS;
    if (!result)
        result = custubi_submit_config(
            config, bounded.function ? bounded.function : kernel->function, bounded.arguments);
    if (result &&
        bounded.function) { /* the program has set attributes of the checked kernel only */
        custubi_bounded_check(&bounded, call, here);
        result = custubi_submit_config(config, kernel->function, bounded.arguments);
    }
    if (measures)
        result = custubi_measure_end(call, result);
    if (bounded.function)
        call->traits |= CUSTUBI_CALL_PLAIN;
    custubi_bounded_end(&bounded, call, result);
    return result;
}

/* Launches a kernel with bounds checks. */
static int launch_bounded(custubi_call *call, const custubi_launch_config *config)
{
    custubi_call asked = *call;
    custubi_stream_scope scope;
    int result;

    asked.error = NULL; /* the launch itself says what is wrong with the stream */
    if (custubi_stream_enter(&asked, &scope))
        scope.entered = false;
    result = launch_in_context(call, config, custubi_function_here(call->kernel));
    custubi_stream_leave(&scope);
    return result;
}

static int launch(custubi_call *call)
{
    custubi_launch_attribute attributes[CUSTUBI_MOST_ATTRIBUTES + CUSTUBI_OWN_ATTRIBUTES];
    custubi_launch_config config;

    custubi_submit_configure(call, &config, attributes);
    if (call->kernel->state->bounds)
        return launch_bounded(call, &config);
    return custubi_submit_config(&config, call->kernel->function, call->arguments);
}

bool custubi_submit_is_extended(const custubi_call *call)
{
    return call->launch->attribute_count || custubi_dim_is_set(&call->launch->cluster) ||
           (call->kernel->info->flags & CUSTUB_KERNEL_COOPERATIVE);
}

custub_status custubi_submit_check_attributes(const custub_kernel_info *info,
                                              const custub_launch *launch, custub_error *error)
{
    if (launch->attribute_count <= CUSTUBI_MOST_ATTRIBUTES &&
        (!launch->attribute_count || launch->attributes))
        return CUSTUB_OK;
    return custubi_fault(info, error, CUSTUB_ERROR_INVALID_ARGUMENT, "%u launch attributes%s",
                         (unsigned int)launch->attribute_count,
                         launch->attributes ? ", at most 64 are possible" : " at a null address");
}

static custub_status check_extended(const custubi_call *call)
{
    const custub_launch *launch = call->launch;
    custub_status status = custubi_submit_check_attributes(call->kernel->info, launch, call->error);

    if (!custubi_cu.launch_ex)
        return custubi_fault(call->kernel->info, call->error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                             "launching with a cluster, cooperatively or with attributes needs "
                             "cuLaunchKernelEx, which the %s driver lacks",
                             custub_driver_name());
    if (status)
        return status;
    if (launch->cluster.x > UINT32_MAX || launch->cluster.y > UINT32_MAX ||
        launch->cluster.z > UINT32_MAX)
        return custubi_fault(call->kernel->info, call->error, CUSTUB_ERROR_CLUSTER,
                             "the cluster is larger than any grid");
    return CUSTUB_OK;
}

static custub_status fail(const custubi_call *call, int result)
{
    custub_error *error = call->error;
    const char *name = custubi_submit_is_extended(call) ? "cuLaunchKernelEx" : "cuLaunchKernel";
    const uintptr_t stream = (uintptr_t)custubi_call_stream(call);
    custub_status status = custubi_function_check_context(call->kernel, call->error);

    if (!status && custubi_result_is_fatal(result))
        status = custubi_bounds_take(error, result);
    if (status)
        return status;
    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_DRIVER);
    custubi_error_append_result(error, name, result);
    custubi_error_append(error, "; launching ");
    custubi_phrase_shape(error, &call->grid, &call->block);
    custubi_error_append(error, " with %llu bytes of dynamic shared memory",
                         (unsigned long long)call->shared);
    if (result == CUSTUBI_INVALID_HANDLE && stream > (uintptr_t)CUSTUB_STREAM_PER_THREAD)
        custubi_error_append(error, " in stream 0x%llx, which may have been destroyed",
                             (unsigned long long)stream);
    return custubi_fault_end(error, CUSTUB_ERROR_DRIVER);
}

/* The kernel is allowed fewer bytes than was known: its static shared memory differs between
 * devices, or the program has lowered the limit. */
static custub_status try_again(custubi_call *call)
{
    custub_status status = custubi_function_check_context(call->kernel, call->error);
    int result;

    if (!status)
        status = allow_shared(call, true);
    if (status)
        return status;
    result = launch(call);
    return result ? fail(call, result) : CUSTUB_OK;
}

custub_status custubi_submit_failed(custubi_call *call, int result)
{
    return result == CUSTUBI_INVALID_VALUE && call->shared ? try_again(call) : fail(call, result);
}

custub_status custubi_submit_otherwise(custubi_call *call, int result)
{
    const custub_kernel *kernel = call->kernel;

    /* The stream is of another context than the function: the driver finds its own. */
    if (result == CUSTUBI_INVALID_HANDLE && kernel->state->has_functions)
        return custubi_submit(call);
    /* This thread has not called the CUDA runtime yet, or not since cudaDeviceReset(). */
    if ((result == CUSTUBI_INVALID_CONTEXT || result == CUSTUBI_CONTEXT_IS_DESTROYED) &&
        kernel->library->linked) {
        custub_status status = custubi_function_check_context(kernel, call->error);
        return status ? status : custubi_submit(call);
    }
    return custubi_submit_failed(call, result);
}

custub_status custubi_submit_ready(custubi_call *call)
{
    custub_status status = CUSTUB_OK;

    if (call->shared >
        atomic_load_explicit(&call->kernel->state->plain_shared, memory_order_relaxed))
        status = allow_shared(call, false);
    if (!status && custubi_submit_is_extended(call))
        status = check_extended(call);
    return status;
}

custub_status custubi_submit(custubi_call *call)
{
    custub_status status = custubi_submit_ready(call);
    int result;

    if (status)
        return status;
    result = launch(call);
    return result ? custubi_submit_failed(call, result) : CUSTUB_OK;
}

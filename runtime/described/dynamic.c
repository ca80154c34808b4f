#include "described/dynamic.h"

#include <stdlib.h>
#include <string.h>

#include "check/contract.h"
#include "error/fault.h"
#include "launch/cold_path.h"
#include "launch/watch.h"
#include "observe/activity.h"

static custub_status take_arguments(custubi_dynamic *dynamic, uint32_t count,
                                    const custub_argument *arguments)
{
    const custub_kernel *kernel = dynamic->call.kernel;
    const custub_kernel_info *info = kernel->info;
    size_t numbers = kernel->state->needed_count * sizeof(*dynamic->needed);
    size_t size = numbers + custubi_argument_block_size(info);
    custub_error *error = dynamic->call.error;
    custub_status status = custubi_argument_check_count(info, count, arguments, error);
    uint32_t pointer = 0;

    if (status)
        return status;
    if (size > sizeof(dynamic->local)) {
        dynamic->memory = malloc(size);
        if (!dynamic->memory)
            return custubi_fault(info, error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "no memory for the values of %u parameters", (unsigned int)count);
    }
    dynamic->needed = dynamic->memory ? dynamic->memory : dynamic->local;
    custubi_argument_block_place(&dynamic->block, info,
                                 dynamic->needed + kernel->state->needed_count);
    for (uint32_t i = 0; i < count && !status; i++) {
        status = custubi_argument_store(&dynamic->block, info, i, pointer, &arguments[i], error);
        if (info->params[i].kind == CUSTUB_PARAM_BUFFER)
            pointer++;
    }
    if (!status)
        custubi_argument_read_fields(&dynamic->block, kernel->state);
    return status;
}

custub_status custubi_dynamic_take(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                   const custub_launch *launch, uint32_t count,
                                   const custub_argument *arguments, CUstream default_stream,
                                   custub_error *error)
{
    custub_status status;

    dynamic->memory = NULL;
    dynamic->needed = NULL;
    memset(&dynamic->block, 0, sizeof(dynamic->block));
    custubi_call_initialize(&dynamic->call, kernel, launch, NULL, NULL, default_stream, error);
    if (!kernel || !kernel->info || !kernel->function)
        return CUSTUB_OK;
    status = take_arguments(dynamic, count, arguments);
    if (!status) {
        dynamic->call.arguments = dynamic->block.arguments;
        dynamic->call.needs = dynamic->block.needs;
    }
    return status;
}

void custubi_dynamic_release(custubi_dynamic *dynamic)
{
    free(dynamic->memory);
}

/* Launches as a stub does, with the numbers of the description. */
static custub_status launch_taken(const custubi_dynamic *dynamic)
{
    const custubi_call *call = &dynamic->call;
    const bool holds =
        custubi_contract_numbers(call->kernel, call->launch, call->arguments, dynamic->needed);

    return custub_call_launch(
        call->kernel, call->launch, call->arguments, call->needs, dynamic->needed,
        (holds ? CUSTUB_CALL_HOLDS : 0) | (uint32_t)(uintptr_t)call->default_stream, call->error);
}

/* A stub hands over these as flags. */
static bool is_stubs_stream(CUstream stream)
{
    return !stream || stream == CUSTUB_STREAM_PER_THREAD;
}

custub_status custub_call_kernel_launch(const custub_kernel *kernel, const custub_launch *launch,
                                        uint32_t count, const custub_argument *arguments,
                                        CUstream default_stream, custub_error *error)
{
    const uint64_t begin = custubi_activity_now();
    custubi_dynamic dynamic;
    custub_status status;

    if (custub_failed(error))
        return error->status;
    status =
        custubi_dynamic_take(&dynamic, kernel, launch, count, arguments, default_stream, error);
    dynamic.call.begin = begin;
    if (status)
        status = custubi_watch_trace(&dynamic.call, status);
    else if (dynamic.needed && is_stubs_stream(default_stream))
        status = launch_taken(&dynamic);
    else
        status = custubi_cold_launch(&dynamic.call);
    custubi_dynamic_release(&dynamic);
    return status;
}

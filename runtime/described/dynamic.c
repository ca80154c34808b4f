#include "described/dynamic.h"

#include <stdlib.h>

#include "check/contract.h"
#include "error/fault.h"
#include "launch/cold_path.h"
#include "launch/watch.h"
#include "observe/activity.h"

static custub_status take_arguments(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                    uint32_t count, const custub_argument *arguments,
                                    custub_error *error)
{
    const custub_kernel_state *state = kernel->state;
    const size_t numbers = state->needed_count * sizeof(*dynamic->needed);

    if (count != kernel->info->param_count || (count && !arguments))
        return custubi_argument_refuse_count(kernel->info, count, error);
    dynamic->needed = dynamic->local;
    if (numbers + state->block_bytes > sizeof(dynamic->local)) {
        dynamic->needed = dynamic->memory = malloc(numbers + state->block_bytes);
        if (!dynamic->memory)
            return custubi_fault(kernel->info, error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "no memory for the values of %u parameters", (unsigned int)count);
    }
    return custubi_argument_take(&dynamic->block, kernel, dynamic->needed + state->needed_count,
                                 arguments, error);
}

custub_status custubi_dynamic_take(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                   uint32_t count, const custub_argument *arguments,
                                   custub_error *error)
{
    dynamic->memory = NULL;
    dynamic->needed = NULL;
    if (!kernel || !kernel->info || !kernel->function)
        return CUSTUB_OK;
    return take_arguments(dynamic, kernel, count, arguments, error);
}

void custubi_dynamic_release(custubi_dynamic *dynamic)
{
    if (dynamic->memory)
        free(dynamic->memory);
}

void custubi_dynamic_call(const custubi_dynamic *dynamic, custubi_call *call,
                          const custub_kernel *kernel, const custub_launch *launch,
                          CUstream default_stream, custub_error *error)
{
    custubi_call_initialize(call, kernel, launch, NULL, NULL, default_stream, error);
    if (!dynamic->needed)
        return;
    call->arguments = dynamic->block.arguments;
    call->needs = dynamic->block.needs;
    custubi_argument_read_fields(&dynamic->block, kernel->state);
}

/* A stub hands over these as flags. */
static bool is_stubs_stream(CUstream stream)
{
    return !stream || stream == CUSTUB_STREAM_PER_THREAD;
}

/* Launches as a stub does, with the numbers of the description. */
static custub_status launch_taken(const custubi_dynamic *dynamic, const custub_kernel *kernel,
                                  const custub_launch *launch, CUstream default_stream,
                                  custub_error *error)
{
    const custubi_argument_block *block = &dynamic->block;
    uint32_t flags = (uint32_t)(uintptr_t)default_stream;

    if (custubi_contract_numbers(kernel, launch, block->arguments, dynamic->needed))
        flags |= CUSTUB_CALL_HOLDS;
    return custub_call_launch(kernel, launch, block->arguments, block->needs, dynamic->needed,
                              flags, error);
}

/* A launch whose arguments were refused with this status. */
static custub_status show_refused(const custub_kernel *kernel, const custub_launch *launch,
                                  CUstream default_stream, uint64_t begin, custub_status status,
                                  custub_error *error)
{
    custubi_call call;

    custubi_call_initialize(&call, kernel, launch, NULL, NULL, default_stream, error);
    call.begin = begin;
    return custubi_watch_trace(&call, status);
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
    if (!launch)
        launch = &custub_launch_unset;
    status = custubi_dynamic_take(&dynamic, kernel, count, arguments, error);
    if (status) {
        status = show_refused(kernel, launch, default_stream, begin, status, error);
    } else if (dynamic.needed && is_stubs_stream(default_stream)) {
        status = launch_taken(&dynamic, kernel, launch, default_stream, error);
    } else {
        custubi_call call;

        custubi_dynamic_call(&dynamic, &call, kernel, launch, default_stream, error);
        call.begin = begin;
        status = custubi_cold_launch(&call);
    }
    custubi_dynamic_release(&dynamic);
    return status;
}

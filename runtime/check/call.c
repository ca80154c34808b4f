#include "check/call.h"

#include "platform/level.h"

/* The launch's level, else the program's. */
static custub_check level_of(const custub_launch *launch)
{
    return launch->check != CUSTUB_CHECK_DEFAULT ? launch->check : custubi_check_level();
}

void custubi_call_initialize(custubi_call *call, const custub_kernel *kernel,
                             const custub_launch *launch, void **arguments, custub_need *needs,
                             CUstream default_stream, custub_error *error)
{
    call->kernel = kernel;
    call->launch = launch ? launch : &custub_launch_unset;
    call->arguments = arguments;
    call->needs = needs;
    call->default_stream = default_stream;
    call->error = error;
    call->grid = custub_launch_unset.grid;
    call->block = custub_launch_unset.block;
    call->shared = 0;
    call->check = level_of(call->launch);
    call->traits = 0;
}

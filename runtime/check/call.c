#include "check/call.h"

#include "platform/settings.h"

atomic_int custubi_level;

void custub_set_check(custub_check check)
{
    if (check == CUSTUB_CHECK_DEFAULT)
        check = (custub_check)custubi_setting_of(CUSTUBI_SETTING_CHECK);
    atomic_store_explicit(&custubi_level, (int)check, memory_order_relaxed);
}

/* The launch's level, else the program's. */
static custub_check level_of(const custub_launch *launch)
{
    if (launch->check != CUSTUB_CHECK_DEFAULT)
        return launch->check;
    if (atomic_load_explicit(&custubi_level, memory_order_relaxed) == CUSTUB_CHECK_DEFAULT)
        custub_set_check(CUSTUB_CHECK_DEFAULT);
    return (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
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

#include "driver/result.h"

#include <stdbool.h>

#include "driver/dead_context.h"
#include "driver/driver_table.h"
#include "error/fault.h"

static bool has_current_context(void)
{
    CUcontext context = NULL;

    return custubi_cu.context_get && custubi_cu.context_get(&context) == CUSTUBI_SUCCESS && context;
}

void custubi_error_append_answer(custub_error *error, const char *call, int result)
{
    const char *name = NULL;
    const char *text = NULL;

    if (!error)
        return;
    custubi_error_note_call(error, call, result);
    if (custubi_cu.get_error_name && custubi_cu.get_error_name(result, &name))
        name = NULL;
    if (custubi_cu.get_error_string && custubi_cu.get_error_string(result, &text))
        text = NULL;
    custubi_error_append(error, "%s: %s (%d)", call, name ? name : "unknown error", result);
    if (text)
        custubi_error_append(error, ": %s", text);
}

void custubi_error_append_result(custub_error *error, const char *call, int result)
{
    custubi_error_append_answer(error, call, result);
    if (!error)
        return;
    if (custubi_is_forked())
        custubi_error_append(error, "; this process was forked after CUDA was opened, and CUDA "
                                    "works in the parent only");
    else if (custubi_result_is_fatal(result))
        custubi_dead_context_append(error, result);
    else if (result == CUSTUBI_INVALID_CONTEXT && !has_current_context())
        custubi_error_append(error, "; no CUDA context is current on this thread: call "
                                    "custub_device_open(), or custub_device_use() for a device "
                                    "that is open, or make a context of your own current");
}

custub_status custubi_error_driver_list(custub_error *error, const char *call, int result,
                                        const char *format, va_list arguments)
{
    custubi_error_begin(error, CUSTUB_ERROR_DRIVER);
    custubi_error_append_result(error, call, result);
    custubi_error_append(error, "; ");
    custubi_error_append_list(error, format, arguments);
    return CUSTUB_ERROR_DRIVER;
}

custub_status custubi_error_driver(custub_error *error, const char *call, int result,
                                   const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    custubi_error_driver_list(error, call, result, format, arguments);
    va_end(arguments);
    return CUSTUB_ERROR_DRIVER;
}

custub_status custubi_fault_driver(const custub_kernel_info *info, custub_error *error,
                                   const char *call, int result, const char *format, ...)
{
    va_list arguments;

    custubi_fault_begin(info, error, CUSTUB_ERROR_DRIVER);
    custubi_error_append_result(error, call, result);
    custubi_error_append(error, "; ");
    va_start(arguments, format);
    custubi_error_append_list(error, format, arguments);
    va_end(arguments);
    return custubi_fault_end(error, CUSTUB_ERROR_DRIVER);
}

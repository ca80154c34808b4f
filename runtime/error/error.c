#include "error/error.h"

#include <stdio.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/driver_types.h"

custub_status custubi_error_begin(custub_error *error, custub_status status)
{
    if (error) {
        memset(error, 0, sizeof(*error));
        error->status = status;
        error->parameter_index = -1;
    }
    return status;
}

void custubi_error_append_list(custub_error *error, const char *format, va_list arguments)
{
    size_t length;

    if (!error)
        return;
    length = strlen(error->message);
    if (vsnprintf(error->message + length, sizeof(error->message) - length, format, arguments) < 0)
        error->message[length] = '\0';
}

void custubi_error_append(custub_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    custubi_error_append_list(error, format, arguments);
    va_end(arguments);
}

custub_status custubi_error_set(custub_error *error, custub_status status, const char *format, ...)
{
    va_list arguments;

    custubi_error_begin(error, status);
    va_start(arguments, format);
    custubi_error_append_list(error, format, arguments);
    va_end(arguments);
    return status;
}

void custubi_error_append_result(custub_error *error, const char *call, int result)
{
    const char *name = NULL;
    const char *text = NULL;

    if (!error)
        return;
    error->driver_call = call;
    error->driver_result = result;
    if (custubi_cu.get_error_name && custubi_cu.get_error_name(result, &name))
        name = NULL;
    if (custubi_cu.get_error_string && custubi_cu.get_error_string(result, &text))
        text = NULL;
    custubi_error_append(error, "%s (%d)", name ? name : "unknown error", result);
    if (text)
        custubi_error_append(error, ": %s", text);
    if (result == CUSTUBI_INVALID_CONTEXT && !custubi_driver_has_context())
        custubi_error_append(error, "; no CUDA context is current on this thread");
}

custub_status custubi_error_driver(custub_error *error, const char *call, int result,
                                   const char *format, ...)
{
    va_list arguments;

    custubi_error_begin(error, CUSTUB_ERROR_DRIVER);
    custubi_error_append(error, "%s: ", call);
    custubi_error_append_result(error, call, result);
    custubi_error_append(error, "; ");
    va_start(arguments, format);
    custubi_error_append_list(error, format, arguments);
    va_end(arguments);
    return CUSTUB_ERROR_DRIVER;
}

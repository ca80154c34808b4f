#include "bounds/wait.h"

#include "bounds/bounds.h"
#include "driver/result.h"

custub_status custubi_waited(custub_error *error, const char *call, int result, const char *format,
                             ...)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = custub_failed(error) ? CUSTUB_OK : custubi_bounds_take(own, result);
    va_list arguments;

    if (status && result)
        custubi_error_note_call(own, call, result);
    if (status || !result)
        return status;
    va_start(arguments, format);
    status = custubi_error_driver_list(own, call, result, format, arguments);
    va_end(arguments);
    return status;
}

#include "error/error.h"

#include <stdio.h>
#include <string.h>

custub_error custub_error_none(void)
{
    static const custub_error none;

    return none;
}

void custubi_error_name(char *field, const char *name)
{
    snprintf(field, CUSTUB_NAME_SIZE, "%s", name);
}

void custubi_error_note_call(custub_error *error, const char *call, int result)
{
    if (!error)
        return;
    custubi_error_name(error->driver_call, call);
    error->driver_result = result;
}

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

const char *custub_status_name(custub_status status)
{
    switch (status) {
#define CUSTUBI_CASE(name, number, text)                                                           \
    case name:                                                                                     \
        return #name;
        CUSTUB_STATUS_TABLE(CUSTUBI_CASE)
#undef CUSTUBI_CASE
    case CUSTUB_STATUS_MAX:
        break;
    }
    return "unknown status";
}

const char *custub_status_text(custub_status status)
{
    switch (status) {
#define CUSTUBI_CASE(name, number, text)                                                           \
    case name:                                                                                     \
        return text;
        CUSTUB_STATUS_TABLE(CUSTUBI_CASE)
#undef CUSTUBI_CASE
    case CUSTUB_STATUS_MAX:
        break;
    }
    return "unknown status";
}

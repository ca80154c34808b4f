#include "error/fault.h"

#include <stdarg.h>

void custubi_fault_begin(const custub_kernel_info *info, custub_error *error, custub_status status)
{
    custubi_error_begin(error, status);
    if (!error)
        return;
    custubi_error_name(error->kernel, info->name);
    custubi_error_name(error->file, info->file);
    error->line = (int32_t)info->line;
    custubi_error_append(error, "%s: ", info->name);
}

void custubi_fault_begin_parameter(const custub_kernel_info *info, uint32_t index,
                                   custub_error *error, custub_status status)
{
    custubi_fault_begin(info, error, status);
    if (!error)
        return;
    custubi_error_name(error->parameter, info->params[index].name);
    error->parameter_index = (int32_t)index;
    if (info->params[index].line)
        error->line = (int32_t)info->params[index].line;
    custubi_error_append(error, "'%s' ", error->parameter);
}

void custubi_fault_begin_pointer(const custub_kernel_info *info, uint32_t index,
                                 custub_error *error, custub_status status)
{
    const custub_pointer_info *pointer = &info->pointers[index];

    custubi_fault_begin(info, error, status);
    if (!error)
        return;
    custubi_error_name(error->parameter, pointer->name);
    error->parameter_index = (int32_t)pointer->param;
    if (pointer->file)
        custubi_error_name(error->file, pointer->file);
    if (pointer->line)
        error->line = (int32_t)pointer->line;
    custubi_error_append(error, "'%s' ", error->parameter);
}

void custubi_fault_numbers(custub_error *error, uint64_t needed, uint64_t found)
{
    if (!error)
        return;
    error->needed = needed;
    error->found = found;
}

custub_status custubi_fault_end(custub_error *error, custub_status status)
{
    if (error && error->file[0] && error->line > 0)
        custubi_error_append(error, " [%s:%d]", error->file, error->line);
    return status;
}

custub_status custubi_fault(const custub_kernel_info *info, custub_error *error,
                            custub_status status, const char *format, ...)
{
    va_list arguments;

    custubi_fault_begin(info, error, status);
    va_start(arguments, format);
    custubi_error_append_list(error, format, arguments);
    va_end(arguments);
    return custubi_fault_end(error, status);
}

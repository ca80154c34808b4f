#include "library/driver_option.h"

#include <string.h>

#include "driver/driver_types.h"
#include "error/error.h"

#define MOST_OPTIMIZATION 4
#define MOST_REGISTERS    255 /* per thread, on every device */

custub_status custubi_driver_options_check(const custub_ptx_options *options, custub_error *error)
{
    if (options->optimization < CUSTUB_OPTIMIZATION_NONE ||
        options->optimization > MOST_OPTIMIZATION)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "there is no optimization level %d: 1 to %d, or "
                                 "CUSTUB_OPTIMIZATION_NONE",
                                 (int)options->optimization, MOST_OPTIMIZATION);
    if (options->max_registers > MOST_REGISTERS)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "at most %u registers: no thread has more than %d",
                                 (unsigned int)options->max_registers, MOST_REGISTERS);
    return CUSTUB_OK;
}

static void add(custubi_driver_options *to, int option, void *value)
{
    to->options[to->count] = option;
    to->values[to->count++] = value;
}

static void add_number(custubi_driver_options *to, int option, unsigned int value)
{
    add(to, option, (void *)(uintptr_t)value);
}

void custubi_driver_options_fill(custubi_driver_options *out, const custub_ptx_options *options)
{
    int32_t level = options->optimization;

    out->count = 0;
    if (level)
        add_number(out, CUSTUBI_JIT_OPTIMIZATION_LEVEL,
                   level == CUSTUB_OPTIMIZATION_NONE ? 0 : (unsigned int)level);
    if (options->max_registers)
        add_number(out, CUSTUBI_JIT_MAX_REGISTERS, options->max_registers);
    if (options->line_info)
        add_number(out, CUSTUBI_JIT_GENERATE_LINE_INFO, 1);
}

void custubi_driver_options_add_target(custubi_driver_options *to, unsigned int target)
{
    add_number(to, CUSTUBI_JIT_TARGET, target);
}

void custubi_driver_options_add_logs(custubi_driver_options *to, char errors[CUSTUBI_LOG_SIZE],
                                     char notes[CUSTUBI_LOG_SIZE])
{
    memset(errors, 0, CUSTUBI_LOG_SIZE);
    memset(notes, 0, CUSTUBI_LOG_SIZE);
    add(to, CUSTUBI_JIT_ERROR_LOG_BUFFER, errors);
    add_number(to, CUSTUBI_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CUSTUBI_LOG_SIZE - 1);
    add(to, CUSTUBI_JIT_INFO_LOG_BUFFER, notes);
    add_number(to, CUSTUBI_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CUSTUBI_LOG_SIZE - 1);
}

void custubi_driver_log(char errors[CUSTUBI_LOG_SIZE], const char notes[CUSTUBI_LOG_SIZE])
{
    if (!errors[0])
        memcpy(errors, notes, CUSTUBI_LOG_SIZE);
    custubi_log_flatten(errors);
}

/* result.h: errors of driver calls. A record names the call and its CUresult, by name, number and
 * the driver's own text. `call` is static text; `format` says what was being done. */
#ifndef CUSTUBI_RESULT_H
#define CUSTUBI_RESULT_H

#include <custub/launch.h>

#include "error/error.h"

/* Writes "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory; DOING". */
custub_status custubi_error_driver(custub_error *error, const char *call, int result,
                                   const char *format, ...) CUSTUBI_PRINTF(4, 5);

custub_status custubi_error_driver_list(custub_error *error, const char *call, int result,
                                        const char *format, va_list arguments) CUSTUBI_PRINTF(4, 0);

/* The same as a fault of a kernel, with its name and its place. */
custub_status custubi_fault_driver(const custub_kernel_info *info, custub_error *error,
                                   const char *call, int result, const char *format, ...)
    CUSTUBI_PRINTF(5, 6);

/* Appends "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory" to a record that was begun, and
 * stores the call and the result in it. */
void custubi_error_append_answer(custub_error *error, const char *call, int result);

/* The same; then explains the result if the context is dead or missing, or the process was
 * forked. */
void custubi_error_append_result(custub_error *error, const char *call, int result);

#endif

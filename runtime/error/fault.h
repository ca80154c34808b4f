/* fault.h: the record of a launch that is refused: "KERNEL: TEXT [FILE:LINE]". Between begin and
 * end the text is appended with custubi_error_append(). The record may be null everywhere. */
#ifndef CUSTUBI_FAULT_H
#define CUSTUBI_FAULT_H

#include <custub/launch.h>

#include "error/error.h"

/* A fault of the launch, placed at the kernel; and one of parameter `index`, placed there. */
void custubi_fault_begin(const custub_kernel_info *info, custub_error *error, custub_status status);
void custubi_fault_begin_parameter(const custub_kernel_info *info, uint32_t index,
                                   custub_error *error, custub_status status);

/* The relation that failed. */
void custubi_fault_numbers(custub_error *error, uint64_t needed, uint64_t found);

/* Appends the place, and returns `status`. */
custub_status custubi_fault_end(custub_error *error, custub_status status);

/* The three in one, for a fault without numbers. */
custub_status custubi_fault(const custub_kernel_info *info, custub_error *error,
                            custub_status status, const char *format, ...) CUSTUBI_PRINTF(4, 5);

/* A driver call that failed while `format` was being done. */
custub_status custubi_fault_driver(const custub_kernel_info *info, custub_error *error,
                                   const char *call, int result, const char *format, ...)
    CUSTUBI_PRINTF(5, 6);

#endif

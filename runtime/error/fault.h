/* fault.h: the record of a fault of one kernel: "KERNEL: TEXT [FILE:LINE]". TEXT is appended with
 * custubi_error_append() between begin and end. The record may be null everywhere. */
#ifndef CUSTUBI_FAULT_H
#define CUSTUBI_FAULT_H

#include <custub/stub.h>

#include "error/error.h"

/* Starts a fault with the place of the kernel, of its parameter `index` or of its pointer `index`.
 */
void custubi_fault_begin(const custub_kernel_info *info, custub_error *error, custub_status status);
void custubi_fault_begin_parameter(const custub_kernel_info *info, uint32_t index,
                                   custub_error *error, custub_status status);
void custubi_fault_begin_pointer(const custub_kernel_info *info, uint32_t index,
                                 custub_error *error, custub_status status);

/* Notes the two numbers whose comparison failed. */
void custubi_fault_numbers(custub_error *error, uint64_t needed, uint64_t found);

/* Appends the place and returns `status`. */
custub_status custubi_fault_end(custub_error *error, custub_status status);

/* Writes a whole fault that has no numbers. */
custub_status custubi_fault(const custub_kernel_info *info, custub_error *error,
                            custub_status status, const char *format, ...) CUSTUBI_PRINTF(4, 5);

#endif

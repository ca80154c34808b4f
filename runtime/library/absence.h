/* absence.h: why a kernel that has no function cannot be launched. */
#ifndef CUSTUBI_ABSENCE_H
#define CUSTUBI_ABSENCE_H

#include "library/library.h"

/* Begins and ends the time in which the reasons of a library's kernels are found. A library without
 * reasons need not begin. */
void custubi_absence_begin(custub_library *library);
void custubi_absence_end(custub_library *library);

/* Refuses a kernel that is null, was never loaded, or has no function. */
custub_status custubi_absence_check(const custub_kernel *kernel, custub_error *error);

#endif

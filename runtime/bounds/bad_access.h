/* bad_access.h: the words of a bad access of a kernel. */
#ifndef CUSTUBI_BAD_ACCESS_H
#define CUSTUBI_BAD_ACCESS_H

#include "bounds/bounds.h"

/* Writes CUSTUB_ERROR_OUT_OF_BOUNDS. `kernel` is the index of the kernel that wrote `record`. */
void custubi_bad_access_say(const custubi_bounds *bounds, uint32_t kernel,
                            const custub_bounds_record *record, custub_error *error);

#endif

/* signature.h: compares the kernels' parameters with those of the loaded image. */
#ifndef CUSTUBI_SIGNATURE_H
#define CUSTUBI_SIGNATURE_H

#include "library/library.h"

/* Compares the number, offset and size of every kernel's parameters, except for kernels that the
 * image lacks. Sets signatures_checked, unless the driver cannot tell (before 12.4). */
custub_status custubi_signature_check(custub_library *library, const custub_kernel *kernels,
                                      custub_error *error);

#endif

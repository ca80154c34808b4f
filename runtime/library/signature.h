/* signature.h: compares the kernels' parameters with those of the loaded image. */
#ifndef CUSTUBI_SIGNATURE_H
#define CUSTUBI_SIGNATURE_H

#include "library/library.h"

/* Compares the number, size and order of every kernel's parameters, and their offsets as far as
 * these do not depend on the architecture, except for kernels that the image lacks. Sets
 * signatures_checked, unless the driver cannot tell (before 12.4). */
custub_status custubi_signature_check(custub_library *library, const custub_kernel *kernels,
                                      custub_error *error);

#endif

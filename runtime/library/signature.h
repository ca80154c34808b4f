/* signature.h: compares the kernels' parameters with those of the loaded image. */
#ifndef CUSTUBI_SIGNATURE_H
#define CUSTUBI_SIGNATURE_H

#include "library/library.h"

/* Number, offset and size of every kernel's parameters. Kernels that the image lacks are passed
 * over, and everything is where the driver cannot tell (before 12.4): signatures_checked says so.
 */
custub_status custubi_signature_check(struct custub_library *library, const custub_kernel *kernels,
                                      custub_error *error);

#endif

/* kernel_match.h: which kernel of a library is which one of the table of its checked image. */
#ifndef CUSTUBI_KERNEL_MATCH_H
#define CUSTUBI_KERNEL_MATCH_H

#include "bounds/bounds.h"

/* Finds the library's kernels in the table, which is read, by their symbols. `seen` has room for
 * the pointers of all. CUSTUB_ERROR_SIGNATURE_MISMATCH if the table is of another source. */
custub_status custubi_kernel_match(custubi_bounds *bounds, custubi_seen_pointer *seen,
                                   custub_error *error);

#endif

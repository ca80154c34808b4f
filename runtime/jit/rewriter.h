/* rewriter.h: libcustub_bounds.so.1, which is opened when a program that is compiled at run time is
 * to check bounds. */
#ifndef CUSTUBI_REWRITER_H
#define CUSTUBI_REWRITER_H

#include <custub/describe.h>
#include <custub/status.h>

struct custub_bounds_rewritten; /* of <custub/bounds_rewriter.h> */

/* Gives the described kernels' PTX, a zero-terminated text, checks of each access. Both parts of
 * the result are the caller's, to be freed with free(). The record may not be null. */
custub_status custubi_rewrite(const custub_library_info *info, const char *ptx,
                              struct custub_bounds_rewritten *out, custub_error *error);

#endif

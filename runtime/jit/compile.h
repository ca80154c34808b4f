/* compile.h: one call of NVRTC. */
#ifndef CUSTUBI_COMPILE_H
#define CUSTUBI_COMPILE_H

#include "jit/request.h"

/* Compiles. The image's data is the caller's, to be freed with free(). On failure it is all zeros,
 * and the record, which may not be null, has the first error of NVRTC's log. `may_keep`: the result
 * may be used for later requests with the same key. */
custub_status custubi_compile(const custubi_request *request, custub_image *out, bool *may_keep,
                              custub_error *error);

#endif

/* compiled.h: the images that this process has compiled. Each is compiled once, unless NVRTC may
 * read files that the request does not know. */
#ifndef CUSTUBI_COMPILED_H
#define CUSTUBI_COMPILED_H

#include <custub/trace.h>

#include "jit/request.h"

/* Finds the image of a request in memory or in a file, else compiles it. `origin` says which. The
 * image is a copy, to be freed with custub_image_free(). */
custub_status custubi_compiled_get(const custubi_request *request, custub_image *out,
                                   custub_origin *origin, custub_error *error);

#endif

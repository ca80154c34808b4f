/* compiled.h: the images that this process has compiled. Each is compiled once, unless NVRTC may
 * read files for it that the request does not know. */
#ifndef CUSTUBI_COMPILED_H
#define CUSTUBI_COMPILED_H

#include <custub/trace.h>

#include "jit/request.h"

/* Finds the image of a request in memory or in a file, else compiles it. The image is a copy, to be
 * freed with custub_image_free(). `origin` says which it was. */
custub_status custubi_compiled_get(const custubi_request *request, custub_image *out,
                                   custub_origin *origin, custub_error *error);

#endif

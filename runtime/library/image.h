/* image.h: finds the image of a source file's kernels that the open driver takes. */
#ifndef CUSTUBI_IMAGE_H
#define CUSTUBI_IMAGE_H

#include "library/library.h"

/* Loads the first of the images that fits, and fills `function` of every kernel: null where the
 * image lacks the kernel. A driver may answer success to an image that it cannot use, so that an
 * image counts only once a kernel of it can be launched in the current context. On failure nothing
 * is held and the record says of each image why it was not taken. */
custub_status custubi_image_load(struct custub_library *library, custub_kernel *kernels,
                                 const custub_image *images, custub_error *error);

/* Gives the image back. Quiet when the driver has shut down. */
void custubi_image_unload(struct custub_library *library);

#endif

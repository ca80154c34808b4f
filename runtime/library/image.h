/* image.h: finds the image of a source file's kernels that the open driver takes. */
#ifndef CUSTUBI_IMAGE_H
#define CUSTUBI_IMAGE_H

#include "library/library.h"

/* Loads the first image that fits, and fills `function` of every kernel; null if the image lacks
 * the kernel. A driver may accept an image that it cannot use, so an image fits only if one of its
 * kernels can be launched in the current context. On failure nothing is held, and the record says
 * for each image why it was not taken. */
custub_status custubi_image_load(custub_library *library, custub_kernel *kernels,
                                 const custub_image *images, custub_error *error);

/* Appends the current context's device: "NVIDIA H200 (compute capability 9.0, driver for CUDA
 * 13.0)". */
void custubi_image_append_device(custub_error *error);

/* Unloads the image, unless the program itself has it. Does nothing after the driver has shut down.
 * A module ends with its context, and how that went is not told. */
custub_status custubi_image_unload(custub_library *library, custub_error *error);

#endif

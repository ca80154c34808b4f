/* shared_image.h: images that several sources were linked to. Each of these sources has a library
 * of its own, and all of them use one loaded image, so that they share its variables. */
#ifndef CUSTUBI_SHARED_IMAGE_H
#define CUSTUBI_SHARED_IMAGE_H

#include <stdbool.h>

#include <custub/types.h>

/* Loads an image: a CUresult. */
typedef int custubi_image_loader(void **out, const void *data, void *user);

/* Returns the loaded image of `data`, and calls the loader only if no library uses it yet.
 * `context` is a module's context, else null. */
int custubi_shared_image_open(void **out, const void *data, CUcontext context,
                              custubi_image_loader *load, void *user);

/* True if the caller was the last user of the image, and must unload it. */
bool custubi_shared_image_close(void *image);

#endif

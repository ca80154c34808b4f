/* image_size.h: tells whether an image is as long as its headers say. A driver is given no size: it
 * would read past the end of an image that was cut off. */
#ifndef CUSTUBI_IMAGE_SIZE_H
#define CUSTUBI_IMAGE_SIZE_H

#include <stdbool.h>

#include <custub/describe.h>

#define CUSTUBI_REASON_SIZE 96 /* bytes */

/* False: the image is not whole, and `reason` says what it has and what it needs: "100 bytes, its
 * ELF headers say 4096". An image that is neither PTX nor ELF nor a fatbin counts as whole. */
bool custubi_image_is_whole(const custub_image *image, char reason[CUSTUBI_REASON_SIZE]);

#endif

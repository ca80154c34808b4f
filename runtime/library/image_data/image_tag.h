/* image_tag.h: tells the kind of an image from its content. */
#ifndef CUSTUBI_IMAGE_TAG_H
#define CUSTUBI_IMAGE_TAG_H

#include <stddef.h>

/* The tag of an image, as static text; null if the content is no image. PTX may lack the zero byte
 * at its end. */
const char *custubi_image_tag(const void *data, size_t size);

#endif

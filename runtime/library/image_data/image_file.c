#include <stdlib.h>
#include <string.h>

#include <custub/image.h>

#include "error/error.h"
#include "library/image_data/image_size.h"
#include "library/image_data/image_tag.h"
#include "platform/platform.h"

static const custub_image none;

/* `where` is "the image", or begins with a path: long ones are cut off. */
static bool is_ptx(const char *data, size_t size)
{
    const char *tag = custubi_image_tag(data, size);

    return tag && strcmp(tag, "ptx") == 0;
}

static custub_image make(const char *where, const void *data, size_t size, custub_error *error)
{
    custub_image image = {custubi_image_tag(data, size), data, size};
    char reason[CUSTUBI_REASON_SIZE];

    if (!image.tag) {
        custubi_error_set(
            error, CUSTUB_ERROR_IMAGE_UNKNOWN,
            "%.256s is no image: it begins like no cubin, fatbin, PTX, LTO-IR, object, "
            "archive or CPU image",
            where);
        return none;
    }
    if (strcmp(image.tag, "archive") == 0 || custubi_image_is_whole(&image, reason))
        return image;
    custubi_error_set(error, CUSTUB_ERROR_IMAGE_UNKNOWN, "%.256s is cut off (%s): it has %s", where,
                      image.tag, reason);
    return none;
}

custub_image custub_image_of(const void *data, size_t size, custub_error *error)
{
    if (custub_failed(error))
        return none;
    if (data)
        return make("the image", data, size, error);
    custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "an image: the address is null");
    return none;
}

custub_image custub_image_read(const char *path, custub_error *error)
{
    const char *why = NULL;
    custub_image image;
    size_t size = 0;
    char *data;

    if (custub_failed(error))
        return none;
    if (!path) {
        custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "reading an image: no path");
        return none;
    }
    data = custubi_file_read(path, (size_t)CUSTUB_IMAGE_LIMIT, &size, &why);
    if (!data) {
        custubi_error_set(error, CUSTUB_ERROR_FILE, "%.256s: %s", path, why);
        return none;
    }
    if (is_ptx(data, size))
        size++; /* the zero byte that the read has added */
    image = make(path, data, size, error);
    if (!image.data)
        free(data);
    return image;
}

void custub_image_free(custub_image *image)
{
    if (!image)
        return;
    free((void *)(uintptr_t)image->data);
    *image = none;
}

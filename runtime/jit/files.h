/* files.h: compiled images in files, which outlive the process. Every error counts as "not found";
 * so does a folder or a file that another user could have written. */
#ifndef CUSTUBI_FILES_H
#define CUSTUBI_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include <custub/jit.h>

/* CUSTUB_ERROR_INVALID_ARGUMENT if CUSTUB_JIT_CACHE is not a number of bytes. */
custub_status custubi_files_check(custub_error *error);

/* Finds the image of this key. Its data is the caller's, to be freed with free(). A file of the
 * user's own that is damaged, or of another key, is removed. */
bool custubi_files_find(const char *key, size_t key_size, custub_image *out);

/* Keeps an image, and removes the least recently used if there are too many bytes. */
void custubi_files_keep(const char *key, size_t key_size, const custub_image *image);

#endif

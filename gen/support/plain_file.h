/* plain_file.h: opens and reads regular files only. A pipe may block forever, and a device may
 * never end. */
#ifndef GEN_PLAIN_FILE_H
#define GEN_PLAIN_FILE_H

#include "support/diag.h"

/* The `errno` for anything but a regular file. */
#define GEN_PLAIN_FILE_REFUSED ENOTSUP
#define GEN_PLAIN_FILE_FACT    "not a regular file"

/* Opens for reading; null with `errno` on failure. A folder opens, as with fopen(); the null device
 * opens as an empty file. */
FILE *gen_plain_file_open(const char *path);

/* True if it can be opened. */
bool gen_plain_file_exists(const char *path);
bool gen_plain_file_is_null(const char *path);

/* The path without links and `..`; the path itself if there is no such file. */
const char *gen_real_path(gen_arena *arena, const char *path);

/* Reads a whole file into the arena, zero-terminated. Null, with an error in `diag`, if it cannot
 * be read. */
char *gen_plain_file_read(gen_arena *arena, gen_diag *diag, const char *path, size_t *length);

#endif

/* plain_file.h: files that end. A pipe may wait for ever, and a device may not end: neither is
 * opened. */
#ifndef GEN_PLAIN_FILE_H
#define GEN_PLAIN_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* What `errno` is after something that is no regular file was refused. */
#define GEN_PLAIN_FILE_REFUSED ENOTSUP
#define GEN_PLAIN_FILE_FACT    "not a regular file"

/* For reading; null with `errno`. A folder opens, as with fopen(); the null device is an empty
 * file. */
FILE *gen_plain_file_open(const char *path);

/* True if the path is the null device. */
bool gen_plain_file_is_null(const char *path);

#endif

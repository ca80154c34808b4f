/* file.h: writing files, and folders, of the operating system. Only file_posix.c knows the system.
 */
#ifndef CUSTUBI_FILE_H
#define CUSTUBI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CUSTUBI_FILE_NAME_SIZE 64 /* bytes */

typedef struct custubi_bytes {
    const void *data;
    size_t size;
} custubi_bytes;

/* A regular file of a folder. */
typedef struct custubi_file_entry {
    char name[CUSTUBI_FILE_NAME_SIZE];
    uint64_t size; /* bytes */
    int64_t used;  /* when it was written or touched, in nanoseconds */
} custubi_file_entry;

/* Writes a file of the parts, one after the other, under a name of its own, PATH.XXXXXX, and then
 * renames it, so that readers see the old file or the whole new one. On failure nothing is changed.
 */
bool custubi_file_replace(const char *path, const custubi_bytes *parts, size_t count);

/* Notes that the file is used now. */
void custubi_file_touch(const char *path);
void custubi_file_remove(const char *path);

/* Makes a folder that only the user may open, and those above it that are not there. */
bool custubi_folder_make(const char *path);

/* Calls `visit` for the regular files of a folder, in no order. Those with longer names are left
 * out. */
void custubi_folder_visit(const char *path,
                          void (*visit)(const custubi_file_entry *entry, void *data), void *data);

#endif

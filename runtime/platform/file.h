/* file.h: files that the runtime keeps, in folders of the operating system. Only file_posix.c knows
 * the system.
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

/* A folder that only the process's user and the administrator can write to, like the files in it
 * that are read. */
typedef struct custubi_folder {
    int descriptor;
} custubi_folder;

/* A regular file of a folder. */
typedef struct custubi_file_entry {
    char name[CUSTUBI_FILE_NAME_SIZE];
    uint64_t size; /* bytes */
    int64_t used;  /* when it was written or read, in nanoseconds */
} custubi_file_entry;

/* Opens a folder. False if it is not there, belongs to another user, is a link, or if a group or
 * others may write to it. `make`: creates it and the folders above it if they are missing, so that
 * only the user may open them; but creates nothing in a folder of another user than root. */
bool custubi_folder_open(custubi_folder *folder, const char *path, bool make);
void custubi_folder_close(custubi_folder *folder);

/* Reads a whole file of at most `limit` bytes into new memory, and notes that it is used now. Null
 * if that fails, or if the file belongs to another user, is a link, or can be written by others. */
void *custubi_folder_read(const custubi_folder *folder, const char *name, size_t limit,
                          size_t *size);

/* Writes the parts, one after the other, to a new file NAME.XXXX, and then renames it, so that
 * readers see either the old file or the whole new one. On failure nothing changes. */
bool custubi_folder_replace(const custubi_folder *folder, const char *name,
                            const custubi_bytes *parts, size_t count);

void custubi_folder_remove(const custubi_folder *folder, const char *name);

/* Calls `visit` for the regular files of the folder, in any order. Skips files with longer
 * names. */
void custubi_folder_visit(const custubi_folder *folder,
                          void (*visit)(const custubi_file_entry *entry, void *data), void *data);

/* The size of a regular file, and when it was last written; all 0 if there is none. */
typedef struct custubi_file_stamp {
    uint64_t size;   /* bytes */
    int64_t written; /* nanoseconds */
} custubi_file_stamp;
custubi_file_stamp custubi_file_stamp_of(const char *path);

#endif

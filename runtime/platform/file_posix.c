#define _XOPEN_SOURCE 700 /* mkstemp, openat, utimensat */

#include "platform/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 4096 /* bytes */

static bool write_all(int file, const char *data, size_t size)
{
    while (size) {
        ssize_t count = write(file, data, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        data += count;
        size -= (size_t)count;
    }
    return true;
}

bool custubi_file_replace(const char *path, const custubi_bytes *parts, size_t count)
{
    char unfinished[PATH_SIZE];
    int length = snprintf(unfinished, sizeof(unfinished), "%s.XXXXXX", path);
    int file;
    bool fine = true;

    if (length < 0 || (size_t)length >= sizeof(unfinished))
        return false;
    file = mkstemp(unfinished);
    if (file < 0)
        return false;
    for (size_t i = 0; i < count && fine; i++)
        fine = write_all(file, parts[i].data, parts[i].size);
    fine = close(file) == 0 && fine;
    fine = fine && rename(unfinished, path) == 0;
    if (!fine)
        unlink(unfinished);
    return fine;
}

void custubi_file_touch(const char *path)
{
    if (utimensat(AT_FDCWD, path, NULL, 0)) {
        /* the file is gone, or only looks older than it is */
    }
}

void custubi_file_remove(const char *path)
{
    unlink(path);
}

static bool make_one(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool custubi_folder_make(const char *path)
{
    char part[PATH_SIZE];
    size_t length = strlen(path);

    if (length >= sizeof(part))
        return false;
    for (size_t i = 1; i < length; i++) {
        if (path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (!make_one(part) && access(part, X_OK) != 0)
            return false;
    }
    return make_one(path);
}

static bool read_entry(int folder, const char *name, custubi_file_entry *entry)
{
    size_t length = strlen(name);
    struct stat about;

    if (length >= sizeof(entry->name) || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) ||
        !S_ISREG(about.st_mode))
        return false;
    memcpy(entry->name, name, length + 1);
    entry->size = (uint64_t)about.st_size;
    entry->used = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
    return true;
}

void custubi_folder_visit(const char *path,
                          void (*visit)(const custubi_file_entry *entry, void *data), void *data)
{
    DIR *folder = opendir(path);
    const struct dirent *found;
    custubi_file_entry entry;

    if (!folder)
        return;
    while ((found = readdir(folder)) != NULL)
        if (read_entry(dirfd(folder), found->d_name, &entry))
            visit(&entry, data);
    closedir(folder);
}

#define _XOPEN_SOURCE 700 /* openat, futimens */

#include "platform/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/platform.h"

#define PATH_SIZE 4096 /* bytes */

static int64_t written_of(const struct stat *about)
{
    return (int64_t)about->st_mtim.tv_sec * 1000000000 + about->st_mtim.tv_nsec;
}

/* True if only the process's user and root can change it. */
static bool is_own(const struct stat *about)
{
    return about->st_uid == geteuid() && !(about->st_mode & (S_IWGRP | S_IWOTH));
}

/* --- Folders --------------------------------------------------------------------------------- */

/* A folder that root makes in a user's folder is useless to that user, who does not own it. A
 * folder that a user makes in another user's can be replaced by that user. */
static bool may_make_in(const char *parent)
{
    struct stat about;

    return stat(*parent ? parent : "/", &about) == 0 &&
           (about.st_uid == geteuid() || about.st_uid == 0);
}

/* Makes the folder `path`, whose last slash is `slash`. */
static bool make_one(char *path, char *slash)
{
    struct stat about;
    bool may;

    if (stat(path, &about) == 0)
        return true;
    *slash = '\0';
    may = may_make_in(path);
    *slash = '/';
    return may && (mkdir(path, 0700) == 0 || errno == EEXIST);
}

static bool make(const char *given)
{
    char path[PATH_SIZE];
    size_t length = strlen(given);
    char *last = path;

    if (length >= sizeof(path) || given[0] != '/')
        return false;
    memcpy(path, given, length + 1);
    for (char *end = path + 1; end <= path + length; end++) {
        const char stop = *end;
        if (stop != '/' && stop != '\0')
            continue;
        *end = '\0';
        if (!make_one(path, last))
            return false;
        *end = stop;
        last = end;
    }
    return true;
}

bool custubi_folder_open(custubi_folder *folder, const char *path, bool is_made)
{
    struct stat about;

    if (is_made && !make(path))
        return false;
    folder->descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder->descriptor < 0)
        return false;
    if (fstat(folder->descriptor, &about) == 0 && is_own(&about))
        return true;
    close(folder->descriptor);
    return false;
}

void custubi_folder_close(custubi_folder *folder)
{
    close(folder->descriptor);
}

/* --- Reading --------------------------------------------------------------------------------- */

static bool read_all(int file, char *data, size_t size)
{
    while (size) {
        ssize_t count = read(file, data, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        data += count;
        size -= (size_t)count;
    }
    return true;
}

static void *read_own(int file, size_t limit, size_t *size)
{
    struct stat about;
    void *data;

    if (fstat(file, &about) || !S_ISREG(about.st_mode) || !is_own(&about) || about.st_size <= 0 ||
        (uint64_t)about.st_size > limit)
        return NULL;
    *size = (size_t)about.st_size;
    data = malloc(*size);
    if (data && read_all(file, data, *size))
        return data;
    free(data);
    return NULL;
}

void *custubi_folder_read(const custubi_folder *folder, const char *name, size_t limit,
                          size_t *size)
{
    /* Opening a pipe must not wait. */
    int file = openat(folder->descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    void *data;

    if (file < 0)
        return NULL;
    data = read_own(file, limit, size);
    if (data && futimens(file, NULL)) {
        /* on failure the file only looks older than it is */
    }
    close(file);
    return data;
}

custubi_file_stamp custubi_file_stamp_of(const char *path)
{
    custubi_file_stamp stamp = {0, 0};
    struct stat about;

    if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) {
        stamp.size = (uint64_t)about.st_size;
        stamp.written = written_of(&about);
    }
    return stamp;
}

/* --- Writing --------------------------------------------------------------------------------- */

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

/* A new file, whose name is written to `unfinished`; below 0: it cannot be made. */
static int create(const custubi_folder *folder, const char *name, char *unfinished, size_t size)
{
    int file = -1;

    for (int attempt = 0; file < 0 && attempt < 100; attempt++) {
        int length = snprintf(unfinished, size, "%s.%lx-%llx", name, (long)getpid(),
                              (unsigned long long)custubi_nanoseconds());
        if (length < 0 || (size_t)length >= size)
            return -1;
        file = openat(folder->descriptor, unfinished,
                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}

bool custubi_folder_replace(const custubi_folder *folder, const char *name,
                            const custubi_bytes *parts, size_t count)
{
    char unfinished[2 * CUSTUBI_FILE_NAME_SIZE];
    int file = create(folder, name, unfinished, sizeof(unfinished));
    bool fine = true;

    if (file < 0)
        return false;
    for (size_t i = 0; i < count && fine; i++)
        fine = write_all(file, parts[i].data, parts[i].size);
    fine = close(file) == 0 && fine;
    fine = fine && renameat(folder->descriptor, unfinished, folder->descriptor, name) == 0;
    if (!fine)
        unlinkat(folder->descriptor, unfinished, 0);
    return fine;
}

void custubi_folder_remove(const custubi_folder *folder, const char *name)
{
    unlinkat(folder->descriptor, name, 0);
}

/* --- Visiting -------------------------------------------------------------------------------- */

static bool read_entry(int folder, const char *name, custubi_file_entry *entry)
{
    size_t length = strlen(name);
    struct stat about;

    if (length >= sizeof(entry->name) || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) ||
        !S_ISREG(about.st_mode))
        return false;
    memcpy(entry->name, name, length + 1);
    entry->size = (uint64_t)about.st_size;
    entry->used = written_of(&about);
    return true;
}

void custubi_folder_visit(const custubi_folder *folder,
                          void (*visit)(const custubi_file_entry *entry, void *data), void *data)
{
    int own = openat(folder->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listing = own < 0 ? NULL : fdopendir(own);
    const struct dirent *found;
    custubi_file_entry entry;

    if (!listing) {
        if (own >= 0)
            close(own);
        return;
    }
    while ((found = readdir(listing)) != NULL)
        if (read_entry(own, found->d_name, &entry))
            visit(&entry, data);
    closedir(listing);
}

#define _XOPEN_SOURCE 700 /* fdopen */

#include "support/plain_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_null_device(const struct stat *status)
{
    struct stat null;

    return S_ISCHR(status->st_mode) && stat("/dev/null", &null) == 0 && S_ISCHR(null.st_mode) &&
           null.st_rdev == status->st_rdev;
}

static bool is_plain(const struct stat *status)
{
    return S_ISREG(status->st_mode) || S_ISDIR(status->st_mode) || is_null_device(status);
}

bool gen_plain_file_is_null(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && is_null_device(&status);
}

static int open_plain(const char *path)
{
    struct stat status;
    int file;

    /* Check before opening: a pipe's writer and some devices would notice that. */
    if (stat(path, &status) == 0 && !is_plain(&status)) {
        errno = GEN_PLAIN_FILE_REFUSED;
        return -1;
    }
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0 || (fstat(file, &status) == 0 && is_plain(&status)))
        return file;
    close(file);
    errno = GEN_PLAIN_FILE_REFUSED;
    return -1;
}

FILE *gen_plain_file_open(const char *path)
{
    int descriptor = open_plain(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");

    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

bool gen_plain_file_exists(const char *path)
{
    int descriptor = open_plain(path);

    if (descriptor >= 0)
        close(descriptor);
    return descriptor >= 0;
}

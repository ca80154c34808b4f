#define _XOPEN_SOURCE 700 /* fdopen, realpath */

#include "support/plain_file.h"

#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BYTES ((size_t)1 << 28) /* limit, to protect the machine */

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

const char *gen_real_path(gen_arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? gen_arena_string(arena, real) : path;

    free(real);
    return copy;
}

static const char *reason_of(int error)
{
    return error == GEN_PLAIN_FILE_REFUSED ? GEN_PLAIN_FILE_FACT : strerror(error);
}

char *gen_plain_file_read(gen_arena *arena, gen_diag *diag, const char *path, size_t *length)
{
    FILE *file = gen_plain_file_open(path);
    gen_text text;
    char chunk[1 << 14];
    size_t count;
    char *copy = NULL;

    errno = file ? 0 : errno;
    gen_text_initialize(&text);
    while (file && text.length <= MAX_BYTES && (count = fread(chunk, 1, sizeof(chunk), file)) > 0)
        gen_text_append(&text, chunk, count);
    if (!file || ferror(file) || text.failed || text.length > MAX_BYTES) {
        if (text.length > MAX_BYTES)
            errno = EFBIG;
        gen_diag_error(diag, (gen_place){path, 0, 0}, "file-unreadable", "cannot be read: %s",
                       reason_of(text.failed ? ENOMEM : errno));
    } else {
        copy = gen_arena_copy(arena, text.data ? text.data : "", text.length);
        *length = text.length;
    }
    if (file)
        fclose(file);
    gen_text_deinitialize(&text);
    return copy;
}

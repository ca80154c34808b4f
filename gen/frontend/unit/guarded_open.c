/* The program's own open(2), which the dynamic linker gives to libclang in place of libc's: what a
 * source includes is opened by clang alone, which would wait for a pipe's writer and read a device
 * for ever. It then says that it cannot open the file, and where that is included. */
#define _GNU_SOURCE /* O_TMPFILE */

#include "support/plain_file.h"

#include <fcntl.h>
#include <stdarg.h>

static bool has_mode(int flags)
{
#ifdef O_TMPFILE
    if ((flags & O_TMPFILE) == O_TMPFILE)
        return true;
#endif
    return (flags & O_CREAT) != 0;
}

static int open_guarded(const char *path, int flags, va_list arguments)
{
    if (has_mode(flags))
        return openat(AT_FDCWD, path, flags, va_arg(arguments, mode_t));
    if ((flags & O_ACCMODE) != O_RDONLY)
        return openat(AT_FDCWD, path, flags);
    return gen_plain_file_descriptor(path, flags);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    int file;

    va_start(arguments, flags);
    file = open_guarded(path, flags, arguments);
    va_end(arguments);
    return file;
}

#if defined(__GLIBC__) && !(defined(_FILE_OFFSET_BITS) && _FILE_OFFSET_BITS == 64)
/* By which name libraries call it where files are larger than a long. */
int open64(const char *path, int flags, ...)
{
    va_list arguments;
    int file;

    va_start(arguments, flags);
    file = open_guarded(path, flags | O_LARGEFILE, arguments);
    va_end(arguments);
    return file;
}
#endif

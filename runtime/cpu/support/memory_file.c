#define _GNU_SOURCE /* memfd_create() */

#include "support/memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

static bool write_all(int file, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

static int create(void)
{
    int file = memfd_create("custub", MFD_CLOEXEC);
    int moved;

    if (file < 0 || file > STDERR_FILENO)
        return file;
    moved = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(file);
    return moved;
}

int cpu_memory_file_create(const void *data, size_t size)
{
    int file = create();

    if (file >= 0 && !write_all(file, data, size)) {
        close(file);
        return -1;
    }
    return file;
}

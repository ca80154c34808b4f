#define _GNU_SOURCE /* memfd_create */

#include "command_line/memory_file.h"

#include <sys/mman.h>
#include <unistd.h>

static bool write_whole(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, text, length);
        if (written <= 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

bool gen_memory_file_open(gen_memory_file *file, gen_arena *arena, const char *text, size_t length)
{
    file->descriptor = memfd_create("custub", MFD_CLOEXEC);
    if (file->descriptor < 0)
        return false;
    file->path = gen_arena_format(arena, "/proc/self/fd/%d", file->descriptor);
    file->public_path =
        gen_arena_format(arena, "/proc/%ld/fd/%d", (long)getpid(), file->descriptor);
    if (write_whole(file->descriptor, text, length) && access(file->path, R_OK) == 0)
        return true;
    close(file->descriptor);
    return false;
}

void gen_memory_file_close(gen_memory_file *file)
{
    close(file->descriptor);
}

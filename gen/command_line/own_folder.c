#define _POSIX_C_SOURCE 200809L

#include "command_line/own_folder.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* The path without its last name. */
static char *parent(char *path)
{
    char *slash = path ? strrchr(path, '/') : NULL;

    if (!slash)
        return NULL;
    *slash = '\0';
    return path;
}

const char *gen_own_folder(gen_arena *arena)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program));
    const char *folder;

    if (length <= 0 || length == sizeof(program))
        return NULL;
    program[length] = '\0';
    if (!parent(parent(program)))
        return NULL;
    folder = gen_arena_format(arena, "%s/include", program);
    if (access(gen_arena_format(arena, "%s/custub/kernel.h", folder), R_OK) != 0)
        return NULL;
    return folder;
}

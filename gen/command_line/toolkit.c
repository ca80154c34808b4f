#define _POSIX_C_SOURCE 200809L /* readlink */

#include "command_line/toolkit.h"

#include "command_line/program_output.h"
#include "support/plain_file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* cuda.h is large; the version is near its beginning. */
long gen_toolkit_version(gen_arena *arena, const char *folder)
{
    static const char define[] = "#define CUDA_VERSION ";
    FILE *file = gen_plain_file_open(gen_arena_format(arena, "%s/include/cuda.h", folder));
    char line[256];
    long version = 0;

    while (file && !version && fgets(line, sizeof(line), file))
        if (strncmp(line, define, sizeof(define) - 1) == 0)
            version = strtol(line + sizeof(define) - 1, NULL, 10);
    if (file)
        fclose(file);
    return version > 0 ? version : 0;
}

/* Reads "Cuda compilation tools, release 13.0, V13.0.88", because no header has the last number. */
long gen_toolkit_build(gen_arena *arena, const char *folder)
{
    const char *command[] = {gen_arena_format(arena, "%s/bin/nvcc", folder), "--version", NULL};
    gen_program nvcc;
    const char *text = gen_program_start(&nvcc, command) ? gen_program_output(&nvcc, arena) : NULL;
    const char *number = text ? strstr(text, ", V") : NULL;

    for (int i = 0; number && i < 2; i++)
        number = strchr(number + 1, '.');
    return number ? strtol(number + 1, NULL, 10) : 0;
}

const char *gen_toolkit_find(gen_arena *arena)
{
    const char *const places[] = {getenv("CUDA_PATH"), getenv("CUDA_HOME"), "/usr/local/cuda"};

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        if (places[i] && *places[i] &&
            gen_plain_file_exists(gen_arena_format(arena, "%s/include/cuda.h", places[i])))
            return places[i];
    return NULL;
}

/* Removes the last name from the path. */
static char *parent(char *path)
{
    char *slash = path ? strrchr(path, '/') : NULL;

    if (!slash)
        return NULL;
    *slash = '\0';
    return path;
}

/* The path of the running program; null if it is not known. */
static char *own_path(gen_arena *arena)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program));

    if (length <= 0 || length == sizeof(program))
        return NULL;
    return gen_arena_copy(arena, program, (size_t)length);
}

const char *gen_own_folder(gen_arena *arena)
{
    const char *prefix = parent(parent(own_path(arena)));
    const char *folder = prefix ? gen_arena_format(arena, "%s/include", prefix) : NULL;

    if (!folder || access(gen_arena_format(arena, "%s/custub/kernel.h", folder), R_OK) != 0)
        return NULL;
    return folder;
}

const char *gen_own_program(gen_arena *arena, const char *name)
{
    const char *folder = parent(own_path(arena));

    return folder ? gen_arena_format(arena, "%s/%s", folder, name) : name;
}

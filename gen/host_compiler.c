#define _POSIX_C_SOURCE 200809L

#include "host_compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_VERSION "11.4.0" /* CUDA 11.8 takes GCC up to 11, and 13.0 still takes it */

extern char **environ;

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The process, with its standard output at *output; 0 if it could not be started. */
static pid_t start(const char *program, int *output)
{
    char *arguments[] = {(char *)(uintptr_t)program, "-dumpfullversion", NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];
    pid_t process = 0;

    if (pipe(ends) != 0)
        return 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&process, program, &actions, NULL, arguments, environ) != 0)
        process = 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    *output = ends[0];
    if (!process)
        close(ends[0]);
    return process;
}

/* Up to `size` - 1 bytes of what it writes, if it then ends well; else "". */
static void finish(pid_t process, int output, char *text, size_t size)
{
    size_t length = 0;
    ssize_t count;
    int status = 0;

    while ((count = read(output, text + length, size - 1 - length)) > 0 ||
           (count < 0 && errno == EINTR))
        length += count > 0 ? (size_t)count : 0;
    close(output);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    text[WIFEXITED(status) && WEXITSTATUS(status) == 0 ? length : 0] = '\0';
}

const char *gen_host_compiler_gnu_version(gen_arena *arena, const char *named)
{
    char text[64];
    size_t length;
    pid_t process;
    int output;

    if (!named)
        named = getenv("NVCC_CCBIN");
    if (!named || !*named)
        named = "gcc";
    else if (is_folder(named))
        named = gen_arena_format(arena, "%s/gcc", named);
    process = start(named, &output);
    if (!process)
        return DEFAULT_VERSION;
    finish(process, output, text, sizeof(text));
    length = strspn(text, "0123456789.");
    return length ? gen_arena_copy(arena, text, length) : NULL;
}

#define _POSIX_C_SOURCE 200809L

#include "command_line/program_output.h"

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The environment with LC_ALL=C; null without memory. The caller frees it. */
static char **english_environment(void)
{
    static char english[] = "LC_ALL=C";
    char **copy;
    size_t count = 0;
    size_t kept = 0;

    while (environ[count])
        count++;
    copy = malloc((count + 2) * sizeof(*copy));
    if (!copy)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "LC_ALL=", strlen("LC_ALL=")) != 0)
            copy[kept++] = environ[i];
    copy[kept++] = english;
    copy[kept] = NULL;
    return copy;
}

/* Starts the process, with its output at *output; 0 if that fails. */
static pid_t start(const char *program, const char *option, int *output)
{
    char *arguments[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)option, NULL};
    char **environment = english_environment();
    posix_spawn_file_actions_t actions;
    int ends[2];
    pid_t process = 0;

    if (!environment || pipe(ends) != 0) {
        free(environment);
        return 0;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    if (posix_spawnp(&process, program, &actions, NULL, arguments, environment) != 0)
        process = 0;
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    close(ends[1]);
    *output = ends[0];
    if (!process)
        close(ends[0]);
    return process;
}

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

bool gen_program_output(const char *program, const char *option, char *text, size_t size)
{
    int output;
    pid_t process = start(program, option, &output);

    if (!process)
        return false;
    finish(process, output, text, size);
    return true;
}

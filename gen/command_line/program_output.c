#define _GNU_SOURCE /* pipe2 */

#include "command_line/program_output.h"

#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_OUTPUT (1u << 20)

bool gen_program_start(gen_program *program, const char *const *arguments)
{
    posix_spawn_file_actions_t actions;
    int ends[2];
    int error;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    error = posix_spawnp(&program->process, arguments[0], &actions, NULL,
                         (char **)(uintptr_t)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    program->output = ends[0];
    if (error)
        close(ends[0]);
    return error == 0;
}

const char *gen_program_output(gen_program *program, gen_arena *arena)
{
    const char *output = NULL;
    char piece[4096];
    gen_text text;
    ssize_t count;
    int status = 0;

    gen_text_initialize(&text);
    while (text.length < MAX_OUTPUT && ((count = read(program->output, piece, sizeof(piece))) > 0 ||
                                        (count < 0 && errno == EINTR)))
        gen_text_append(&text, piece, count > 0 ? (size_t)count : 0);
    close(program->output);
    while (waitpid(program->process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && text.length && !text.failed)
        output = gen_arena_copy(arena, text.data, text.length);
    gen_text_deinitialize(&text);
    return output;
}

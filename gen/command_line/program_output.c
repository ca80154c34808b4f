#define _GNU_SOURCE /* pipe2 */

#include "command_line/program_output.h"

#include "command_line/awaited_process.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_OUTPUT (1u << 20)

bool gen_program_spawn(pid_t *process, const char *const *arguments, const char *const *environment,
                       int output, int errors)
{
    char **variables = environment ? (char **)(uintptr_t)environment : environ;
    posix_spawn_file_actions_t actions;
    int error;

    posix_spawn_file_actions_init(&actions);
    if (output >= 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (errors >= 0)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    error = posix_spawnp(process, arguments[0], &actions, NULL, (char **)(uintptr_t)arguments,
                         variables);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error == 0;
}

/* `errors`: a descriptor; negative: they are part of the output. */
static bool start(gen_program *program, const char *const *arguments, int errors)
{
    int ends[2] = {-1, -1};
    bool fine =
        pipe2(ends, O_CLOEXEC) == 0 && gen_program_spawn(&program->process, arguments, NULL,
                                                         ends[1], errors < 0 ? ends[1] : errors);

    if (ends[1] >= 0)
        close(ends[1]);
    if (!fine && ends[0] >= 0)
        close(ends[0]);
    program->output = ends[0];
    return fine;
}

bool gen_program_start(gen_program *program, const char *const *arguments)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool fine = nowhere >= 0 && start(program, arguments, nowhere);

    if (nowhere >= 0)
        close(nowhere);
    return fine;
}

bool gen_program_start_verbose(gen_program *program, const char *const *arguments)
{
    return start(program, arguments, -1);
}

const char *gen_program_output(gen_program *program, gen_arena *arena)
{
    const char *output = NULL;
    char piece[4096];
    gen_text text;
    ssize_t count;
    int status;

    gen_text_initialize(&text);
    while (text.length < MAX_OUTPUT && ((count = read(program->output, piece, sizeof(piece))) > 0 ||
                                        (count < 0 && errno == EINTR)))
        gen_text_append(&text, piece, count > 0 ? (size_t)count : 0);
    close(program->output);
    status = gen_await(program->process);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && text.length && !text.failed)
        output = gen_arena_copy(arena, text.data, text.length);
    gen_text_deinitialize(&text);
    return output;
}

#define _GNU_SOURCE /* environ */

#include "images/compilation.h"

#include "command_line/awaited_process.h"
#include "command_line/program_output.h"
#include "support/plain_file.h"
#include "support/terminal.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The value may be a path with blanks, or a compiler with options. */
gen_words gen_compiler_named(gen_arena *arena, const char *variable, const char *usual)
{
    const char *value = getenv(variable);
    gen_words words = {0};

    if (!value || !*value)
        value = usual;
    if (gen_plain_file_exists(value) || !gen_words_split(&words, arena, value, GEN_QUOTING_SHELL) ||
        words.count == 0) {
        words.count = 0;
        gen_words_add(&words, arena, value);
    }
    return words;
}

/* The generator reads the messages, so they must be in English. */
static const char *const *english_environment(gen_arena *arena)
{
    static const char *const replaced[] = {"LC_ALL=", "LANGUAGE="};
    gen_words variables = {0};

    for (char **variable = environ; *variable; variable++)
        if (!GEN_TEXT_BEGINS(*variable, replaced))
            gen_words_add(&variables, arena, *variable);
    gen_words_add(&variables, arena, "LC_ALL=C");
    gen_words_add(&variables, arena, NULL);
    return variables.data;
}

static gen_compilation fail(gen_diag *diag, const char *program, int error)
{
    gen_diag_error(diag, (gen_place){0}, "compiler-missing",
                   "'%s' cannot be started: %s; install it, or name a C++ compiler by CXX and a C "
                   "compiler by CC",
                   program, strerror(error));
    return GEN_COMPILATION_FAILED;
}

gen_compilation gen_compile(gen_arena *arena, gen_diag *diag, const gen_words *command,
                            const char *log)
{
    int output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    gen_words words = {0};
    pid_t process;
    int status;
    bool fine;

    if (output < 0) {
        gen_diag_error(diag, (gen_place){log, 0, 0}, "file-unwritable", "cannot be written: %s",
                       strerror(errno));
        return GEN_COMPILATION_FAILED;
    }
    for (size_t i = 0; i < command->count; i++)
        gen_words_add(&words, arena, command->data[i]);
    gen_words_add(&words, arena, NULL);
    fine = gen_program_spawn(&process, words.data, english_environment(arena), output, output);
    status = errno;
    close(output);
    if (!fine)
        return fail(diag, words.data[0], status);
    gen_terminal_show_progress(gen_arena_format(arena, "custub: running %s", words.data[0]));
    status = gen_await(process);
    gen_terminal_show_progress(NULL);
    if (gen_await_is_ending())
        return GEN_COMPILATION_FAILED;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? GEN_COMPILATION_DONE
                                                         : GEN_COMPILATION_REFUSED;
}

void gen_compilation_report(gen_arena *arena, gen_diag *diag, const gen_words *command,
                            const char *log)
{
    gen_compilation_show(log);
    gen_diag_error(diag, (gen_place){0}, "compiler-failed",
                   "the compiler failed, with the messages above; its command was: %s",
                   gen_words_join(command, arena));
}

void gen_compilation_show(const char *log)
{
    FILE *file = gen_plain_file_open(log);
    char piece[4096];
    size_t count;

    while (file && (count = fread(piece, 1, sizeof(piece), file)) > 0)
        fwrite(piece, 1, count, stderr);
    if (file)
        fclose(file);
}

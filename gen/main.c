/* The command line: help and exit codes. No other file knows the exit codes. */
#include "build/build.h"
#include "command_line/option_table.h"
#include "frontend/frontend.h"
#include "help/help.h"
#include "run/child_process.h"
#include "run/isolated_run.h"
#include "trial/trial.h"

#include <custub/version.h>

#include <stdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { EXIT_DONE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3 };

/* libclang parses in threads. glibc gives each thread an arena that grows with one system call per
 * few pages. One shared arena that grows in large steps is faster. */
static void prepare_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, 8 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 16 << 20);
#endif
}

static int exit_code_of(gen_result result)
{
    static const int codes[] = {
        [GEN_RESULT_DONE] = EXIT_DONE,
        [GEN_RESULT_INPUT_WRONG] = EXIT_INPUT,
        [GEN_RESULT_MACHINE_FAILED] = EXIT_MACHINE,
    };

    return codes[result];
}

/* The status of the program custub_trial is the command's. It means the same. */
static int try_kernels(gen_arena *arena, const gen_options *options)
{
    int status = EXIT_MACHINE;
    gen_result result = gen_trial_run(arena, options, &status);

    return result == GEN_RESULT_DONE ? status : exit_code_of(result);
}

static void print_version(gen_text *out, gen_arena *arena)
{
    gen_text_printf(out, "custub %d.%d.%d, %s\n", CUSTUB_VERSION_MAJOR, CUSTUB_VERSION_MINOR,
                    CUSTUB_VERSION_PATCH, gen_frontend_version(arena));
}

/* Prints what the command line asks to know about custub. */
static int inform(gen_arena *arena, const gen_options *options)
{
    gen_text text;
    int status;

    gen_text_initialize(&text);
    if (options->command == GEN_COMMAND_HELP)
        gen_help_write(&text, arena, options->topic);
    else if (options->command == GEN_COMMAND_COMPLETION)
        gen_completion_write(&text, arena, options->topic);
    else if (options->command == GEN_COMMAND_MANUAL)
        gen_manual_write(&text, arena);
    else
        print_version(&text, arena);
    fputs(text.failed ? "" : text.data, stdout);
    status = text.failed || fflush(stdout) != 0 ? EXIT_MACHINE : EXIT_DONE;
    gen_text_deinitialize(&text);
    return status;
}

static int refuse(const gen_options *options, const char *error)
{
    const gen_command_row *row = gen_command_row_of(options->command);

    fprintf(stderr, "custub: error: %s\ncustub %s%s--help shows all %s\n", error,
            row ? row->name : "", row ? " " : "", row ? "options" : "commands");
    return EXIT_USAGE;
}

static int run(gen_arena *arena, const gen_options *options)
{
    switch (options->command) {
    case GEN_COMMAND_HELP:
    case GEN_COMMAND_VERSION:
    case GEN_COMMAND_COMPLETION:
    case GEN_COMMAND_MANUAL:
        return inform(arena, options);
    case GEN_COMMAND_TRY:
    case GEN_COMMAND_SUGGEST:
        return try_kernels(arena, options);
    case GEN_COMMAND_BUILD:
        return exit_code_of(gen_build_run(arena, options));
    default:
        return exit_code_of(gen_isolated_run(arena, options));
    }
}

int main(int argc, char **argv)
{
    gen_arena arena;
    gen_options options;
    const char *error;
    int status;

    prepare_memory();
    gen_arena_initialize(&arena);
    status = gen_options_parse(&options, &arena, argc, argv, &error) ? run(&arena, &options)
                                                                     : refuse(&options, error);
    gen_arena_deinitialize(&arena);
    gen_isolate_end(status);
}

/* The command line: help and exit codes. No other file knows the exit codes. */
#include "command_line/options.h"
#include "frontend/frontend.h"
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

int main(int argc, char **argv)
{
    gen_arena arena;
    gen_options options;
    const char *error;
    int status = EXIT_DONE;

    prepare_memory();
    gen_arena_initialize(&arena);
    if (!gen_options_parse(&options, &arena, argc, argv, &error)) {
        fprintf(stderr, "custub: error: %s\ncustub --help shows all commands and options\n", error);
        status = EXIT_USAGE;
    } else if (options.command == GEN_COMMAND_HELP) {
        fputs(gen_options_usage, stdout);
    } else if (options.command == GEN_COMMAND_VERSION) {
        printf("custub %d.%d.%d, %s\n", CUSTUB_VERSION_MAJOR, CUSTUB_VERSION_MINOR,
               CUSTUB_VERSION_PATCH, gen_frontend_version(&arena));
    } else if (options.command == GEN_COMMAND_TRY || options.command == GEN_COMMAND_SUGGEST) {
        status = try_kernels(&arena, &options);
    } else {
        status = exit_code_of(gen_isolated_run(&arena, &options));
    }
    gen_arena_deinitialize(&arena);
    gen_isolate_end(status);
}

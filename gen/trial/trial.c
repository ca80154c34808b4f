#define _POSIX_C_SOURCE 200809L /* setenv, strsignal */

#include "trial/trial.h"

#include "command_line/awaited_process.h"
#include "command_line/program_output.h"
#include "command_line/toolkit.h"
#include "model/model.h"
#include "run/scratch_folder.h"
#include "support/plain_file.h"
#include "images/host_image.h"
#include "images/compilation.h"
#include "images/nvcc_command.h"
#include "images/source_flags.h"
#include "trial/checked_ptx.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNIT "trial"

typedef struct trial {
    gen_arena *arena;
    gen_diag diag;
    const gen_options *options; /* of `try` */
    gen_options gen;            /* of the generator */
    const char *source;         /* the .cu file */
    const char *program;        /* custub_trial */
    const char *stem;           /* with the prefix */
    const char *name;           /* <folder>/<stem> */
    const char *library;
    const char *annotations; /* a file for --apply, or null */
    const char *text;        /* of the source, when it was read for the trial; only for --apply */
    gen_source_flags flags;
} trial;

static bool fail(trial *run, const char *fact, const char *advice)
{
    gen_diag_error(&run->diag, (gen_place){run->source, 0, 0}, "trial-impossible", "%s; %s", fact,
                   advice);
    return false;
}

static bool find_cpu_parts(trial *run)
{
    if (!gen_host_image_tag(true))
        return fail(run, "custub's CPU driver runs on x86-64 and aarch64, not here",
                    "try the kernels on another machine");
    if (!gen_source_flags_has_headers(run->arena))
        return fail(run, "this custub has no headers of CPU images beside it",
                    "build custub with its CPU driver, and install it");
    return true;
}

/* The program prints why there is no GPU. This process must not open the driver: its children
 * could not use it. */
static bool find_gpu_parts(trial *run)
{
    const char *const command[] = {run->program, "--device", "cuda", "--probe", NULL};
    gen_program program;
    const char *reason;

    if (!gen_nvcc_find(run->arena, &run->gen))
        return fail(run, "--device cuda needs nvcc, and there is none",
                    "name a CUDA toolkit with --cuda-path, or try the kernels without a GPU");
    if (!gen_own_folder(run->arena))
        return fail(run, "this custub has no headers beside it", "install the whole of custub");
    reason = gen_program_start(&program, command) ? gen_program_output(&program, run->arena) : NULL;
    return !reason || fail(run, gen_arena_format(run->arena, "no GPU can be used: %s", reason),
                           "try the kernels without --device cuda");
}

/* Finds what a trial needs, before minutes pass. */
static bool find_parts(trial *run)
{
    run->program = gen_own_program(run->arena, "custub_trial");
    if (access(run->program, X_OK) != 0)
        return fail(run, gen_arena_format(run->arena, "there is no program '%s'", run->program),
                    "install the whole of custub");
    return run->gen.on_gpu ? find_gpu_parts(run) : find_cpu_parts(run);
}

static bool choose_folder(trial *run, const char **scratch)
{
    const char *folder = run->options->folder;
    size_t length;

    if (!folder)
        folder = *scratch = gen_scratch_folder_make(run->arena);
    if (!folder) {
        gen_diag_error(&run->diag, (gen_place){0}, "file-unwritable",
                       "cannot make a temporary folder: %s", strerror(errno));
        return false;
    }
    if (*folder == '-') /* compilers would take the paths for options */
        folder = gen_arena_format(run->arena, "./%s", folder);
    run->gen.folder = folder;
    run->name = gen_arena_format(run->arena, "%s/%s", folder, run->stem);
    run->library = gen_arena_format(run->arena, "%s.trial.so", run->name);
    if (!run->options->apply)
        return true;
    run->annotations = gen_arena_format(run->arena, "%s.tried", run->name);
    run->text = gen_plain_file_read(run->arena, &run->diag, run->source, &length);
    return run->text != NULL;
}

static gen_checked_ptx checked_ptx(trial *run)
{
    return (gen_checked_ptx){.arena = run->arena,
                             .diag = &run->diag,
                             .options = &run->gen,
                             .flags = &run->flags,
                             .name = run->name};
}

/* The `gen` of the command. Its notes are about images for the CPU driver. */
static gen_result generate(trial *run)
{
    const gen_checked_ptx ptx = checked_ptx(run);
    gen_options *gen = &run->gen;

    gen->quiet = gen->on_gpu;
    if (gen->on_gpu) {
        gen_checked_ptx_name_images(&ptx, &gen->images);
    } else {
        gen_words_add(&gen->images, run->arena, gen_host_image_tag(true));
        gen_words_add(&gen->images, run->arena, gen_host_image_path(run->arena, run->name, true));
    }
    return gen_isolated_run(run->arena, gen);
}

static void choose_options(trial *run)
{
    gen_options *gen = &run->gen;

    gen->for_suggestions = gen->command == GEN_COMMAND_SUGGEST;
    gen->all |= gen->for_suggestions || run->options->tried.count > 0;
    gen->command = GEN_COMMAND_GEN;
    gen->unit = UNIT;
    gen->exported = true;
    gen->one_architecture = true;
}

static bool build_cpu_image(trial *run)
{
    gen_host_image image = {.arena = run->arena,
                            .diag = &run->diag,
                            .options = &run->gen,
                            .is_checked = true,
                            .source = gen_arena_format(run->arena, "%s.cpu.cpp", run->name),
                            .name = run->name};

    gen_source_flags_add_for_image(&run->flags, run->arena, &image.flags);
    return gen_host_image_build(&image);
}

static gen_result build_image(trial *run)
{
    const gen_checked_ptx ptx = checked_ptx(run);

    if (run->gen.on_gpu)
        return gen_checked_ptx_build(&ptx);
    return build_cpu_image(run) ? GEN_RESULT_DONE : GEN_RESULT_MACHINE_FAILED;
}

/* The description and the image, as a shared library. */
static bool build_library(trial *run)
{
    gen_words command = gen_compiler_named(run->arena, "CC", "cc");
    const char *log = gen_arena_format(run->arena, "%s.messages.c", run->name);
    const char *const words[] = {"-shared",
                                 "-fPIC",
                                 "-o",
                                 run->library,
                                 gen_arena_format(run->arena, "%s.custub.c", run->name),
                                 gen_arena_format(run->arena, "%s.images.S", run->name)};
    gen_compilation end;

    gen_source_flags_add_for_description(&run->flags, run->arena, &command);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        gen_words_add(&command, run->arena, words[i]);
    remove(log);
    end = gen_compile(run->arena, &run->diag, &command, log);
    if (end == GEN_COMPILATION_REFUSED)
        gen_compilation_report(run->arena, &run->diag, &command, log);
    return end == GEN_COMPILATION_DONE;
}

static void add_all(const trial *run, gen_words *words, const gen_words *others)
{
    for (size_t i = 0; i < others->count; i++)
        gen_words_add(words, run->arena, others->data[i]);
}

/* A command that repeats the trial; the program inserts what is to be tried between its parts. */
static void add_repetition(const trial *run, gen_words *command)
{
    const char *name = run->options->command == GEN_COMMAND_TRY ? "try" : "suggest";
    gen_words beginning = {0};
    gen_words end = {0};

    gen_words_add(&beginning, run->arena, "custub");
    gen_words_add(&beginning, run->arena, name);
    gen_words_add(&beginning, run->arena, run->source);
    if (run->gen.on_gpu) {
        gen_words_add(&beginning, run->arena, "--device");
        gen_words_add(&beginning, run->arena, "cuda");
    }
    add_all(run, &beginning, &run->options->repeated);
    gen_words_add(command, run->arena, "--again");
    gen_words_add(command, run->arena, gen_words_join(&beginning, run->arena));
    if (run->options->flags.count == 0)
        return;
    gen_words_add(&end, run->arena, "--");
    add_all(run, &end, &run->options->flags);
    gen_words_add(command, run->arena, "--again-end");
    gen_words_add(command, run->arena, gen_words_join(&end, run->arena));
}

static gen_words launch_command(const trial *run)
{
    const char *const first[] = {run->program, run->library, "--stem", run->stem, "--unit", UNIT};
    gen_words command = {0};

    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
        gen_words_add(&command, run->arena, first[i]);
    if (run->options->command == GEN_COMMAND_SUGGEST)
        gen_words_add(&command, run->arena, "--suggest");
    add_all(run, &command, &run->options->tried);
    add_all(run, &command, &run->options->trial);
    if (run->annotations) {
        gen_words_add(&command, run->arena, "--tried");
        gen_words_add(&command, run->arena, run->annotations);
    }
    if (run->options->folder) {
        gen_words_add(&command, run->arena, "--programs");
        gen_words_add(&command, run->arena, run->gen.folder);
    }
    add_repetition(run, &command);
    if (run->options->command == GEN_COMMAND_SUGGEST) {
        gen_words_add(&command, run->arena, "--host");
        gen_words_add(&command, run->arena, gen_arena_format(run->arena, "%s.host", run->name));
    }
    gen_words_add(&command, run->arena, NULL);
    return command;
}

static bool launch(trial *run, int *exit_status)
{
    const gen_words command = launch_command(run);
    pid_t process;
    int status;

    if (!run->options->folder) /* what the program leaves there is then removed, too */
        setenv("TMPDIR", run->gen.folder, 1);
    if (!gen_program_spawn(&process, command.data, NULL, run->annotations ? STDERR_FILENO : -1, -1))
        return fail(run,
                    gen_arena_format(run->arena, "'%s' cannot be started: %s", run->program,
                                     strerror(errno)),
                    "install the whole of custub");
    status = gen_await(process);
    if (WIFEXITED(status)) {
        *exit_status = WEXITSTATUS(status);
        return true;
    }
    return fail(run,
                gen_arena_format(run->arena, "'%s' was ended by a signal: %s", run->program,
                                 strsignal(WTERMSIG(status))),
                "try fewer kernels, or keep the files with -o and debug it");
}

/* False, with an error, if somebody has changed the source since. */
static bool is_unchanged(trial *run)
{
    size_t length;
    const char *text = gen_plain_file_read(run->arena, &run->diag, run->source, &length);

    if (text && strcmp(text, run->text) != 0)
        gen_diag_error(&run->diag, (gen_place){run->source, 0, 0}, "source-changed",
                       "the file was changed while its kernels were tried, so there is no patch; "
                       "run the command again");
    return text && strcmp(text, run->text) == 0;
}

/* Prints what was tried as a patch: the source is read again. */
static gen_result print_patch(trial *run, int exit_status)
{
    gen_options gen = run->gen;

    if (!run->annotations || exit_status != 0)
        return GEN_RESULT_DONE;
    if (!is_unchanged(run))
        return GEN_RESULT_INPUT_WRONG;
    gen.annotations = run->annotations;
    return gen_isolated_run(run->arena, &gen);
}

/* The generator reports what is wrong with the flags. */
static gen_result build_all(trial *run)
{
    gen_result result;

    choose_options(run);
    if (!gen_source_flags_collect(&run->flags, run->arena, &run->gen, run->source)) {
        result = gen_isolated_run(run->arena, &run->gen);
        return result == GEN_RESULT_DONE ? GEN_RESULT_MACHINE_FAILED : result;
    }
    result = generate(run);
    if (result == GEN_RESULT_DONE)
        result = build_image(run);
    if (result == GEN_RESULT_DONE && !build_library(run))
        result = GEN_RESULT_MACHINE_FAILED;
    return result;
}

static gen_result try_kernels(trial *run, const char **scratch, int *status)
{
    gen_result result;

    if (!find_parts(run) || !choose_folder(run, scratch))
        return GEN_RESULT_MACHINE_FAILED;
    result = build_all(run);
    if (result != GEN_RESULT_DONE)
        return result;
    return launch(run, status) ? print_patch(run, *status) : GEN_RESULT_MACHINE_FAILED;
}

gen_result gen_trial_run(gen_arena *arena, const gen_options *options, int *status)
{
    trial run = {.arena = arena, .options = options, .gen = *options, .source = options->files[0]};
    const char *scratch = NULL;
    const char *file = gen_model_file_of((gen_place){run.source, 0, 0});
    gen_result result;

    gen_diag_initialize(&run.diag, arena);
    run.stem = gen_arena_format(arena, "%s%s", options->prefix, gen_model_stem_of(arena, file));
    gen_await_catch_signals();
    result = try_kernels(&run, &scratch, status);
    gen_scratch_folder_remove(arena, scratch);
    if (!gen_await_is_ending())
        gen_diag_print(&run.diag, stderr);
    gen_await_end();
    return result;
}

#define _GNU_SOURCE /* prctl, rename */

#include "build/build.h"

#include "build/file_build.h"
#include "command_line/awaited_process.h"
#include "emit/emit.h"
#include "images/compilation.h"
#include "images/host_image.h"
#include "images/nvcc_command.h"
#include "model/model.h"
#include "run/child_process.h"
#include "run/scratch_folder.h"
#include "support/plain_file.h"
#include "write/output.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct build {
    gen_arena *arena;
    gen_diag diag;
    gen_options options;
    const char *library;
    gen_file_build *files; /* one for each source */
} build;

/* --- Before ----------------------------------------------------------------------------------- */

static bool make_folder(build *run, const char *folder)
{
    for (const char *end = strchr(folder + 1, '/');; end = strchr(end + 1, '/')) {
        const char *part =
            gen_arena_copy(run->arena, folder, end ? (size_t)(end - folder) : strlen(folder));
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            gen_diag_error(&run->diag, (gen_place){part, 0, 0}, "file-unwritable",
                           "cannot make the folder: %s", strerror(errno));
            return false;
        }
        if (!end)
            return true;
    }
}

/* Finds out which images there can be. */
static bool find_parts(build *run)
{
    const gen_options *options = &run->options;
    const char *nvcc = gen_nvcc_find(run->arena, options);
    bool has_cpu = gen_host_image_tag(false) && gen_source_flags_has_headers(run->arena);

    if (!nvcc && !has_cpu) {
        gen_diag_error(&run->diag, (gen_place){0}, "build-impossible",
                       "there is no nvcc, and this custub has no headers of CPU images beside it; "
                       "name a CUDA toolkit with --cuda-path, or install custub with its CPU "
                       "driver");
        return false;
    }
    if (!nvcc && !options->no_cuda)
        gen_diag_note(&run->diag, (gen_place){0}, "build-without-nvcc",
                      "there is no nvcc, so only images for the CPU driver are built; name a CUDA "
                      "toolkit with --cuda-path, or give --no-cuda");
    for (size_t i = 0; i < options->file_count; i++) {
        gen_file_build_initialize(&run->files[i], run->arena, options, i);
        run->files[i].nvcc = nvcc;
        run->files[i].has_cpu_images = has_cpu;
    }
    return true;
}

/* Two sources of one name would overwrite each other's files. */
static bool check_names(build *run)
{
    for (size_t i = 0; i < run->options.file_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(run->files[i].name, run->files[k].name) == 0) {
                gen_diag_error(&run->diag, (gen_place){run->options.files[i], 0, 0}, "stem-twice",
                               "its outputs would have the name '%s', like those of '%s'; run one "
                               "command for each, with different --prefix",
                               run->files[i].name, run->options.files[k]);
                return false;
            }
    return true;
}

/* --- Files, several at a time ----------------------------------------------------------------- */

static pid_t start(build *run, size_t file)
{
    pid_t process;

    fflush(NULL);
    process = fork();
    if (process != 0)
        return process;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    gen_isolate_end((int)gen_file_build_run(&run->files[file]));
}

static gen_result await(pid_t process)
{
    int status = process > 0 ? gen_await(process) : -1;

    return WIFEXITED(status) && WEXITSTATUS(status) <= GEN_RESULT_MACHINE_FAILED
               ? (gen_result)WEXITSTATUS(status)
               : GEN_RESULT_MACHINE_FAILED;
}

/* Builds all files even if one fails, so that all errors are seen. */
static gen_result build_files(build *run)
{
    const size_t count = run->options.file_count;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t jobs =
        run->options.jobs ? run->options.jobs : (size_t)(processors > 1 ? processors : 1);
    pid_t *processes = GEN_NEW_ARRAY(run->arena, pid_t, count);
    gen_result result = GEN_RESULT_DONE;
    size_t started = 0;

    for (size_t i = 0; i < count; i++) {
        for (; started < count && started < i + jobs; started++)
            processes[started] = start(run, started);
        gen_result end = await(processes[i]);
        if (end != GEN_RESULT_DONE && result != GEN_RESULT_INPUT_WRONG)
            result = end;
    }
    return result;
}

/* --- The library and the depfile -------------------------------------------------------------- */

static bool make_library(build *run)
{
    const char *slash = strrchr(run->library, '/');
    const char *fresh = gen_arena_format(run->arena, "%s/images/%s", run->options.folder,
                                         slash ? slash + 1 : run->library);
    gen_words command = gen_compiler_named(run->arena, "AR", "ar");

    unlink(fresh);
    gen_words_add(&command, run->arena, "rcsD");
    gen_words_add(&command, run->arena, fresh);
    for (size_t i = 0; i < run->options.file_count; i++)
        for (size_t k = 0; k < run->files[i].objects.count; k++)
            gen_words_add(&command, run->arena, run->files[i].objects.data[k]);
    run->files[0].diag = run->diag;
    if (!gen_file_build_command(&run->files[0], &command,
                                gen_arena_format(run->arena, "%s.messages", fresh))) {
        gen_diag_print(&run->files[0].diag, stderr);
        return false;
    }
    if (rename(fresh, run->library) == 0)
        return true;
    gen_diag_error(&run->diag, (gen_place){run->library, 0, 0}, "file-unwritable",
                   "cannot be written: %s", strerror(errno));
    return false;
}

/* The dependencies of a rule that `gen` wrote, from " \" on. */
static const char *dependencies_in(const char *rule)
{
    const char *colon = strstr(rule, ": \\\n");

    return colon ? colon + 1 : "\n";
}

/* An empty rule for each header, so that make goes on when one was renamed: the source, which comes
 * first, has none. make cannot have rules for names with '=' or '?'. */
static void add_empty_rules(gen_text *rules, const char *dependencies)
{
    static const char before[] = " \\\n  ";
    const char *at = strstr(dependencies, before);

    for (at = at ? strstr(at + 1, before) : NULL; at; at = strstr(at, before)) {
        size_t length;

        at += strlen(before);
        length = strcspn(at, "\n");
        if (length > 2 && strncmp(at + length - 2, " \\", 2) == 0)
            length -= 2;
        if (!memchr(at, '=', length) && !memchr(at, '?', length)) {
            gen_text_append(rules, at, length);
            gen_text_puts(rules, ":\n");
        }
    }
}

/* A rule for the library, with the dependencies of all files. */
static bool write_depfile(build *run)
{
    gen_outputs outputs;
    gen_text *rule;
    gen_text empty_rules;
    size_t length;
    bool fine;

    if (!run->options.depfile)
        return true;
    gen_text_initialize(&empty_rules);
    gen_outputs_initialize(&outputs, run->arena);
    rule = gen_outputs_add(&outputs, run->options.depfile, true);
    gen_emit_depfile_path(rule, run->library);
    gen_text_puts(rule, ":");
    for (size_t i = 0; i < run->options.file_count; i++) {
        const char *text =
            gen_plain_file_read(run->arena, &run->diag, run->files[i].depfile, &length);
        if (rule->length && rule->data[rule->length - 1] == '\n')
            rule->length--; /* the list goes on */
        gen_text_puts(rule, text ? dependencies_in(text) : "");
        add_empty_rules(&empty_rules, text ? dependencies_in(text) : "");
    }
    gen_text_puts(rule, empty_rules.data ? empty_rules.data : "");
    rule->failed |= empty_rules.failed;
    gen_text_deinitialize(&empty_rules);
    fine = run->diag.errors == 0 && gen_outputs_write(&outputs, &run->diag);
    gen_outputs_deinitialize(&outputs);
    return fine;
}

static gen_result build_all(build *run)
{
    gen_result result;

    if (!make_folder(run, gen_arena_format(run->arena, "%s/images", run->options.folder)) ||
        !find_parts(run))
        return GEN_RESULT_MACHINE_FAILED;
    if (!check_names(run))
        return GEN_RESULT_INPUT_WRONG;
    result = build_files(run);
    if (result != GEN_RESULT_DONE)
        return result;
    return write_depfile(run) && make_library(run) ? GEN_RESULT_DONE : GEN_RESULT_MACHINE_FAILED;
}

gen_result gen_build_run(gen_arena *arena, const gen_options *options)
{
    build run = {.arena = arena, .options = *options};
    const char *scratch = NULL;
    const char *name = options->unit;
    gen_result result;

    gen_diag_initialize(&run.diag, arena);
    gen_await_catch_signals();
    if (*run.options.folder == '-') /* compilers would take the paths for options */
        run.options.folder = gen_arena_format(arena, "./%s", run.options.folder);
    if (!options->cache && options->toolkit && options->file_count > 1)
        run.options.cache = scratch = gen_scratch_folder_make(arena);
    if (!name || !*name)
        name = gen_arena_format(
            arena, "%s%s", options->prefix,
            gen_model_stem_of(arena, gen_model_file_of((gen_place){options->files[0], 0, 0})));
    run.library = gen_arena_format(arena, "%s/lib%s.a", run.options.folder, name);
    run.files = GEN_NEW_ARRAY(arena, gen_file_build, options->file_count);
    result = build_all(&run);
    gen_scratch_folder_remove(arena, scratch);
    gen_diag_print(&run.diag, stderr);
    gen_await_end();
    return result;
}

#define _XOPEN_SOURCE 700 /* strsignal */

/* The command line. Exit codes are known here alone. */
#include "command_line/architecture.h"
#include "check/check.h"
#include "command_line/compile_commands.h"
#include "emit/emit.h"
#include "cpu_image/cpu_source.h"
#include "frontend/frontend.h"
#include "command_line/host_compiler.h"
#include "cpu_image/inclusion.h"
#include "run/child_process.h"
#include "cpu_image/loops/loop_guard.h"
#include "emit/c_name.h"
#include "command_line/nvcc_flags.h"
#include "command_line/options.h"
#include "write/output.h"
#include "write/overwriting.h"
#include "command_line/own_folder.h"
#include "run/scratch_folder.h"
#include "support/source_file.h"
#include "verify/verify.h"

#include <signal.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { EXIT_DONE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3 };

/* What is done in a process of its own. */
typedef struct job {
    const gen_options *options;
    const char *scratch; /* in place of --cache, or null */
    bool certain;        /* after a crash: stays away from what clang takes for an error */
} job;

typedef struct session {
    const gen_options *options;
    gen_arena arena;
    gen_diag diag;
    gen_compile_commands database; /* of -p */
    gen_nvcc_flags flags;          /* those behind `--` */
    gen_host_messages refused;     /* of --refused */
    gen_inputs inputs;
    gen_outputs outputs;
    gen_name_table stems; /* the models whose outputs are among them */
    gen_text depfile;
    gen_text *list;      /* of `custub list`, within the outputs */
    const char *scratch; /* in place of --cache, or null */
    bool certain;
    volatile size_t *progress; /* the file that is being read, from 1; 0: none */
} session;

/* The flags of one file: those of its compile command, and those behind `--`, which win. */
static bool collect_flags(session *run, gen_nvcc_flags *flags, const char *path)
{
    const gen_compile_command *command;

    *flags = (gen_nvcc_flags){.toolkit = run->options->toolkit_version};
    if (run->options->database) {
        command = gen_compile_commands_find(&run->database, &run->arena, &run->diag, path);
        if (!command || !gen_nvcc_flags_add_command(flags, &run->arena, &run->diag,
                                                    &command->arguments, command->directory))
            return false;
    }
    gen_nvcc_flags_append(flags, &run->arena, &run->flags);
    return true;
}

static void note_architecture(session *run, const char *name)
{
    const gen_options *options = run->options;
    const char *text = gen_arena_format(
        &run->arena,
        "nvcc of CUDA %ld.%ld, which is in '%s', does not build for %s; it builds for %s",
        options->toolkit_version / 1000, options->toolkit_version % 1000 / 10, options->toolkit,
        name, gen_architecture_names(&run->arena, options->toolkit_version));

    if (!gen_diag_has_note(&run->diag, text))
        gen_diag_note(&run->diag, (gen_place){0}, "architecture-of-toolkit", "%s", text);
}

/* What is wrong, or not usual, about the architectures that the file is read for. */
static bool check_architectures(session *run, const gen_nvcc_flags *flags,
                                const gen_words *architectures)
{
    const gen_options *options = run->options;
    long toolkit = options->toolkit_version;

    if (options->architecture_count == 0 && flags->unknown.count) {
        gen_diag_error(&run->diag, (gen_place){0}, "architecture-unknown",
                       "'%s' is no architecture that nvcc builds for; give one of %s, or name the "
                       "architectures with --arch",
                       flags->unknown.data[0], gen_architecture_names(&run->arena, toolkit));
        return false;
    }
    for (size_t i = 0; toolkit && i < architectures->count; i++)
        if (!gen_architecture_is_in(architectures->data[i], toolkit))
            note_architecture(run, architectures->data[i]);
    return true;
}

/* --arch, else what the flags build for. */
static gen_words architectures_of(session *run, const gen_nvcc_flags *flags)
{
    const gen_options *options = run->options;
    gen_words architectures = {0};

    if (options->architecture_count == 0 && flags->architectures.count)
        return flags->architectures;
    for (size_t i = 0; i < options->architecture_count; i++)
        gen_words_add(&architectures, &run->arena, options->architectures[i]);
    if (architectures.count == 0)
        gen_words_add(&architectures, &run->arena, "sm_80");
    return architectures;
}

/* What the depfile has to name besides the sources. */
static void add_dependencies(session *run, gen_model *model, const gen_nvcc_flags *flags)
{
    gen_words names = flags->files;
    gen_file_name **last = &model->dependencies;

    if (run->options->database)
        gen_words_add(&names, &run->arena, run->database.path);
    while (*last)
        last = &(*last)->next;
    for (size_t i = 0; i < names.count; i++, last = &(*last)->next) {
        *last = GEN_NEW(&run->arena, gen_file_name);
        (*last)->name = names.data[i];
    }
}

/* Whether an error, beside some of clang's, is none that may follow from what clang guessed. */
static bool is_certain(const gen_diagnostic *diagnostic)
{
    static const char *const doubtful[] = {
        "type-unknown",
        "type-empty",
        "type-name",
        "count-",
        "architectures-",
        "contract-",
        "contracts-",
        "annotation-dropped",
        "annotation-without-pointer",
        "relation-",
        "disjoint-",
        "expr-sizeof",
        "expr-pointer",
        "expr-dereference",
        "expr-floating-point",
        "expr-struct",
        "expr-no-field",
        "expr-opaque",
        "expr-index",
        "never-",
        "bounds-",
        "parameter-bytes",
        "element-bytes",
    };

    for (size_t i = 0; i < sizeof(doubtful) / sizeof(doubtful[0]); i++)
        if (diagnostic->id && strncmp(diagnostic->id, doubtful[i], strlen(doubtful[i])) == 0)
            return false;
    return true;
}

static bool make_model(session *run, gen_model *model, const gen_frontend_options *frontend,
                       const gen_nvcc_flags *flags)
{
    const gen_diag before = run->diag;
    bool fine = gen_frontend_read(model, &run->arena, &run->diag, frontend);

    gen_names_assign(model, &run->arena, run->options->include != NULL);
    if (fine) {
        add_dependencies(run, model, flags);
        gen_loop_guards_find(model, &run->arena);
        gen_inclusions_settle(model, &run->arena);
    }
    fine &= gen_check(model, &run->arena, &run->diag); /* all errors of a file together */
    if (model->doubtful)
        gen_diag_filter(&run->diag, &before, is_certain);
    return fine;
}

static bool read_model(session *run, gen_model *model, const char *path)
{
    const gen_options *options = run->options;
    const gen_diag before = run->diag;
    gen_nvcc_flags flags;
    gen_words architectures;
    gen_frontend_options frontend = {
        .path = path,
        .prefix = options->prefix,
        .unit = options->unit,
        .toolkit = options->toolkit,
        .cache = options->cache ? options->cache : run->scratch,
        .refused = options->refused_count ? &run->refused : NULL,
        .own_folder = gen_own_folder(&run->arena),
        .certain = run->certain,
    };

    if (!collect_flags(run, &flags, path))
        return false;
    architectures = architectures_of(run, &flags);
    if (!check_architectures(run, &flags, &architectures))
        return false;
    frontend.architecture_count = architectures.count;
    frontend.architectures = architectures.data;
    frontend.host_compiler =
        gen_host_compiler_ask(&run->arena, flags.host_compiler, flags.position);
    frontend.clang_argument_count = flags.clang.count;
    frontend.clang_arguments = flags.clang.data;
    if (make_model(run, model, &frontend, &flags))
        return true;
    if (!model->brief)
        return false;
    gen_diag_forget(&run->diag, &before); /* something may be missing that the headers have */
    frontend.whole = true;
    return make_model(run, model, &frontend, &flags);
}

static void verify(session *run, const gen_model *model)
{
    const gen_options *options = run->options;

    for (size_t p = 0; p < options->ptx_count; p++) {
        const char *path = options->ptx[p].path;
        size_t length;
        const char *text = gen_source_file_read(&run->arena, &run->diag, path, &length);
        gen_ptx_entry *entries;
        size_t architecture = 0;
        while (strcmp(model->architectures[architecture], options->ptx[p].architecture) != 0)
            architecture++;
        if (text && gen_ptx_parse(&entries, &run->arena, &run->diag, path, text))
            gen_verify(model, architecture, entries, path, text, &run->diag);
    }
}

static const char *output_path(session *run, const gen_model *model, const char *suffix)
{
    return gen_arena_format(&run->arena, "%s/%s%s", run->options->folder, model->name, suffix);
}

static void emit(session *run, const gen_model *model)
{
    const gen_options *options = run->options;
    const char *json = options->json ? options->json : output_path(run, model, ".json");
    const char *outputs[] = {
        output_path(run, model, ".custub.h"), output_path(run, model, ".custub.c"),
        output_path(run, model, ".nvcc.cu"),  output_path(run, model, ".cpu.cpp"),
        output_path(run, model, ".images.S"), json,
    };
    size_t output_count = sizeof(outputs) / sizeof(outputs[0]) - (strcmp(json, "-") == 0);

    gen_emit_header(gen_outputs_add(&run->outputs, outputs[0], false), model, &run->arena,
                    options->include);
    gen_emit_source(gen_outputs_add(&run->outputs, outputs[1], false), model, &run->arena);
    gen_emit_nvcc(gen_outputs_add(&run->outputs, outputs[2], false), model, &run->arena);
    gen_emit_cpu(gen_outputs_add(&run->outputs, outputs[3], false), model, &run->arena);
    gen_emit_images(gen_outputs_add(&run->outputs, outputs[4], false), model, &run->arena,
                    &options->images, options->exported);
    gen_emit_json(gen_outputs_add(&run->outputs, json, options->json != NULL), model);
    gen_emit_depfile(&run->depfile, model, outputs, output_count);
    for (const gen_file_name *file = model->dependencies; file; file = file->next)
        gen_inputs_add_included(&run->inputs, file->name);
}

static bool is_no_note(const gen_diagnostic *diagnostic)
{
    return diagnostic->severity != GEN_NOTE;
}

/* Two sources whose outputs would overwrite each other. */
static bool check_stem(session *run, gen_model *model)
{
    const gen_model *other = gen_name_table_find(&run->stems, model->stem);

    if (!other) {
        gen_name_table_put(&run->stems, model->stem, model);
        return true;
    }
    gen_diag_error(&run->diag, (gen_place){model->path, 0, 0}, "stem-twice",
                   "its outputs would be called '%s', as those of '%s' are; generate each by a "
                   "command of its own, with different --prefix",
                   model->name, other->path);
    return false;
}

/* What all files share. */
static bool prepare(session *run)
{
    const gen_options *options = run->options;

    if (options->database &&
        !gen_compile_commands_read(&run->database, &run->arena, &run->diag, options->database))
        return false;
    for (size_t i = 0; i < options->refused_count; i++)
        if (!gen_host_messages_add(&run->refused, &run->arena, &run->diag, options->refused[i]))
            return false;
    run->flags.toolkit = options->toolkit_version;
    return gen_nvcc_flags_add(&run->flags, &run->arena, &run->diag, &options->flags);
}

static void process_file(session *run, const char *path)
{
    gen_model *model = GEN_NEW(&run->arena, gen_model);
    const gen_options *options = run->options;
    const gen_diag before = run->diag;
    bool fine = read_model(run, model, path);

    if (options->command == GEN_COMMAND_VERIFY) /* `gen` has said the notes */
        gen_diag_filter(&run->diag, &before, is_no_note);
    if (fine)
        verify(run, model);
    gen_diag_sort(&run->diag, &before);
    if (fine && options->command == GEN_COMMAND_LIST)
        gen_emit_list(run->list, model);
    else if (fine && options->command == GEN_COMMAND_GEN && check_stem(run, model))
        emit(run, model);
}

static void process(session *run)
{
    const gen_options *options = run->options;

    if (!prepare(run))
        return;
    for (size_t i = 0; i < options->file_count; i++) {
        *run->progress = i + 1;
        process_file(run, options->files[i]);
    }
    *run->progress = 0;
}

static void check_outputs(session *run)
{
    const gen_options *options = run->options;

    for (size_t i = 0; i < options->file_count; i++)
        gen_inputs_add_given(&run->inputs, options->files[i]);
    for (size_t i = 0; i < options->ptx_count; i++)
        gen_inputs_add_given(&run->inputs, options->ptx[i].path);
    for (size_t i = 0; i < options->refused_count; i++)
        gen_inputs_add_given(&run->inputs, options->refused[i]);
    gen_overwriting_check(&run->inputs, &run->outputs, &run->diag);
}

static int finish(session *run)
{
    const gen_options *options = run->options;
    unsigned errors;

    if (options->command == GEN_COMMAND_GEN && options->depfile)
        gen_text_append(gen_outputs_add(&run->outputs, options->depfile, true), run->depfile.data,
                        run->depfile.length);
    if (run->diag.errors == 0)
        check_outputs(run);
    errors = run->diag.errors;
    if (errors == 0)
        gen_outputs_write(&run->outputs, &run->diag);
    gen_diag_print(&run->diag, stderr);
    if (errors)
        return EXIT_INPUT;
    return run->diag.errors ? EXIT_MACHINE : EXIT_DONE;
}

static int run_command(const void *context, volatile size_t *progress)
{
    const job *work = context;
    session run = {.options = work->options,
                   .scratch = work->scratch,
                   .certain = work->certain,
                   .progress = progress};
    int status;

    gen_arena_initialize(&run.arena);
    gen_diag_initialize(&run.diag, &run.arena);
    gen_inputs_initialize(&run.inputs, &run.arena);
    gen_outputs_initialize(&run.outputs, &run.arena);
    run.stems.arena = &run.arena;
    gen_text_initialize(&run.depfile);
    if (work->options->command == GEN_COMMAND_LIST)
        run.list = gen_outputs_add(&run.outputs, "-", true);
    process(&run);
    status = finish(&run);
    gen_text_deinitialize(&run.depfile);
    gen_outputs_deinitialize(&run.outputs);
    gen_arena_deinitialize(&run.arena);
    return status;
}

static int report_crash(gen_arena *arena, const gen_options *options, int crash, size_t file)
{
    gen_place place = {file ? options->files[file - 1] : NULL, 0, 0};
    gen_diag diag;

    gen_diag_initialize(&diag, arena);
    gen_diag_error(&diag, place, "clang-failed",
                   "libclang crashed (%s); is something nested thousands of levels deep, or does a "
                   "macro, a template or an included file not end?",
                   strsignal(crash));
    gen_diag_print(&diag, stderr);
    return file && crash != SIGKILL ? EXIT_INPUT : EXIT_MACHINE;
}

static int run_isolated(gen_arena *arena, const gen_options *options)
{
    job work = {.options = options};
    size_t progress;
    int crash;
    int status;

    if (!options->cache &&
        options->file_count > 1) /* they share one parse of the toolkit's headers */
        work.scratch = gen_scratch_folder_create(arena);
    status = gen_isolate_run(run_command, &work, options->file_count, &crash, &progress);
    if (status < 0 && crash == SIGSEGV) { /* libclang may not bear to be asked of wrong code */
        work.certain = true;
        status = gen_isolate_run(run_command, &work, options->file_count, &crash, &progress);
    }
    gen_scratch_folder_destroy(arena, work.scratch);
    return status < 0 ? report_crash(arena, options, crash, progress) : status;
}

/* libclang parses in threads. To the C library a thread's memory is an arena that grows by a system
 * call for every few pages; all of it may as well lie in the first one, and that one grow in steps.
 */
static void prepare_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, 8 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 16 << 20);
#endif
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
        fprintf(stderr, "custub: error: %s\n\n%s", error, gen_options_usage);
        status = EXIT_USAGE;
    } else if (options.command == GEN_COMMAND_HELP) {
        fputs(gen_options_usage, stdout);
    } else if (options.command == GEN_COMMAND_VERSION) {
        printf("custub %s, %s\n", CUSTUB_VERSION, gen_frontend_version(&arena));
    } else {
        status = run_isolated(&arena, &options);
    }
    gen_arena_deinitialize(&arena);
    gen_isolate_end(status);
}

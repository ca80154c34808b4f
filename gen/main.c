/* The command line. Exit codes are known here alone. */
#include "check.h"
#include "emit.h"
#include "emit_cpu.h"
#include "frontend.h"
#include "names.h"
#include "options.h"
#include "output.h"
#include "verify.h"

#include <string.h>

enum { EXIT_DONE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3 };

typedef struct session {
    const gen_options *options;
    gen_arena arena;
    gen_diag diag;
    gen_outputs outputs;
    gen_text depfile;
    gen_text list;
} session;

static bool read_model(session *run, gen_model *model, const char *path)
{
    const gen_options *options = run->options;
    gen_frontend_options frontend = {
        .path = path,
        .prefix = options->prefix,
        .toolkit = options->toolkit,
        .cache = options->cache,
        .architecture_count = options->architecture_count,
        .architectures = options->architectures,
        .clang_argument_count = options->clang_argument_count,
        .clang_arguments = options->clang_arguments,
    };

    if (!gen_frontend_read(model, &run->arena, &run->diag, &frontend))
        return false;
    gen_names_assign(model, &run->arena, options->include != NULL);
    return gen_check(model, &run->arena, &run->diag);
}

static void verify(session *run, const gen_model *model)
{
    const gen_options *options = run->options;

    for (size_t p = 0; p < options->ptx_count; p++) {
        gen_ptx_entry *entries;
        size_t architecture = 0;
        while (strcmp(model->architectures[architecture], options->ptx[p].architecture) != 0)
            architecture++;
        if (gen_ptx_read(&entries, &run->arena, &run->diag, options->ptx[p].path))
            gen_verify(model, architecture, entries, options->ptx[p].path, &run->diag);
    }
}

static const char *output_path(session *run, const gen_model *model, const char *suffix)
{
    return gen_arena_format(&run->arena, "%s/%s%s", run->options->folder, model->stem, suffix);
}

static void emit(session *run, const gen_model *model)
{
    const gen_options *options = run->options;
    const char *json = options->json ? options->json : output_path(run, model, ".json");
    const char *outputs[] = {
        output_path(run, model, ".custub.h"),
        output_path(run, model, ".custub.c"),
        output_path(run, model, ".cpu.cpp"),
        json,
    };
    size_t output_count = strcmp(json, "-") == 0 ? 3 : 4;

    gen_emit_header(gen_outputs_add(&run->outputs, outputs[0]), model, &run->arena,
                    options->include);
    gen_emit_source(gen_outputs_add(&run->outputs, outputs[1]), model, &run->arena);
    gen_emit_cpu(gen_outputs_add(&run->outputs, outputs[2]), model);
    gen_emit_json(gen_outputs_add(&run->outputs, json), model);
    gen_emit_depfile(&run->depfile, model, outputs, output_count);
}

/* Two sources whose outputs would overwrite each other. */
static bool check_stem(session *run, gen_model *const *models, size_t count)
{
    const gen_model *model = models[count];

    for (size_t i = 0; i < count; i++) {
        if (strcmp(models[i]->stem, model->stem) != 0)
            continue;
        gen_diag_error(
            &run->diag, (gen_place){model->path, 0, 0}, "stem-twice",
            "its outputs would be called '%s', as those of '%s' are; generate the two into "
            "folders of their own, with different --prefix",
            model->stem, models[i]->path);
        return false;
    }
    return true;
}

static void process(session *run)
{
    const gen_options *options = run->options;
    gen_model **models = GEN_NEW_ARRAY(&run->arena, gen_model *, options->file_count);

    for (size_t i = 0; i < options->file_count; i++) {
        models[i] = GEN_NEW(&run->arena, gen_model);
        if (!read_model(run, models[i], options->files[i]))
            continue;
        verify(run, models[i]);
        if (options->command == GEN_COMMAND_LIST)
            gen_emit_list(&run->list, models[i]);
        else if (options->command == GEN_COMMAND_GEN && check_stem(run, models, i))
            emit(run, models[i]);
    }
}

static int finish(session *run)
{
    const gen_options *options = run->options;
    unsigned errors = run->diag.errors;

    if (errors == 0 && options->command == GEN_COMMAND_GEN) {
        if (options->depfile)
            gen_text_append(gen_outputs_add(&run->outputs, options->depfile), run->depfile.data,
                            run->depfile.length);
        gen_outputs_write(&run->outputs, &run->diag);
    }
    if (errors == 0 && run->list.data)
        fputs(run->list.data, stdout);
    gen_diag_print(&run->diag, stderr);
    if (errors)
        return EXIT_INPUT;
    return run->diag.errors ? EXIT_MACHINE : EXIT_DONE;
}

static int run_command(const gen_options *options)
{
    session run = {.options = options};
    int status;

    gen_arena_initialize(&run.arena);
    gen_diag_initialize(&run.diag, &run.arena);
    gen_outputs_initialize(&run.outputs, &run.arena);
    gen_text_initialize(&run.depfile);
    gen_text_initialize(&run.list);
    process(&run);
    status = finish(&run);
    gen_text_deinitialize(&run.list);
    gen_text_deinitialize(&run.depfile);
    gen_outputs_deinitialize(&run.outputs);
    gen_arena_deinitialize(&run.arena);
    return status;
}

int main(int argc, char **argv)
{
    gen_arena arena;
    gen_options options;
    const char *error;
    int status = EXIT_DONE;

    gen_arena_initialize(&arena);
    if (!gen_options_parse(&options, &arena, argc, argv, &error)) {
        fprintf(stderr, "custub: error: %s\n\n%s", error, gen_options_usage);
        status = EXIT_USAGE;
    } else if (options.command == GEN_COMMAND_HELP) {
        fputs(gen_options_usage, stdout);
    } else if (options.command == GEN_COMMAND_VERSION) {
        printf("custub %s, %s\n", CUSTUB_VERSION, gen_frontend_version(&arena));
    } else {
        status = run_command(&options);
    }
    gen_arena_deinitialize(&arena);
    return status;
}

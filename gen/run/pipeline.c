#include "run/pipeline.h"

#include "check/check.h"
#include "command_line/toolkit.h"
#include "cpu_image/cpu_source.h"
#include "emit/names/c_name.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "patch/diff.h"
#include "patch/placement.h"
#include "run/rewriting.h"
#include "support/plain_file.h"
#include "support/terminal.h"
#include "verify/verify.h"

#include <string.h>

/* --- Front end and check --------------------------------------------------------------------- */

/* Adds the depfile's dependencies, except the sources. */
static void add_dependencies(gen_pipeline *run, gen_model *model, const gen_file_flags *flags)
{
    gen_words names = flags->nvcc.files;
    gen_file_name **last = &model->dependencies;

    if (run->options->database)
        gen_words_add(&names, &run->arena, run->given.database.path);
    while (*last)
        last = &(*last)->next;
    for (size_t i = 0; i < names.count; i++, last = &(*last)->next) {
        *last = GEN_NEW(&run->arena, gen_file_name);
        (*last)->name = names.data[i];
    }
}

static bool make_model(gen_pipeline *run, gen_model *model, const gen_frontend_options *frontend,
                       const gen_file_flags *flags)
{
    bool fine = gen_frontend_read(model, &run->arena, &run->diag, frontend);

    model->for_suggestions = run->options->for_suggestions;
    if (fine)
        add_dependencies(run, model, flags);
    fine &= gen_check(model, &run->arena, &run->diag); /* reports all errors of a file together */
    return fine;
}

static bool read_model(gen_pipeline *run, gen_model *model, const char *path)
{
    const gen_options *options = run->options;
    gen_diag before;
    gen_file_flags flags;
    gen_frontend_options frontend = {
        .path = path,
        .prefix = options->prefix,
        .unit = options->unit,
        .toolkit = options->toolkit,
        .cache = options->cache ? options->cache : run->scratch,
        .refused = options->refused.count ? &run->refused : NULL,
        .all = options->all,
        .launches = options->for_suggestions,
        .linked = options->linked,
        .prototypes = options->prototypes,
        .own_header = options->include,
        .own_folder = gen_own_folder(&run->arena),
        .host_compiler = &run->host_compiler,
    };

    if (!gen_file_flags_collect(&flags, &run->given, &run->arena, &run->diag, path))
        return false;
    frontend.architecture_count = flags.architectures.count;
    frontend.architectures = flags.architectures.data;
    gen_host_compiler_ask(&run->host_compiler, &run->arena, flags.nvcc.host_compiler,
                          &flags.nvcc.host);
    frontend.clang_argument_count = flags.nvcc.clang.count;
    frontend.clang_arguments = flags.nvcc.clang.data;
    before = run->diag;
    if (make_model(run, model, &frontend, &flags))
        return true;
    if (!model->brief)
        return false;
    gen_diag_forget(&run->diag, &before); /* the headers may declare what the prelude does not */
    frontend.whole = true;
    return make_model(run, model, &frontend, &flags);
}

/* --- Verify and emit ------------------------------------------------------------------------- */

/* The texts of --ptx; null for a file that cannot be read. */
static const char **read_ptx(gen_pipeline *run)
{
    const gen_options *options = run->options;
    const char **texts = GEN_NEW_ARRAY(&run->arena, const char *, options->ptx_count);
    size_t length;

    for (size_t p = 0; p < options->ptx_count; p++)
        texts[p] = gen_plain_file_read(&run->arena, &run->diag, options->ptx[p].path, &length);
    return texts;
}

static void verify(gen_pipeline *run, const gen_model *model, const char *const *texts)
{
    const gen_options *options = run->options;

    for (size_t p = 0; p < options->ptx_count; p++) {
        const char *path = options->ptx[p].path;
        const char *text = texts[p];
        const gen_ptx_module *ptx = NULL;
        size_t architecture = 0;
        while (strcmp(model->architectures[architecture], options->ptx[p].architecture) != 0)
            architecture++;
        if (text)
            ptx = gen_ptx_parse_heads(&run->arena, &run->diag, path, text);
        if (ptx)
            gen_verify(model, architecture, ptx, &run->diag);
    }
}

static const char *output_path(gen_pipeline *run, const gen_model *model, const char *suffix)
{
    return gen_arena_format(&run->arena, "%s/%s%s", run->options->folder, model->name, suffix);
}

/* Adds an output, and its name to the depfile's list. */
static gen_text *add_output(gen_pipeline *run, gen_words *names, const char *path, bool is_named)
{
    if (strcmp(path, "-") != 0)
        gen_words_add(names, &run->arena, path);
    return gen_outputs_add(&run->outputs, path, is_named);
}

static void add_dependencies_as_inputs(gen_pipeline *run, const gen_model *model)
{
    for (const gen_file_name *file = model->dependencies; file; file = file->next)
        gen_inputs_add_included(&run->inputs, file->name);
}

/* `custub bounds`. */
static void rewrite(gen_pipeline *run, const gen_model *model, const char *const *texts)
{
    const gen_options *options = run->options;
    gen_rewriting_file *files = GEN_NEW_ARRAY(&run->arena, gen_rewriting_file, options->ptx_count);
    const gen_diag before = run->diag;
    gen_words names = {0};

    for (size_t p = 0; p < options->ptx_count; p++) {
        const char *suffix =
            gen_arena_format(&run->arena, ".%s.bounds.ptx", options->ptx[p].architecture);
        files[p].path = options->ptx[p].path;
        files[p].text = texts[p];
        files[p].cubin_path = options->ptx[p].cubin;
        if (options->ptx[p].cubin)
            files[p].cubin = gen_plain_file_read(&run->arena, &run->diag, options->ptx[p].cubin,
                                                 &files[p].cubin_length);
        files[p].out = add_output(run, &names, output_path(run, model, suffix), false);
    }
    gen_rewriting_run(model, &run->arena, &run->diag, files, options->ptx_count,
                      add_output(run, &names, output_path(run, model, ".bounds.table"), false));
    if (options->strict)
        gen_diag_refuse_notes(&run->diag, &before);
    gen_emit_depfile(&run->depfile, model, names.data, names.count);
    add_dependencies_as_inputs(run, model);
}

/* The files that compilers read in place of the source. */
static void emit_sources(gen_pipeline *run, const gen_model *model, gen_words *names)
{
    gen_emit_nvcc(add_output(run, names, output_path(run, model, ".nvcc.cu"), false), model,
                  &run->arena, run->options);
    gen_emit_cpu(add_output(run, names, output_path(run, model, ".cpu.cpp"), false), model,
                 &run->arena);
}

/* `custub suggest --apply`. */
static void print_patch(gen_pipeline *run, const gen_model *model)
{
    gen_insertions insertions = {&run->arena, NULL};
    size_t length;
    char *annotations =
        gen_plain_file_read(&run->arena, &run->diag, run->options->annotations, &length);

    if (!annotations)
        return;
    gen_placement_add(&insertions, model, &run->diag, annotations);
    gen_diff_print(run->list, model, &insertions);
}

/* <stem>.host: what the program's own code does with the kernels, for `custub suggest`. */
static void emit_host(gen_text *out, const gen_model *model)
{
    for (const gen_launched_block *b = model->launched_blocks; b; b = b->next)
        gen_text_printf(out, "block %s %u %u %u\n", b->symbol, (unsigned)b->block[0],
                        (unsigned)b->block[1], (unsigned)b->block[2]);
    for (const gen_buffer_size *b = model->buffer_sizes; b; b = b->next)
        gen_text_printf(out, "buffer %s %u %s\n", b->symbol, b->param, b->bytes);
}

/* The emitters do not change the model. */
static void emit(gen_pipeline *run, const gen_model *model)
{
    const gen_options *options = run->options;
    const gen_c_names *c_names = gen_c_names_choose(model, &run->arena, options->include != NULL);
    const char *json = options->json ? options->json : output_path(run, model, ".json");
    gen_words names = {0};

    gen_emit_header(add_output(run, &names, output_path(run, model, ".custub.h"), false), c_names,
                    &run->arena, options);
    gen_emit_source(add_output(run, &names, output_path(run, model, ".custub.c"), false), c_names);
    if (!model->is_prototypes)
        emit_sources(run, model, &names);
    gen_emit_images(add_output(run, &names, output_path(run, model, ".images.S"), false), model,
                    &run->arena, &options->images, options->exported);
    gen_emit_json(add_output(run, &names, json, options->json != NULL), model);
    if (options->jit)
        gen_emit_jit(add_output(run, &names, output_path(run, model, ".jit"), false), model,
                     &run->arena, &options->flags, &options->jit_options);
    if (options->for_suggestions)
        emit_host(add_output(run, &names, output_path(run, model, ".host"), false), model);
    gen_emit_depfile(&run->depfile, model, names.data, names.count);
    add_dependencies_as_inputs(run, model);
}

/* Reports two sources whose outputs would replace each other. */
static bool check_stem(gen_pipeline *run, gen_model *model)
{
    const gen_model *other = gen_name_table_find(&run->stems, model->stem);

    if (!other) {
        gen_name_table_put(&run->stems, model->stem, model);
        return true;
    }
    gen_diag_error(&run->diag, (gen_place){model->path, 0, 0}, "stem-twice",
                   "its outputs would have the name '%s', like those of '%s'; run one command "
                   "for each, with different --prefix",
                   model->name, other->path);
    return false;
}

/* --- A run ----------------------------------------------------------------------------------- */

static void process_file(gen_pipeline *run, const char *path)
{
    gen_model *model = GEN_NEW(&run->arena, gen_model);
    const gen_options *options = run->options;
    const gen_diag before = run->diag;
    const char **ptx = NULL;
    bool fine = read_model(run, model, path);

    if (options->command == GEN_COMMAND_VERIFY || options->command == GEN_COMMAND_BOUNDS ||
        options->annotations) /* `gen` has reported the notes */
        gen_diag_forget_notes(&run->diag, &before);
    if (fine) {
        ptx = read_ptx(run);
        verify(run, model, ptx);
    }
    if (options->command == GEN_COMMAND_BOUNDS && run->diag.errors == before.errors)
        rewrite(run, model, ptx);
    if (fine && options->annotations)
        print_patch(run, model);
    gen_diag_sort(&run->diag, &before);
    if (fine && options->command == GEN_COMMAND_LIST)
        gen_emit_list(run->list, model, gen_terminal_width(stdout));
    else if (fine && options->command == GEN_COMMAND_GEN && !options->annotations &&
             check_stem(run, model))
        emit(run, model);
}

/* Prepares what all files share. */
static bool prepare(gen_pipeline *run)
{
    const gen_options *options = run->options;

    for (size_t i = 0; i < options->refused.count; i++)
        if (!gen_host_messages_add(&run->refused, &run->arena, &run->diag,
                                   options->refused.data[i]))
            return false;
    return gen_given_flags_read(&run->given, &run->arena, &run->diag, options);
}

static void check_outputs(gen_pipeline *run)
{
    const gen_options *options = run->options;

    for (size_t i = 0; i < options->file_count; i++)
        gen_inputs_add_given(&run->inputs, options->files[i]);
    for (size_t i = 0; i < options->ptx_count; i++)
        gen_inputs_add_given(&run->inputs, options->ptx[i].path);
    for (size_t i = 0; i < options->cubins.count; i += 2)
        gen_inputs_add_given(&run->inputs, options->cubins.data[i + 1]);
    for (size_t i = 0; i < options->refused.count; i++)
        gen_inputs_add_given(&run->inputs, options->refused.data[i]);
    gen_overwriting_check(&run->inputs, &run->outputs, &run->diag);
}

static void process(gen_pipeline *run)
{
    const gen_options *options = run->options;
    size_t unwanted;
    volatile size_t *progress = run->progress ? run->progress : &unwanted;

    for (size_t i = 0; i < options->file_count; i++) {
        *progress = i + 1;
        process_file(run, options->files[i]);
    }
    *progress = 0;
}

void gen_pipeline_initialize(gen_pipeline *pipeline, const gen_options *options)
{
    *pipeline = (gen_pipeline){.options = options};
    gen_arena_initialize(&pipeline->arena);
    gen_diag_initialize(&pipeline->diag, &pipeline->arena);
    gen_inputs_initialize(&pipeline->inputs, &pipeline->arena);
    gen_outputs_initialize(&pipeline->outputs, &pipeline->arena);
    gen_text_initialize(&pipeline->depfile);
    pipeline->stems.arena = &pipeline->arena;
}

void gen_pipeline_deinitialize(gen_pipeline *pipeline)
{
    gen_text_deinitialize(&pipeline->depfile);
    gen_outputs_deinitialize(&pipeline->outputs);
    gen_arena_deinitialize(&pipeline->arena);
}

bool gen_pipeline_run(gen_pipeline *pipeline)
{
    const gen_options *options = pipeline->options;
    const gen_text *depfile = &pipeline->depfile;

    if (options->command == GEN_COMMAND_LIST || options->annotations)
        pipeline->list = gen_outputs_add(&pipeline->outputs, "-", true);
    if (prepare(pipeline))
        process(pipeline);
    if (options->depfile &&
        (options->command == GEN_COMMAND_GEN || options->command == GEN_COMMAND_BOUNDS))
        gen_text_append(gen_outputs_add(&pipeline->outputs, options->depfile, true), depfile->data,
                        depfile->length);
    if (pipeline->diag.errors == 0)
        check_outputs(pipeline);
    return pipeline->diag.errors == 0;
}

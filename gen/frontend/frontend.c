#include "frontend/frontend.h"

#include "command_line/toolkit.h"
#include "frontend/annotations/misplaced.h"
#include "frontend/declarations/declarations.h"
#include "frontend/image/image_bodies.h"
#include "frontend/image/refusal.h"
#include "frontend/launches/buffer_size.h"
#include "frontend/launches/host_code.h"
#include "frontend/launches/launch_shape.h"
#include "frontend/names/names.h"
#include "frontend/prelude/generated_header.h"
#include "frontend/setup/arguments.h"
#include "frontend/setup/option_macros.h"
#include "frontend/unit/parse_attempt.h"
#include "support/plain_file.h"

#include <ctype.h>
#include <string.h>

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    gen_reader *reader = data;
    const char *name = gen_reader_file_name(reader, file);

    (void)stack;
    (void)depth;
    /* A generated header that is a dependency of its own source would depend on itself. */
    if (!strstr(name, GEN_PRELUDE_FILE) && !gen_is_generated_header(name))
        gen_reader_add_dependency(reader, name);
}

/* The host's code is the same for all architectures. */
static void read_launches(gen_reader *reader)
{
    CXTranslationUnit unit = reader->options->launches && reader->architecture == 0
                                 ? gen_read_open_launches(reader)
                                 : NULL;
    gen_host_code code;

    if (!unit)
        return;
    gen_host_code_read(&code, reader, unit);
    gen_read_launch_shapes(&code);
    gen_read_buffer_sizes(&code);
    gen_reader_dispose(reader, unit);
}

static bool read_architecture(gen_reader *reader, gen_contracts *contracts)
{
    if (!gen_read_open(reader))
        return false;
    gen_read_file(reader, contracts);
    clang_getInclusions(reader->unit, visit_inclusion, reader);
    gen_read_names(reader);
    read_launches(reader);
    return true;
}

static bool start_model(gen_reader *reader)
{
    gen_model *model = reader->model;
    const gen_frontend_options *options = reader->options;

    memset(model, 0, sizeof(*model));
    model->path = options->path;
    model->file = gen_model_file_of((gen_place){options->path, 0, 0});
    model->stem = gen_model_stem_of(reader->arena, model->file);
    model->prefix = options->prefix ? options->prefix : "";
    model->name = gen_arena_format(reader->arena, "%s%s", model->prefix, model->stem);
    model->is_prototypes = options->prototypes;
    model->architecture_count = options->architecture_count;
    model->architectures = GEN_NEW_ARRAY(reader->arena, const char *, options->architecture_count);
    for (size_t i = 0; i < options->architecture_count; i++)
        model->architectures[i] = gen_arena_string(reader->arena, options->architectures[i]);
    model->source =
        gen_plain_file_read(reader->arena, reader->diag, options->path, &model->source_length);
    if (!model->source)
        return false;
    gen_read_option_macros(reader);
    if (!options->unit)
        model->unit = gen_model_own_unit(model, reader->arena, options->clang_argument_count,
                                         options->clang_arguments);
    else if (*options->unit)
        model->unit = options->unit;
    return true;
}

/* True if no other file of the program can define the kernel. */
static bool is_external(const gen_kernel *kernel)
{
    const char *symbol = kernel->symbol;

    return strcmp(symbol, kernel->name) == 0 ||
           (strncmp(symbol, "_Z", 2) == 0 && isdigit((unsigned char)symbol[2]) &&
            !kernel->template_arguments.count);
}

static bool defines_kernels(const gen_model *model, const char *file)
{
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        if (strcmp(kernel->place.file, file) == 0 && is_external(kernel))
            return true;
    return false;
}

/* Reports headers whose kernels are missing: only the file that nvcc compiles in place of its
 * source has what a generated header loads. */
static void report_headers_of_parts(gen_reader *reader)
{
    const gen_model *model = reader->model;

    for (const gen_generated_headers *header = reader->setup->generated; header;
         header = header->next) {
        gen_place place = header->in_part;
        const char *part = place.file ? gen_model_file_of(place) : NULL;
        if (!part || !reader->options->linked || !defines_kernels(model, place.file))
            continue;
        gen_diag_error(
            reader->diag, place, "header-of-part",
            "'%s' includes its own header '%s.custub.h', but it is compiled as a part of "
            "'%s', and then nothing has the kernels that this header loads; let '%s' "
            "define a macro, and include '%s.custub.h' instead where it is defined, which "
            "launches these kernels too",
            part, header->stem, model->file, model->file, model->name);
    }
}

/* False if a unit could not be read. */
static bool read_architectures(gen_reader *reader)
{
    gen_contracts contracts = {.places.arena = reader->arena};
    bool whole = true;

    reader->index = clang_createIndex(0, 0);
    if (reader->options->host_compiler) /* not earlier: it runs while libclang starts */
        reader->setup->macros =
            gen_host_compiler_macros(reader->options->host_compiler, reader->arena);
    gen_read_choose_prelude(reader);
    for (unsigned i = 0; whole && i < reader->options->architecture_count; i++) {
        reader->architecture = i;
        whole = read_architecture(reader, &contracts);
    }
    clang_disposeIndex(reader->index);
    gen_read_finish_image(reader);
    gen_read_finish_refusals(reader);
    if (whole) {
        report_headers_of_parts(reader);
        gen_read_unmatched_contracts(reader, &contracts);
        gen_read_undefined_contracts(reader);
    }
    return whole;
}

bool gen_frontend_read(gen_model *model, gen_arena *arena, gen_diag *diag,
                       const gen_frontend_options *options)
{
    gen_setup setup = {0};
    gen_reader reader = {
        .arena = arena, .diag = diag, .model = model, .options = options, .setup = &setup};
    unsigned errors = diag->errors;
    bool whole;

    diag->errors = 0; /* count only this file's errors until the end */
    reader.kernels.arena = reader.failed_kernels.arena = arena;
    setup.toolkit = start_model(&reader) ? gen_read_toolkit_version(&reader) : -1;
    if (setup.toolkit > 0)
        setup.nvcc_build = gen_toolkit_build(arena, options->toolkit);
    whole = setup.toolkit >= 0 && read_architectures(&reader);
    if (whole && setup.toolkit > 0) /* its version was read, even if the file does not include it */
        gen_reader_add_dependency(&reader,
                                  gen_arena_format(arena, "%s/include/cuda.h", options->toolkit));
    diag->errors += errors;
    return whole && diag->errors == errors;
}

const char *gen_frontend_version(gen_arena *arena)
{
    gen_reader reader = {.arena = arena};

    return gen_reader_text(&reader, clang_getClangVersion());
}

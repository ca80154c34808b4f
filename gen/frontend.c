#define _XOPEN_SOURCE 700 /* realpath */
#include "reader.h"

#include "prelude.h"
#include "source_file.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIXED_ARGUMENTS 32

/* --- Texts and places ------------------------------------------------------------------------ */

const char *gen_reader_text(gen_reader *reader, CXString string)
{
    const char *text = clang_getCString(string);
    const char *copy = text && *text ? gen_arena_string(reader->arena, text) : "";

    clang_disposeString(string);
    return copy;
}

static const char *file_name(gen_reader *reader, CXFile file)
{
    if (!file)
        return reader->options->path;
    if (reader->main_file && clang_File_isEqual(file, reader->main_file))
        return reader->options->path;
    return gen_reader_text(reader, clang_getFileName(file));
}

gen_place gen_reader_location(gen_reader *reader, CXSourceLocation location)
{
    gen_place place;
    CXFile file = NULL;

    clang_getExpansionLocation(location, &file, &place.line, &place.column, NULL);
    place.file = file_name(reader, file);
    return place;
}

gen_place gen_reader_place(gen_reader *reader, CXCursor cursor)
{
    return gen_reader_location(reader, clang_getCursorLocation(cursor));
}

const char *gen_reader_qualified_name(gen_reader *reader, CXCursor cursor)
{
    const char *name = "";

    while (!clang_Cursor_isNull(cursor) && !clang_isTranslationUnit(clang_getCursorKind(cursor))) {
        const char *part = gen_reader_text(reader, clang_getCursorSpelling(cursor));
        enum CXCursorKind kind = clang_getCursorKind(cursor);
        if (*part && kind != CXCursor_LinkageSpec && kind != CXCursor_UnexposedDecl)
            name = *name ? gen_arena_format(reader->arena, "%s::%s", part, name) : part;
        cursor = clang_getCursorSemanticParent(cursor);
    }
    return name;
}

/* --- The toolkit ----------------------------------------------------------------------------- */

/* CUDA_VERSION of the toolkit's cuda.h, 1000 * major + 10 * minor; 0 without a toolkit. */
static long toolkit_version(gen_reader *reader)
{
    const char *toolkit = reader->options->toolkit;
    static const char define[] = "#define CUDA_VERSION ";
    gen_diag scratch; /* what is wrong with the file is said below, in other words */
    const char *path;
    const char *text;
    const char *found;
    size_t length = 0;

    if (!toolkit)
        return 0;
    path = gen_arena_format(reader->arena, "%s/include/cuda.h", toolkit);
    gen_diag_initialize(&scratch, reader->arena);
    text = gen_source_file_read(reader->arena, &scratch, path, &length);
    found = text ? strstr(text, define) : NULL;
    if (!found) {
        gen_diag_error(reader->diag, (gen_place){0}, "toolkit-missing",
                       "'%s' has no include/cuda.h that defines CUDA_VERSION; give the folder of a "
                       "CUDA toolkit to --cuda-path, or use --no-cuda",
                       toolkit);
        return -1;
    }
    return strtol(found + sizeof(define) - 1, NULL, 10);
}

/* --- Arguments ------------------------------------------------------------------------------- */

bool gen_frontend_knows_architecture(const char *name)
{
    size_t digits = 0;

    if (strncmp(name, "sm_", 3) != 0)
        return false;
    for (name += 3; isdigit((unsigned char)*name); name++)
        digits++;
    if (*name == 'a' || *name == 'f')
        name++;
    return (digits == 2 || digits == 3) && !*name;
}

typedef struct argument_list {
    gen_arena *arena;
    const char **data;
    size_t count;
} argument_list;

static void add_argument(argument_list *list, const char *argument)
{
    list->data[list->count++] = argument;
}

/* The device's side of nvcc's compilation. libclang knows only the architectures of its own time,
 * so it always parses for one that all know and gets the macro that tells them apart. */
static void make_arguments(gen_reader *reader, argument_list *list, long toolkit, const char *name)
{
    gen_arena *arena = reader->arena;
    const gen_frontend_options *options = reader->options;
    static const char *const fixed[] = {
        "-xcuda",
        "--cuda-device-only",
        "-nocudainc",
        "-nocudalib",
        "--cuda-gpu-arch=sm_80",
        "-std=c++17",
        "-ferror-limit=0",
        "-Wno-everything",
        "-Wignored-attributes",
        "-D__CUSTUB__=1",
        "-D__CUDACC__=1",
        "-D__NVCC__=1",
        "-U__CUDA_ARCH__",
        "-D__NV_NO_HOST_COMPILER_CHECK=1",
        "-Xclang",
        "-fcuda-allow-variadic-functions",
    };
    int number = atoi(name + 3);

    list->arena = arena;
    list->count = 0;
    list->data =
        GEN_NEW_ARRAY(arena, const char *, MAX_FIXED_ARGUMENTS + options->clang_argument_count);
    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
        add_argument(list, fixed[i]);
    add_argument(list, gen_arena_format(arena, "-D__CUDA_ARCH__=%d", number * 10));
    add_argument(list, gen_arena_format(arena, "-D__CUDA_ARCH_LIST__=%d", number * 10));
    if (name[strlen(name) - 1] == 'a')
        add_argument(list, gen_arena_format(arena, "-D__CUDA_ARCH_FEAT_SM%d_ALL=1", number));
    if (toolkit > 0) {
        add_argument(list, gen_arena_format(arena, "-D__CUDACC_VER_MAJOR__=%ld", toolkit / 1000));
        add_argument(list,
                     gen_arena_format(arena, "-D__CUDACC_VER_MINOR__=%ld", toolkit % 1000 / 10));
        add_argument(list, "-D__CUDACC_VER_BUILD__=0");
        add_argument(list, "-isystem");
        add_argument(list, gen_arena_format(arena, "%s/include", options->toolkit));
        add_argument(list, "-isystem");
        add_argument(list, gen_arena_format(arena, "%s/include/cccl", options->toolkit));
    }
    add_argument(list, "-include");
    add_argument(list, GEN_PRELUDE_FILE);
    for (size_t i = 0; i < options->clang_argument_count; i++)
        add_argument(list, options->clang_arguments[i]);
}

/* --- Diagnostics ----------------------------------------------------------------------------- */

static bool is_error(CXDiagnostic diagnostic)
{
    return clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
}

/* Names of the host's functions in device code: nvcc has device versions of them, and the tree is
 * whole all the same. */
static bool is_about_sides(const char *text)
{
    return strstr(text, "reference to __host__") != NULL;
}

/* An annotation that clang drops would silently weaken the contract. */
static bool is_dropped_annotation(const char *text)
{
    return strstr(text, "'annotate'") != NULL || strstr(text, "must precede definition") != NULL;
}

typedef struct diagnostics_walk {
    gen_reader *reader;
    bool in_declarations; /* bodies were skipped: every error counts */
    bool any_error;
} diagnostics_walk;

static void keep_body_error(gen_reader *reader, CXDiagnostic diagnostic)
{
    gen_body_error *error = GEN_NEW(reader->arena, gen_body_error);

    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &error->file, NULL, NULL,
                               &error->offset);
    error->next = reader->body_errors;
    reader->body_errors = error;
}

static void read_diagnostic(diagnostics_walk *walk, CXDiagnostic diagnostic)
{
    gen_reader *reader = walk->reader;
    const char *text = gen_reader_text(reader, clang_getDiagnosticSpelling(diagnostic));
    gen_place place = gen_reader_location(reader, clang_getDiagnosticLocation(diagnostic));

    if (is_error(diagnostic) && !is_about_sides(text)) {
        walk->any_error = true;
        if (walk->in_declarations)
            gen_diag_error(reader->diag, place, "clang", "%s", text);
        else
            keep_body_error(reader, diagnostic);
    } else if (!is_error(diagnostic) && is_dropped_annotation(text) && !walk->in_declarations) {
        gen_diag_error(reader->diag, place, "annotation-dropped",
                       "%s; write it after the parameter's name, or before the return type of the "
                       "first declaration of the kernel",
                       text);
    }
}

static bool read_diagnostics(gen_reader *reader, CXTranslationUnit unit, bool in_declarations)
{
    diagnostics_walk walk = {reader, in_declarations, false};
    unsigned count = clang_getNumDiagnostics(unit);

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        read_diagnostic(&walk, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    return walk.any_error;
}

/* --- Parsing --------------------------------------------------------------------------------- */

static CXTranslationUnit parse(gen_reader *reader, CXIndex index, const argument_list *arguments,
                               struct CXUnsavedFile *prelude, unsigned flags)
{
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code =
        clang_parseTranslationUnit2(index, reader->options->path, arguments->data,
                                    (int)arguments->count, prelude, 1, flags, &unit);

    if (code != CXError_Success || !unit) {
        gen_diag_error(reader->diag, (gen_place){reader->options->path, 0, 0}, "clang-failed",
                       "libclang could not parse it (error %d); check the clang arguments",
                       (int)code);
        return NULL;
    }
    return unit;
}

/* The bodies are parsed for what they tell; an error in one does not matter to the signatures.
 * Whether an error is in a body is clang's to say: it parses once more, without them. */
static bool check_declarations(gen_reader *reader, CXIndex index, const argument_list *arguments,
                               struct CXUnsavedFile *prelude)
{
    CXTranslationUnit unit =
        parse(reader, index, arguments, prelude, CXTranslationUnit_SkipFunctionBodies);

    if (!unit)
        return false;
    read_diagnostics(reader, unit, true);
    clang_disposeTranslationUnit(unit);
    return reader->diag->errors == 0;
}

/* The name of an included file for the depfile. Clang finds the system's headers by way of links
 * and `..`, and build tools take the `..` away without looking at the links. */
static const char *dependency_name(gen_reader *reader, const char *name)
{
    char *real;
    const char *copy;

    if (!strstr(name, "/../"))
        return name;
    real = realpath(name, NULL);
    if (!real)
        return name;
    copy = gen_arena_string(reader->arena, real);
    free(real);
    return copy;
}

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    gen_reader *reader = data;
    gen_file_name **last = &reader->model->dependencies;
    const char *name = dependency_name(reader, file_name(reader, file));

    (void)stack;
    (void)depth;
    if (strstr(name, GEN_PRELUDE_FILE))
        return;
    for (; *last; last = &(*last)->next)
        if (strcmp((*last)->name, name) == 0)
            return;
    *last = GEN_NEW(reader->arena, gen_file_name);
    (*last)->name = name;
}

static bool read_architecture(gen_reader *reader, CXIndex index, long toolkit,
                              struct CXUnsavedFile *prelude)
{
    argument_list arguments;
    bool parsed_cleanly;

    make_arguments(reader, &arguments, toolkit,
                   reader->options->architectures[reader->architecture]);
    reader->unit = parse(reader, index, &arguments, prelude, CXTranslationUnit_KeepGoing);
    if (!reader->unit)
        return false;
    reader->main_file = clang_getFile(reader->unit, reader->options->path);
    reader->body_errors = NULL;
    reader->bodies = NULL;
    parsed_cleanly = !read_diagnostics(reader, reader->unit, false);
    if (parsed_cleanly || check_declarations(reader, index, &arguments, prelude)) {
        gen_read_file(reader);
        clang_getInclusions(reader->unit, visit_inclusion, reader);
    }
    clang_disposeTranslationUnit(reader->unit);
    reader->unit = NULL;
    return reader->diag->errors == 0;
}

/* --- The model ------------------------------------------------------------------------------- */

/* The file's name without ".cu", as an identifier. */
static const char *stem_of(gen_arena *arena, const char *file)
{
    size_t length = strlen(file);
    char *stem;

    if (length > 3 && strcmp(file + length - 3, ".cu") == 0)
        length -= 3;
    stem = gen_arena_format(arena, "%s%.*s", isdigit((unsigned char)file[0]) ? "_" : "",
                            (int)length, file);
    for (char *c = stem; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return stem;
}

static bool start_model(gen_reader *reader)
{
    gen_model *model = reader->model;
    const gen_frontend_options *options = reader->options;

    memset(model, 0, sizeof(*model));
    model->path = options->path;
    model->file = gen_model_file_of((gen_place){options->path, 0, 0});
    model->stem = stem_of(reader->arena, model->file);
    model->prefix = options->prefix ? options->prefix : "";
    model->architecture_count = options->architecture_count;
    model->architectures = GEN_NEW_ARRAY(reader->arena, const char *, options->architecture_count);
    for (size_t i = 0; i < options->architecture_count; i++)
        model->architectures[i] = gen_arena_string(reader->arena, options->architectures[i]);
    model->source =
        gen_source_file_read(reader->arena, reader->diag, options->path, &model->source_length);
    if (!model->source)
        return false;
    reader->last_kernel = &model->kernels;
    reader->last_record = &model->records;
    reader->last_constant = &model->constants;
    reader->last_named_type = &model->named_types;
    return true;
}

static void note_mangled(gen_reader *reader)
{
    if (reader->mangled_kernels == 0)
        return;
    gen_diag_note(reader->diag, reader->first_mangled, "kernels-without-c-linkage",
                  "%zu kernel%s without C linkage (templates, or not extern \"C\") get no launch "
                  "function: %s",
                  reader->mangled_kernels, reader->mangled_kernels == 1 ? "" : "s",
                  reader->mangled_names);
}

bool gen_frontend_read(gen_model *model, gen_arena *arena, gen_diag *diag,
                       const gen_frontend_options *options)
{
    gen_reader reader = {.arena = arena, .diag = diag, .model = model, .options = options};
    unsigned errors = diag->errors;
    struct CXUnsavedFile prelude = {GEN_PRELUDE_FILE, NULL, 0};
    gen_text text;
    long toolkit;
    CXIndex index;

    diag->errors = 0;
    gen_text_initialize(&text);
    toolkit = start_model(&reader) ? toolkit_version(&reader) : -1;
    if (toolkit >= 0) {
        gen_prelude_write(&text, toolkit > 0);
        prelude.Contents = text.data;
        prelude.Length = (unsigned long)text.length;
        index = clang_createIndex(0, 0);
        for (unsigned i = 0; i < options->architecture_count; i++) {
            reader.architecture = i;
            if (!read_architecture(&reader, index, toolkit, &prelude))
                break;
        }
        clang_disposeIndex(index);
        note_mangled(&reader);
    }
    gen_text_deinitialize(&text);
    diag->errors += errors;
    return diag->errors == errors;
}

const char *gen_frontend_version(gen_arena *arena)
{
    gen_reader reader = {.arena = arena};

    return gen_reader_text(&reader, clang_getClangVersion());
}

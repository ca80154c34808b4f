/* Parses the file, several times if needed, until all errors are the program's own. clang lacks
 * some of what nvcc knows without an include. Including all of it takes long, so that is done only
 * if needed. */
#include "frontend/unit/parse_attempt.h"

#include "frontend/prelude/generated_header.h"
#include "frontend/prelude/prelude.h"
#include "frontend/prelude/prelude_compiler.h"
#include "frontend/reader/state.h"
#include "frontend/setup/arguments.h"
#include "frontend/setup/compiler_query.h"
#include "frontend/setup/pragma_macro.h"
#include "frontend/unit/diagnostics.h"
#include "frontend/unit/macro_error.h"
#include "frontend/unit/missing_header.h"
#include "frontend/unit/parse.h"
#include "frontend/unit/precompiled_header.h"
#include "support/text.h"

#include <string.h>

static void write_prelude(gen_reader *reader)
{
    gen_text text;

    gen_text_initialize(&text);
    if (!reader->setup->as_clang)
        gen_prelude_begin_compiler(&text, reader->setup->macros);
    gen_hide_macros(&text, reader->model->option_macros);
    gen_prelude_write(&text, reader->setup->toolkit, reader->model->brief);
    gen_show_macros(&text, reader->model->option_macros);
    if (!reader->setup->as_clang)
        gen_prelude_end_compiler(&text);
    reader->setup->prelude_head = (unsigned long)text.length;
    if (reader->setup->generated || reader->setup->with_alignas ||
        reader->setup->queries->answers || reader->setup->with_launches)
        gen_text_puts(&text, "#pragma GCC system_header\n");
    if (reader->setup->queries->answers)
        gen_text_puts(&text, reader->setup->queries->answers);
    gen_prelude_write_generated(&text, reader->setup->generated);
    if (reader->setup->with_alignas)
        gen_prelude_write_alignas(&text);
    if (reader->setup->with_launches)
        gen_prelude_write_launches(&text);
    reader->prelude_path = GEN_PRELUDE_FILE;
    reader->setup->prelude.Filename = GEN_PRELUDE_FILE;
    reader->setup->prelude.Contents =
        gen_arena_copy(reader->arena, text.data ? text.data : "", text.length);
    reader->setup->prelude.Length = (unsigned long)text.length;
    gen_text_deinitialize(&text);
}

/* --- Generated headers ---------------------------------------------------------------------- */

typedef struct generated_walk {
    gen_reader *reader;
    gen_generated_headers *found;
} generated_walk;

static void note_generated_header(generated_walk *walk, const char *name, CXSourceLocation place)
{
    gen_reader *reader = walk->reader;
    gen_generated_headers *header = gen_generated_headers_add(&walk->found, reader->arena, name);
    gen_place in = gen_reader_location(reader, place);

    if (header && in.file && strcmp(in.file, reader->options->path) != 0 &&
        gen_generated_header_is_of(header, in.file, reader->model->prefix))
        header->in_part = in;
}

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    generated_walk *walk = data;
    const char *name = gen_reader_file_name(walk->reader, file);

    if (gen_is_generated_header(name))
        note_generated_header(walk, name, depth ? stack[0] : clang_getNullLocation());
}

/* Finds the generated headers that the unit includes or misses. Unlike the scan, clang evaluates
 * macros and conditions. True if the prelude must get the types of more headers. */
static bool find_generated_headers(gen_reader *reader, CXTranslationUnit unit)
{
    generated_walk walk = {.reader = reader};
    unsigned count = clang_getNumDiagnostics(unit);
    bool same;

    clang_getInclusions(unit, visit_inclusion, &walk);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        const char *name =
            clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error
                ? gen_generated_header_missing(
                      reader->arena,
                      gen_reader_text(reader, clang_getDiagnosticSpelling(diagnostic)))
                : NULL;
        if (name)
            note_generated_header(&walk, name, clang_getDiagnosticLocation(diagnostic));
        clang_disposeDiagnostic(diagnostic);
    }
    same = gen_generated_headers_equal(reader->setup->generated, walk.found);
    reader->setup->generated = walk.found;
    return !same;
}

/* --- Another setup --------------------------------------------------------------------------- */

/* Changes how clang reads the file, after errors that may not be the program's. False if nothing is
 * left to change.
 *
 * nvcc includes <cmath> before the file. The file's macros (cosf for __cosf) then do not affect
 * <cmath>, and the file's bodies may use what it declares (std::min). It costs more than the whole
 * prelude, so it is included only if an error is in a header, or something of it is not found: of
 * namespace std, or a macro such as INFINITY. A header may also need clang's own answers in place
 * of GCC's, be too new for clang to pass for GCC, or be one that only GCC has, such as <omp.h>. */
static bool change_setup(gen_reader *reader, CXTranslationUnit unit, bool precompiled)
{
    const gen_found_errors *errors = gen_read_errors(reader);
    gen_setup *setup = reader->setup;

    if (gen_read_blank_pragmas(reader, unit))
        return true;
    if (errors->misplaced_attributes && !setup->with_alignas && !precompiled)
        setup->with_alignas = true;
    else if (!setup->with_math && (errors->in_headers || errors->lacks_standard))
        setup->with_math = true;
    else if (setup->queries->answers)
        setup->queries = GEN_NEW(reader->arena, gen_compiler_queries);
    else if (!setup->as_clang && (errors->in_headers || gen_read_has_fatal_error(unit)))
        setup->as_clang = true;
    else if (errors->wrong_invocation && !setup->takes_written)
        setup->takes_written = true;
    else
        return false;
    write_prelude(reader);
    return true;
}

/* --- Errors in declarations ------------------------------------------------------------------ */

/* Errors in bodies do not matter to the signatures. To find out which errors are in bodies, clang
 * parses again without bodies. Reports errors in declarations, unless another setup may avoid them:
 * then sets *again. */
static bool check_declarations(gen_reader *reader, const gen_arguments *arguments, bool precompiled,
                               bool *again)
{
    CXTranslationUnit unit = gen_read_parse(reader, reader->options->path, arguments, NULL, 0,
                                            CXTranslationUnit_SkipFunctionBodies);
    const gen_diag before = *reader->diag;
    bool fine;

    if (!unit)
        return false;
    gen_read_diagnostics(reader, unit, true);
    fine = reader->diag->errors == before.errors;
    *again = change_setup(reader, unit, precompiled);
    if (*again) {
        gen_diag_forget(reader->diag, &before);
    } else if (!fine) {
        gen_read_macro_errors(reader, unit);
        gen_read_missing_headers(reader, unit);
    }
    gen_reader_dispose(reader, unit);
    return fine && !*again;
}

/* --- The unit -------------------------------------------------------------------------------- */

static gen_generated_headers *scan_generated_headers(gen_reader *reader)
{
    gen_include_scan scan = {.argument_count = reader->options->clang_argument_count,
                             .arguments = reader->options->clang_arguments};

    gen_include_scan_run(&scan, reader->arena, reader->options->path);
    return scan.generated;
}

/* A file that includes no header of the toolkit is first tried without the toolkit's headers. A
 * precompiled header is as fast, and complete. */
static bool can_be_brief(gen_reader *reader)
{
    gen_include_scan scan;

    return !reader->options->whole && !reader->options->cache &&
           gen_read_scan_includes(reader, &scan) && scan.plain && scan.header_count == 0;
}

/* Parses once. On failure, closes the unit and either sets *again or reports errors, except for a
 * brief prelude, which may be the reason. */
static bool attempt(gen_reader *reader, const char *precompiled, bool *again)
{
    gen_arguments arguments = gen_read_arguments(reader, precompiled, true);

    reader->setup->precompiled = precompiled;
    *again = false;
    gen_state_forget_unit(reader);
    reader->unit = gen_read_parse_file(reader, &arguments, precompiled != NULL);
    if (!reader->unit)
        return false;
    reader->main_file = clang_getFile(reader->unit, reader->options->path);
    *again = find_generated_headers(reader, reader->unit);
    if (*again) {
        write_prelude(reader);
        gen_reader_dispose(reader, reader->unit);
        return false;
    }
    if (!gen_read_diagnostics(reader, reader->unit, false))
        return true;
    if (!reader->model->brief) {
        *again = change_setup(reader, reader->unit, precompiled);
        if (!*again && check_declarations(reader, &arguments, precompiled, again))
            return true;
    }
    gen_reader_dispose(reader, reader->unit);
    return false;
}

static bool open_unit(gen_reader *reader, const char *precompiled)
{
    bool again;

    while (!attempt(reader, precompiled, &again))
        if (!again)
            return false;
    return true;
}

/* Tries the precompiled header, and discards its errors: if includes are conditional, it declares
 * more than the file includes. After an error the file is read without it. */
static bool open_precompiled(gen_reader *reader, const char *precompiled)
{
    gen_diag *diag = reader->diag;
    gen_diag scratch;
    bool opened;

    gen_diag_initialize(&scratch, reader->arena);
    reader->diag = &scratch;
    opened = open_unit(reader, precompiled);
    reader->diag = diag;
    return opened;
}

/* False, with an error, if clang read another file, named among its arguments, as the source. */
static bool check_source(gen_reader *reader)
{
    const char *path = gen_reader_text(reader, clang_getTranslationUnitSpelling(reader->unit));

    if (strcmp(path, reader->options->path) == 0)
        return true;
    gen_diag_error(reader->diag, (gen_place){reader->options->path, 0, 0}, "clang-failed",
                   "clang read '%s' in its place, which is among the arguments behind '--'; give "
                   "sources before it",
                   path);
    gen_reader_dispose(reader, reader->unit);
    return false;
}

bool gen_read_open(gen_reader *reader)
{
    gen_header_list files;
    const char *precompiled = gen_read_pch(reader, &files);

    if (!precompiled || !open_precompiled(reader, precompiled))
        return open_unit(reader, NULL) && check_source(reader);
    gen_read_pch_dependencies(reader, &files);
    return check_source(reader);
}

void gen_read_choose_prelude(gen_reader *reader)
{
    reader->setup->queries = gen_read_compiler_queries(reader);
    reader->model->brief = can_be_brief(reader);
    reader->setup->generated = scan_generated_headers(reader);
    write_prelude(reader);
}

CXTranslationUnit gen_read_open_launches(gen_reader *reader)
{
    gen_diag *diag = reader->diag;
    gen_diag scratch;
    gen_arguments arguments;
    CXTranslationUnit unit;

    gen_diag_initialize(&scratch, reader->arena);
    reader->diag = &scratch;
    reader->setup->with_launches = true;
    write_prelude(reader);
    arguments = gen_read_arguments(reader, NULL, true);
    unit = gen_read_parse(reader, reader->options->path, &arguments, NULL, 0,
                          CXTranslationUnit_KeepGoing);
    reader->setup->with_launches = false;
    write_prelude(reader);
    reader->diag = diag;
    return unit;
}

/* Parses the file, several times if needed, until all errors are the program's own. clang does not
 * have everything that nvcc knows without an include. Including all of it takes long, so that is
 * done only if needed. */
#include "frontend/parse_attempt.h"

#include "frontend/misspelt.h"
#include "frontend/unit/arguments.h"
#include "frontend/unit/diagnostics.h"
#include "frontend/unit/include_scan.h"
#include "frontend/unit/parse.h"
#include "frontend/unit/precompiled_header.h"
#include "frontend/unit/prelude.h"
#include "frontend/unit/prelude_compiler.h"
#include "support/text.h"

#include <ctype.h>
#include <string.h>

static void write_prelude(gen_reader *reader)
{
    gen_text text;

    gen_text_initialize(&text);
    if (!reader->setup->as_clang)
        gen_prelude_begin_compiler(&text, reader->setup->macros);
    gen_prelude_write(&text, reader->setup->toolkit, reader->model->brief);
    if (!reader->setup->as_clang)
        gen_prelude_end_compiler(&text);
    if (reader->setup->with_alignas)
        gen_prelude_write_alignas(&text);
    gen_read_write_misspelt(reader, &text);
    reader->prelude_path = GEN_PRELUDE_FILE;
    reader->setup->prelude.Filename = GEN_PRELUDE_FILE;
    reader->setup->prelude.Contents =
        gen_arena_copy(reader->arena, text.data ? text.data : "", text.length);
    reader->setup->prelude.Length = (unsigned long)text.length;
    gen_text_deinitialize(&text);
}

/* Changes how clang reads the file after errors that may not be the program's. False if nothing is
 * left to change.
 * nvcc includes <cmath> before the file, whose macros (cosf for __cosf) then do not reach into it,
 * and whose bodies may use what it brings (std::min). It costs more than all of the prelude, and so
 * is included only when a header was hit or something of namespace std is not found. A header may
 * also be too new for clang to pass for GCC, or be one that only GCC has, such as <omp.h>. */
static bool change_setup(gen_reader *reader, CXTranslationUnit unit)
{
    const gen_found_errors *errors = gen_read_errors(reader);
    gen_setup *setup = reader->setup;

    if (!setup->with_math && (errors->in_headers || errors->lacks_standard))
        setup->with_math = true;
    else if (!setup->as_clang && (errors->in_headers || gen_read_has_fatal_error(unit)))
        setup->as_clang = true;
    else if (errors->wrong_invocation && !setup->takes_written)
        setup->takes_written = true;
    else
        return false;
    return true;
}

/* An error in a body does not matter to the signatures. To decide whether errors are in bodies,
 * clang parses again without bodies. */
static bool check_declarations(gen_reader *reader, const gen_arguments *arguments, bool *again)
{
    CXTranslationUnit unit = gen_read_parse(reader, reader->options->path, arguments, NULL,
                                            CXTranslationUnit_SkipFunctionBodies);
    const struct gen_misspelt *misspelt = reader->of_file.misspelt;
    const gen_diag before = *reader->diag;
    unsigned errors;

    if (!unit)
        return false;
    gen_read_errors(reader)->in_headers = false;
    gen_read_diagnostics(reader, unit, true);
    gen_read_note_misspelt(reader, unit);
    errors = reader->diag->errors - before.errors;
    *again = change_setup(reader, unit) || reader->of_file.misspelt != misspelt;
    if (*again)
        gen_diag_forget(reader->diag, &before);
    reader->doubts =
        !*again && errors > 0 && !reader->options->certain && !gen_read_has_fatal_error(unit);
    gen_reader_dispose(reader, unit);
    return !*again && errors == 0;
}

typedef struct header_search {
    gen_reader *reader;
    bool found;
} header_search;

static void look_for_kernel_h(CXFile file, CXSourceLocation *stack, unsigned depth,
                              CXClientData data)
{
    static const char kernel_h[] = "custub/kernel.h";
    header_search *search = data;
    const char *name = gen_reader_file_name(search->reader, file);
    size_t length = strlen(name);

    (void)stack;
    (void)depth;
    search->found |= length >= sizeof(kernel_h) - 1 &&
                     strcmp(name + length - (sizeof(kernel_h) - 1), kernel_h) == 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Without custub/kernel.h a contract is a syntax error, and clang's message does not say why. */
static void note_kernel_h(gen_reader *reader)
{
    const char *source = reader->model->source;
    const char *contract = strstr(source, "CUSTUB_");
    header_search search = {reader, false};
    gen_place place = {reader->options->path, 1, 1};
    size_t length = 0;

    clang_getInclusions(reader->unit, look_for_kernel_h, &search);
    if (!contract || search.found || (contract > source && is_word(contract[-1])))
        return;
    while (is_word(contract[length]))
        length++;
    for (const char *c = source; c < contract; c++) {
        place.line += *c == '\n';
        place.column = *c == '\n' ? 1 : place.column + 1;
    }
    gen_diag_note(reader->diag, place, "kernel-h-missing",
                  "'%.*s' is a macro of <custub/kernel.h>, which is not included; include it",
                  (int)length, contract);
}

/* A file that includes nothing of the toolkit is first tried without its headers. A precompiled
 * header is as fast, and complete. */
static bool can_be_brief(gen_reader *reader)
{
    const gen_frontend_options *options = reader->options;
    gen_include_scan scan = {.argument_count = options->clang_argument_count,
                             .arguments = options->clang_arguments};

    if (options->whole || options->cache || reader->setup->toolkit <= 0 ||
        gen_frontend_is_given_includes(options))
        return false;
    scan.toolkit = gen_arena_format(reader->arena, "%s/include", options->toolkit);
    gen_include_scan_run(&scan, reader->arena, options->path);
    return scan.plain && scan.header_count == 0;
}

/* Adds what may be missing after an error. */
static bool change_prelude(gen_reader *reader)
{
    if (gen_read_errors(reader)->misplaced_attributes && !reader->setup->with_alignas)
        reader->setup->with_alignas = true;
    else if (reader->model->brief)
        reader->model->brief = false;
    else
        return false;
    write_prelude(reader);
    return true;
}

/* Opens reader->unit. True if all its errors are in bodies. Otherwise reports them and closes the
 * unit; if reader->doubts is set, it stays open to look for other errors. */
static bool open_unit(gen_reader *reader, const char *precompiled)
{
    gen_arguments arguments = gen_read_arguments(reader, precompiled, true);
    const gen_diag before = *reader->diag;
    bool again = false;
    bool fine;

    reader->of_unit = (gen_of_unit){0};
    reader->doubts = false;
    reader->unit = gen_read_parse_file(reader, &arguments, precompiled != NULL);
    if (!reader->unit)
        return false;
    reader->main_file = clang_getFile(reader->unit, reader->options->path);
    fine = !gen_read_diagnostics(reader, reader->unit, false);
    if (!fine && !precompiled && change_prelude(reader)) {
        gen_reader_dispose(reader, reader->unit);
        gen_diag_forget(reader->diag, &before);
        return open_unit(reader, NULL);
    }
    if (fine || check_declarations(reader, &arguments, &again))
        return true;
    if (!again)
        note_kernel_h(reader);
    if (reader->doubts && !precompiled)
        return true;
    reader->doubts = false;
    gen_reader_dispose(reader, reader->unit);
    if (!again)
        return false;
    write_prelude(reader);
    return open_unit(reader, precompiled);
}

/* Tries the precompiled header, and discards its errors: it declares more than the file includes if
 * includes are conditional. After an error the file is read without it. */
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

bool gen_read_open(gen_reader *reader)
{
    const char *precompiled = gen_read_pch(reader);

    if (!precompiled || !open_precompiled(reader, precompiled))
        return open_unit(reader, NULL);
    gen_read_pch_dependencies(reader, precompiled);
    return true;
}

void gen_read_choose_prelude(gen_reader *reader)
{
    reader->model->brief = can_be_brief(reader);
    write_prelude(reader);
}

#include "reader.h"

#include <string.h>

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

/* C++20 does without it, and so does libclang 14 after it has complained. */
static bool is_about_typename(const char *text)
{
    return strncmp(text, "missing 'typename' prior to dependent type ", 43) == 0;
}

/* An annotation that clang drops would silently weaken the contract. */
static bool is_dropped_annotation(const char *text)
{
    return strstr(text, "'annotate'") != NULL || strstr(text, "must precede definition") != NULL;
}

/* `extern "C" static`: nvcc lets `static` win. */
static bool is_about_static(const char *text)
{
    return strcmp(text, "cannot combine with previous 'extern' declaration specifier") == 0;
}

typedef struct diagnostics_walk {
    gen_reader *reader;
    bool in_declarations; /* bodies were skipped: every error counts */
    bool any_error;
} diagnostics_walk;

static void keep_error(gen_reader *reader, gen_kept_error **list, CXDiagnostic diagnostic)
{
    gen_kept_error *error = GEN_NEW(reader->arena, gen_kept_error);

    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &error->file, NULL, NULL,
                               &error->offset);
    error->next = *list;
    *list = error;
}

bool gen_read_has_error(const gen_kept_error *errors, CXCursor function)
{
    CXSourceRange extent = clang_getCursorExtent(function);
    CXFile begin_file;
    CXFile end_file;
    unsigned begin;
    unsigned end;

    if (!errors)
        return false;
    clang_getExpansionLocation(clang_getRangeStart(extent), &begin_file, NULL, NULL, &begin);
    clang_getExpansionLocation(clang_getRangeEnd(extent), &end_file, NULL, NULL, &end);
    for (; errors; errors = errors->next)
        if (clang_File_isEqual(errors->file, begin_file) && errors->offset >= begin &&
            errors->offset <= end)
            return true;
    return false;
}

static void read_diagnostic(diagnostics_walk *walk, CXDiagnostic diagnostic)
{
    gen_reader *reader = walk->reader;
    const char *text = gen_reader_text(reader, clang_getDiagnosticSpelling(diagnostic));
    gen_place place = gen_reader_location(reader, clang_getDiagnosticLocation(diagnostic));

    if (is_error(diagnostic) && is_about_static(text)) {
        if (!walk->in_declarations)
            keep_error(reader, &reader->static_errors, diagnostic);
    } else if (is_error(diagnostic) && !is_about_sides(text) && !is_about_typename(text)) {
        walk->any_error = true;
        reader->header_errors |=
            walk->in_declarations &&
            clang_Location_isInSystemHeader(clang_getDiagnosticLocation(diagnostic));
        if (walk->in_declarations)
            gen_diag_error(reader->diag, place, "clang", "%s", text);
        else
            keep_error(reader, &reader->body_errors, diagnostic);
    } else if (!is_error(diagnostic) && is_dropped_annotation(text) && !walk->in_declarations) {
        gen_diag_error(reader->diag, place, "annotation-dropped",
                       "%s; write it after the parameter's name, or before the return type of the "
                       "first declaration of the kernel",
                       text);
    }
}

bool gen_read_diagnostics(gen_reader *reader, CXTranslationUnit unit, bool in_declarations)
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

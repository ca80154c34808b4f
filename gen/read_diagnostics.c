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

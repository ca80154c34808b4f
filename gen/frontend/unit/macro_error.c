#include "frontend/unit/macro_error.h"

#include "model/annotation_table.h"
#include "support/suggestion.h"

#include <ctype.h>
#include <string.h>

static gen_expr_suggestion nearest_macro(const char *word)
{
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(word);

#define CONSIDER(NAME, key, place) gen_expr_suggestion_consider(&suggestion, "CUSTUB_" #NAME);
    GEN_ANNOTATIONS(CONSIDER)
#undef CONSIDER
    gen_expr_suggestion_consider(&suggestion, "CUSTUB_CONTRACT_OF");
    gen_expr_suggestion_consider(&suggestion, "CUSTUB_STUB");
    return suggestion;
}

static void note_kernel_header(CXFile file, CXSourceLocation *stack, unsigned depth,
                               CXClientData data)
{
    static const char header[] = "custub/kernel.h";
    CXString name = clang_getFileName(file);
    size_t length = strlen(clang_getCString(name));
    bool *found = data;

    (void)stack, (void)depth;
    *found |= length >= sizeof(header) - 1 &&
              strcmp(clang_getCString(name) + length - (sizeof(header) - 1), header) == 0;
    clang_disposeString(name);
}

static bool includes_kernel_header(CXTranslationUnit unit)
{
    bool found = false;

    clang_getInclusions(unit, note_kernel_header, &found);
    return found;
}

/* Explains an error at a word that looks like a macro of <custub/kernel.h>. To clang it is an
 * unknown name, and a contract a syntax error. */
static void explain_error(gen_reader *reader, CXTranslationUnit unit, CXSourceLocation location)
{
    gen_place place = gen_reader_location(reader, location);
    CXFile file = NULL;
    unsigned offset = 0;
    size_t length = 0;
    const char *text;
    const char *word;
    gen_expr_suggestion nearest;

    clang_getSpellingLocation(location, &file, NULL, NULL, &offset);
    text = file ? clang_getFileContents(unit, file, &length) : NULL;
    if (!text || offset >= length)
        return;
    while (text[offset] == ' ' ||
           text[offset] == '\t') /* clang points to the end of the last word */
        offset++;
    for (length = 0; isalnum((unsigned char)text[offset + length]) || text[offset + length] == '_';)
        length++;
    word = gen_arena_copy(reader->arena, text + offset, length);
    if (*word && gen_annotation_kind_named(word) != GEN_ANNOTATION_UNKNOWN) {
        gen_diag_note(reader->diag, place, "annotation-unknown",
                      "'%s' is not known here; the macro of <custub/kernel.h> is CUSTUB_%s", word,
                      word);
        return;
    }
    nearest = nearest_macro(word);
    if (!nearest.best)
        return;
    if (strcmp(nearest.best, word) != 0)
        gen_diag_note(reader->diag, place, "annotation-unknown",
                      "'%s' is not a macro of <custub/kernel.h>; did you mean '%s'?", word,
                      nearest.best);
    else if (!includes_kernel_header(unit)) /* otherwise the error is in the macro's expansion */
        gen_diag_note(reader->diag, place, "kernel-h-missing",
                      "'%s' is a macro of <custub/kernel.h>, which is not included; include it",
                      word);
}

void gen_read_macro_errors(gen_reader *reader, CXTranslationUnit unit)
{
    unsigned count = clang_getNumDiagnostics(unit);

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
            explain_error(reader, unit, clang_getDiagnosticLocation(diagnostic));
        clang_disposeDiagnostic(diagnostic);
    }
}

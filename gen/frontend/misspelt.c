/* Finds misspelled macros of <custub/kernel.h>. clang reports a syntax error for each, and for much
 * of what follows. The file is then read again with the right macros in their places. */
#include "frontend/misspelt.h"

#include "contract/token.h"
#include "frontend/unit/diagnostics.h"
#include "model/annotation_table.h"
#include "support/suggestion.h"

#include <string.h>

/* The place of one. */
typedef struct gen_misspelt {
    struct gen_misspelt *next;
    const char *word;
    const char *meant; /* or null */
    bool has_arguments;
    gen_place place;
} gen_misspelt;

static gen_expr_suggestion nearest(const char *word)
{
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(word);

#define CONSIDER(NAME, key, place) gen_expr_suggestion_consider(&suggestion, "CUSTUB_" #NAME);
    GEN_ANNOTATIONS(CONSIDER)
#undef CONSIDER
    gen_expr_suggestion_consider(&suggestion, "CUSTUB_CONTRACT_OF");
    return suggestion;
}

#define FEW 2 /* of letters */

/* True if an unknown word looks like one of the macros. */
static bool is_misspelt(const char *word)
{
    const gen_expr_suggestion suggestion = nearest(word);

    if (suggestion.best && strcmp(suggestion.best, word) == 0)
        return false;
    return strncmp(word, "CUSTUB_", strlen("CUSTUB_")) == 0 ||
           (suggestion.best && suggestion.distance <= FEW);
}

static bool is_known(const gen_reader *reader, const char *word, gen_place place)
{
    for (const gen_misspelt *m = reader->of_file.misspelt; m; m = m->next)
        if (strcmp(m->word, word) == 0 && m->place.line == place.line &&
            m->place.column == place.column && strcmp(m->place.file, place.file) == 0)
            return true;
    return false;
}

static size_t word_length(const char *text)
{
    size_t length = 0;

    while (gen_expr_is_name_part(text[length]))
        length++;
    return length;
}

/* The text after the `#define` of a word; null if there is none. */
static const char *find_definition(const char *text, const char *word, size_t length)
{
    static const char define[] = "define ";

    while (length && (text = strstr(text, define))) {
        text += sizeof(define) - 1;
        if (strncmp(text, word, length) == 0 && !gen_expr_is_name_part(text[length]))
            return text + length;
    }
    return NULL;
}

/* Notes a word of the text. False if it does not look like one of the macros. */
static bool note(gen_reader *reader, CXTranslationUnit unit, CXFile file, const char *text,
                 size_t begin)
{
    CXSourceLocation location = clang_getLocationForOffset(unit, file, (unsigned)begin);
    gen_place place = gen_reader_location(reader, location);
    size_t end = begin + word_length(text + begin);
    const char *word = gen_arena_copy(reader->arena, text + begin, end - begin);
    gen_misspelt *misspelt;

    if (!is_misspelt(word) || is_known(reader, word, place) ||
        find_definition(text, word, end - begin))
        return false;
    while (gen_expr_is_space(text[end]))
        end++;
    misspelt = GEN_NEW(reader->arena, gen_misspelt);
    misspelt->word = word;
    misspelt->meant = nearest(word).best;
    misspelt->has_arguments = text[end] == '(';
    misspelt->place = place;
    misspelt->next = reader->of_file.misspelt;
    reader->of_file.misspelt = misspelt;
    return true;
}

/* For `CUSTUB_CONTRACT(saxpy)` the error may be inside the parentheses. */
static void note_before_parenthesis(gen_reader *reader, CXTranslationUnit unit, CXFile file,
                                    const char *text, size_t end)
{
    while (end > 0 && gen_expr_is_space(text[end - 1]))
        end--;
    if (end == 0 || text[--end] != '(')
        return;
    while (end > 0 && gen_expr_is_space(text[end - 1]))
        end--;
    while (end > 0 && gen_expr_is_name_part(text[end - 1]))
        end--;
    note(reader, unit, file, text, end);
}

/* Reads the words of a macro's text: some versions of libclang give the place of the macro's use.
 */
static void note_in_macro(gen_reader *reader, CXTranslationUnit unit, CXFile file, const char *text,
                          size_t use)
{
    const char *c = find_definition(text, text + use, word_length(text + use));

    for (; c && *c && (*c != '\n' || c[-1] == '\\'); c++)
        if (gen_expr_is_name_part(*c) && !gen_expr_is_name_part(c[-1]))
            note(reader, unit, file, text, (size_t)(c - text));
}

static void note_at(gen_reader *reader, CXTranslationUnit unit, CXSourceLocation location)
{
    CXFile file = NULL;
    unsigned offset = 0;
    size_t size = 0;
    const char *text;

    clang_getSpellingLocation(location, &file, NULL, NULL, &offset);
    text = file ? clang_getFileContents(unit, file, &size) : NULL;
    if (!text || offset >= size || note(reader, unit, file, text, offset))
        return;
    note_before_parenthesis(reader, unit, file, text, offset);
    note_in_macro(reader, unit, file, text, offset);
}

void gen_read_note_misspelt(gen_reader *reader, CXTranslationUnit unit)
{
    unsigned count = clang_getNumDiagnostics(unit);

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        const char *text = gen_reader_text(reader, clang_getDiagnosticSpelling(diagnostic));
        if (gen_read_error_kind(unit, diagnostic, text) == GEN_ERROR_PLAIN)
            note_at(reader, unit, clang_getDiagnosticLocation(diagnostic));
        clang_disposeDiagnostic(diagnostic);
    }
}

void gen_read_write_misspelt(const gen_reader *reader, gen_text *out)
{
    for (const gen_misspelt *m = reader->of_file.misspelt; m; m = m->next)
        gen_text_printf(out, "#define %s%s\n", m->word,
                        m->meant           ? gen_arena_format(reader->arena, " %s", m->meant)
                        : m->has_arguments ? "(...)"
                                           : "");
}

void gen_read_report_misspelt(gen_reader *reader)
{
    for (const gen_misspelt *m = reader->of_file.misspelt; m; m = m->next) {
        if (m->meant)
            gen_diag_error(reader->diag, m->place, "annotation-unknown",
                           "'%s' is not a macro of <custub/kernel.h>; did you mean '%s'?", m->word,
                           m->meant);
        else
            gen_diag_error(reader->diag, m->place, "annotation-unknown",
                           "'%s' is not a macro of <custub/kernel.h>, and nothing defines it; "
                           "define it, or remove it",
                           m->word);
    }
}

#include "frontend/unit/pragma_macro.h"

#include <string.h>

/* The unsaved file of this name, or null. */
static struct CXUnsavedFile *find(const gen_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->setup->blanked_count; i++)
        if (strcmp(reader->setup->blanked[i].Filename, name) == 0)
            return &reader->setup->blanked[i];
    return NULL;
}

/* True if a macro is defined as the pragma at the offset: "#define UNROLL #pragma unroll". */
static bool is_definition(const char *text, size_t size, size_t offset)
{
    static const char define[] = "define";
    static const char pragma[] = "pragma";
    size_t begin = offset;
    size_t at = offset + 1;

    if (offset >= size || text[offset] != '#')
        return false;
    while (at < size && (text[at] == ' ' || text[at] == '\t'))
        at++;
    if (at + strlen(pragma) > size || memcmp(text + at, pragma, strlen(pragma)) != 0)
        return false;
    while (begin > 0 && (text[begin - 1] != '\n' || (begin > 1 && text[begin - 2] == '\\')))
        begin--;
    while (begin < offset && strchr("# \t", text[begin]))
        begin++;
    return begin + strlen(define) <= offset && memcmp(text + begin, define, strlen(define)) == 0;
}

static void blank(char *text, size_t size, size_t offset)
{
    while (offset < size && text[offset] != '\n' && text[offset] != '\\')
        text[offset++] = ' ';
}

/* Blanks the pragma where an error of clang's is. */
static bool blank_at(gen_reader *reader, CXTranslationUnit unit, CXDiagnostic diagnostic)
{
    struct CXUnsavedFile *known;
    CXFile file = NULL;
    unsigned offset = 0;
    const char *name;
    const char *text;
    size_t size = 0;

    clang_getSpellingLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    text = file ? clang_getFileContents(unit, file, &size) : NULL;
    if (!text || !is_definition(text, size, offset))
        return false;
    name = gen_reader_text(reader, clang_getFileName(file));
    known = find(reader, name);
    if (!known) {
        gen_setup *setup = reader->setup;
        GEN_GROW(reader->arena, setup->blanked, setup->blanked_count, &setup->blanked_capacity);
        known = &setup->blanked[setup->blanked_count++];
        *known = (struct CXUnsavedFile){name, gen_arena_copy(reader->arena, text, size),
                                        (unsigned long)size};
    }
    if (known->Contents[offset] == ' ')
        return false;
    blank((char *)known->Contents, size, offset);
    return true;
}

bool gen_read_blank_pragmas(gen_reader *reader, CXTranslationUnit unit)
{
    unsigned count = clang_getNumDiagnostics(unit);
    bool found = false;

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        found |= clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
                 blank_at(reader, unit, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

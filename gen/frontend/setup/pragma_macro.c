#include "frontend/setup/pragma_macro.h"

#include <string.h>

/* The unsaved file of this name, or null. */
static struct CXUnsavedFile *find(const gen_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->setup->blanked_count; i++)
        if (strcmp(reader->setup->blanked[i].Filename, name) == 0)
            return &reader->setup->blanked[i];
    return NULL;
}

/* True if the pragma at the offset is what a macro is defined as: "#define UNROLL #pragma
 * unroll". */
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

/* The file's text, as a copy that may be changed. */
static char *own_text(gen_reader *reader, const char *name, const char *text, size_t size)
{
    gen_setup *setup = reader->setup;
    struct CXUnsavedFile *known = find(reader, name);

    if (!known) {
        GEN_GROW(reader->arena, setup->blanked, setup->blanked_count, &setup->blanked_capacity);
        known = &setup->blanked[setup->blanked_count++];
        *known = (struct CXUnsavedFile){name, gen_arena_copy(reader->arena, text, size),
                                        (unsigned long)size};
    }
    return (char *)known->Contents;
}

typedef struct file_walk {
    gen_reader *reader;
    CXTranslationUnit unit;
    bool found;
} file_walk;

static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    file_walk *walk = data;
    gen_reader *reader = walk->reader;
    const char *name = gen_reader_text(reader, clang_getFileName(file));
    size_t size = 0;
    const char *text = clang_getFileContents(walk->unit, file, &size);

    (void)stack;
    (void)depth;
    if (!text || strstr(name, "/custub-") || strcmp(name, reader->prelude_path) == 0)
        return;
    for (const char *at = text; at && (at = memchr(at, '#', size - (size_t)(at - text))); at++) {
        size_t offset = (size_t)(at - text);
        if (!is_definition(text, size, offset))
            continue;
        blank(own_text(reader, name, text, size), size, offset);
        walk->found = true;
    }
}

/* libclang 14 does not tell where a macro's text is, so all such macros become empty. Only nvcc can
 * use them, and only in bodies. */
bool gen_read_blank_pragmas(gen_reader *reader, CXTranslationUnit unit)
{
    file_walk walk = {reader, unit, false};
    unsigned count = clang_getNumDiagnostics(unit);

    for (unsigned i = 0; i < count && !walk.found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        bool in_macro = clang_getDiagnosticLocation(diagnostic).int_data >> 31;
        if (in_macro && clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
            clang_getInclusions(unit, visit_file, &walk);
        clang_disposeDiagnostic(diagnostic);
    }
    return walk.found;
}

#include "frontend/types/c_naming.h"

#include "frontend/reader/state.h"
#include "frontend/types/spelling.h"

#include <string.h>

/* --- Typedefs -------------------------------------------------------------------------------- */

static const char *unified_name(gen_reader *reader, CXCursor declaration)
{
    return gen_reader_text(reader, clang_getCursorUSR(declaration));
}

static bool is_tagged(enum CXCursorKind kind)
{
    return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl ||
           kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl;
}

/* The names of typedefs, by the USR of the type. */
static gen_name_table *typedefs_of(gen_reader *reader)
{
    static const char owner;

    return gen_table_of_file(reader, &owner);
}

/* If there are several typedefs, the one with the name of the tag counts, else the first. */
void gen_read_typedef(gen_reader *reader, CXCursor cursor)
{
    CXType type = clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(cursor));
    CXCursor declaration = clang_getTypeDeclaration(type);
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(cursor));
    gen_name_table *typedefs = typedefs_of(reader);
    const char *key;

    if (clang_getCursorKind(cursor) != CXCursor_TypedefDecl || !gen_reader_is_global(cursor) ||
        !is_tagged(clang_getCursorKind(declaration)) || clang_isConstQualifiedType(type) ||
        clang_isVolatileQualifiedType(type))
        return;
    key = unified_name(reader, declaration);
    if (!gen_name_table_find(typedefs, key) ||
        strcmp(name, gen_reader_text(reader, clang_getCursorSpelling(declaration))) == 0)
        gen_name_table_put(typedefs, key, (void *)gen_arena_string(reader->arena, name));
}

/* --- The header that --include names --------------------------------------------------------- */

/* True if the path ends with these components. */
static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path);
    size_t tail = strlen(end);

    return tail <= length && strcmp(path + length - tail, end) == 0 &&
           (tail == length || path[length - tail - 1] == '/');
}

/* The path may be relative to the folder of another file: "../inc/a.h". */
static bool is_own_header(const gen_reader *reader, const char *path)
{
    const char *header = reader->options->own_header;

    while (strncmp(header, "./", 2) == 0 || strncmp(header, "../", 3) == 0)
        header = strchr(header, '/') + 1;
    return ends_with(path, header) || ends_with(header, path);
}

typedef struct own_headers {
    gen_reader *reader;
    gen_name_table files;
} own_headers;

/* The first of the stack is the file that includes this one. */
static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    own_headers *own = data;
    gen_reader *reader = own->reader;
    const char *name = gen_reader_file_name(reader, file);
    bool is_own = is_own_header(reader, name);

    for (unsigned i = 0; i < depth && !is_own; i++) {
        CXFile includer;
        clang_getSpellingLocation(stack[i], &includer, NULL, NULL, NULL);
        is_own =
            includer && gen_name_table_find(&own->files, gen_reader_file_name(reader, includer));
    }
    if (is_own && depth > 0) {
        gen_name_table_put(&own->files, name, reader);
        reader->model->reads_own_header = true;
    }
}

static bool in_own_header(gen_reader *reader, const char *file)
{
    static const char owner;
    own_headers *own;

    if (!reader->options->own_header)
        return false;
    own = gen_state_of_unit(reader, &owner, sizeof(*own));
    if (!own->reader) {
        *own = (own_headers){.reader = reader, .files.arena = reader->arena};
        clang_getInclusions(reader->unit, visit_file, own);
    }
    return gen_name_table_find(&own->files, file) != NULL;
}

/* --- Tags ------------------------------------------------------------------------------------ */

static const char *keyword_of(CXCursor declaration, bool in_c)
{
    switch (clang_getCursorKind(declaration)) {
    case CXCursor_UnionDecl:
        return "union";
    case CXCursor_EnumDecl:
        return "enum";
    case CXCursor_ClassDecl:
        return in_c ? "struct" : "class";
    default:
        return "struct";
    }
}

/* "inner"; null if the type has no tag. The USR of `typedef struct { … } shape` ends in
 * "@SA@shape". */
static const char *tag_of(gen_reader *reader, CXCursor declaration)
{
    const char *unified = unified_name(reader, declaration);
    const char *last = strrchr(unified, '@');
    const char *tag = gen_reader_text(reader, clang_getCursorSpelling(declaration));

    if (!*tag || clang_Cursor_isAnonymous(declaration) || !last ||
        (last > unified && last[-1] == 'A'))
        return NULL;
    return tag;
}

/* True if C has the type: a type inside a struct is at global scope there, but C has no namespaces
 * or templates. */
static bool is_of_c(CXCursor declaration)
{
    for (CXCursor scope = declaration;; scope = clang_getCursorSemanticParent(scope)) {
        enum CXCursorKind kind = clang_getCursorKind(scope);
        if (kind == CXCursor_TranslationUnit)
            return true;
        if ((!is_tagged(kind) && kind != CXCursor_LinkageSpec && kind != CXCursor_UnexposedDecl) ||
            !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(scope)))
            return false;
    }
}

gen_c_naming gen_read_c_naming(gen_reader *reader, CXCursor declaration)
{
    const gen_place place = gen_reader_place(reader, declaration);
    gen_c_naming naming = {.in_header = strcmp(place.file, reader->model->path) != 0};
    const char *tag = tag_of(reader, declaration);

    naming.in_own_header = naming.in_header && in_own_header(reader, place.file);
    naming.typedef_name =
        gen_name_table_find(typedefs_of(reader), unified_name(reader, declaration));
    if (tag && is_of_c(declaration)) {
        naming.c_tag = gen_arena_format(reader->arena, "%s %s", keyword_of(declaration, true), tag);
        naming.cpp_tag =
            gen_arena_format(reader->arena, "%s %s", keyword_of(declaration, false),
                             gen_read_spelling(reader, clang_getCursorType(declaration)));
    }
    return naming;
}

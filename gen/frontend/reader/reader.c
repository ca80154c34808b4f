#include "frontend/reader/reader.h"

#include "frontend/reader/state.h"
#include "support/plain_file.h"

#include <string.h>

const char *gen_reader_text(gen_reader *reader, CXString string)
{
    const char *text = clang_getCString(string);
    const char *copy = text && *text ? gen_arena_string(reader->arena, text) : "";

    clang_disposeString(string);
    return copy;
}

void gen_reader_dispose(gen_reader *reader, CXTranslationUnit unit)
{
    if (reader->unit == unit) {
        reader->unit = NULL;
        reader->main_file = NULL;
    }
    reader->folders = NULL; /* it remembers the last file that was looked up */
    clang_disposeTranslationUnit(unit);
}

const char *gen_reader_file_name(gen_reader *reader, CXFile file)
{
    const char *name;

    if (!file)
        return reader->options->path;
    if (reader->main_file && clang_File_isEqual(file, reader->main_file))
        return reader->options->path;
    name = gen_reader_text(reader, clang_getFileName(file));
    return strcmp(name, reader->prelude_path) == 0 ? GEN_PRELUDE_FILE : name;
}

gen_place gen_reader_location(gen_reader *reader, CXSourceLocation location)
{
    gen_place place;
    CXFile file = NULL;

    clang_getExpansionLocation(location, &file, &place.line, &place.column, NULL);
    place.file = gen_reader_file_name(reader, file);
    if (!file) /* the place is in text of the command line */
        place.line = place.column = 0;
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

const char *gen_reader_enclosing_namespaces(gen_reader *reader, CXCursor cursor)
{
    CXCursor parent = clang_getCursorSemanticParent(cursor);

    while (!clang_Cursor_isNull(parent) && clang_getCursorKind(parent) != CXCursor_Namespace &&
           !clang_isTranslationUnit(clang_getCursorKind(parent)))
        parent = clang_getCursorSemanticParent(parent);
    if (clang_Cursor_isNull(parent) || clang_getCursorKind(parent) != CXCursor_Namespace)
        return "";
    return gen_reader_qualified_name(reader, parent);
}

bool gen_reader_is_global(CXCursor declaration)
{
    CXCursor parent = clang_getCursorSemanticParent(declaration);

    while (clang_getCursorKind(parent) == CXCursor_LinkageSpec ||
           clang_getCursorKind(parent) == CXCursor_UnexposedDecl)
        parent = clang_getCursorSemanticParent(parent);
    return clang_getCursorKind(parent) == CXCursor_TranslationUnit;
}

typedef struct field_visit {
    CXFieldVisitor visitor;
    CXClientData data;
} field_visit;

static enum CXVisitorResult visit_valid(CXCursor field, CXClientData data)
{
    const field_visit *visit = data;

    return clang_isInvalidDeclaration(field) ? CXVisit_Continue
                                             : visit->visitor(field, visit->data);
}

void gen_reader_visit_fields(CXType type, CXFieldVisitor visitor, CXClientData data)
{
    field_visit visit = {visitor, data};

    clang_Type_visitFields(type, visit_valid, &visit);
}

typedef struct child_search {
    enum CXCursorKind kind;
    CXCursor found;
} child_search;

static enum CXChildVisitResult visit_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    child_search *search = data;

    (void)parent;
    if (clang_getCursorKind(cursor) != search->kind)
        return CXChildVisit_Continue;
    search->found = cursor;
    return CXChildVisit_Break;
}

CXCursor gen_reader_child(CXCursor cursor, enum CXCursorKind kind)
{
    child_search search = {kind, clang_getNullCursor()};

    clang_visitChildren(cursor, visit_child, &search);
    return search.found;
}

bool gen_reader_is_within(gen_reader *reader, CXCursor cursor, const char *name)
{
    return strstr(gen_reader_qualified_name(reader, cursor), name) != NULL;
}

bool gen_reader_has_token(gen_reader *reader, CXSourceRange range, const char *token)
{
    CXToken *tokens = NULL;
    unsigned count = 0;
    bool found = false;

    clang_tokenize(reader->unit, range, &tokens, &count);
    for (unsigned i = 0; i < count && !found; i++) {
        CXString spelling = clang_getTokenSpelling(reader->unit, tokens[i]);
        const char *text = clang_getCString(spelling);
        found = text && strcmp(text, token) == 0;
        clang_disposeString(spelling);
    }
    clang_disposeTokens(reader->unit, tokens, count);
    return found;
}

void gen_reader_add_dependency(gen_reader *reader, const char *name)
{
    static const char owner;
    gen_name_table *known = gen_table_of_file(reader, &owner);
    gen_file_name *dependency;

    /* clang finds system headers through links and `..`, but build tools remove `..` without
     * following links. */
    if (strstr(name, "/../"))
        name = gen_real_path(reader->arena, name);
    if (gen_name_table_find(known, name))
        return;
    dependency = GEN_NEW(reader->arena, gen_file_name);
    dependency->name = name;
    GEN_APPEND(gen_file_name, reader->model->dependencies, dependency);
    gen_name_table_put(known, name, dependency);
}

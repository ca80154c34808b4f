/* The classes and enumerations that a type's spelling names. Which of their templates' arguments
 * clang writes there differs from one libclang to another, so that each is put in again, in full.
 */
#include "frontend/types/named_parts.h"

#include "frontend/types/nameable.h"
#include "frontend/types/spelling.h"
#include "frontend/types/template_instance.h"

#include <ctype.h>
#include <string.h>

#define MAX_PARTS 4096
#define MAX_DEPTH 32 /* of aliases, each written by another */

typedef struct part {
    struct part *next;
    const char *plain; /* as this libclang has it */
    CXType type;
} part;

typedef struct parts {
    gen_reader *reader;
    part *first;
    size_t count;
    unsigned depth;
} parts;

static void add_named(parts *list, CXType type)
{
    const char *plain = gen_read_plain_name(list->reader, type);
    part *added;

    if (!strchr(plain, '<') && !strstr(plain, "()::"))
        return;
    for (const part *p = list->first; p; p = p->next)
        if (strcmp(p->plain, plain) == 0)
            return;
    added = GEN_NEW(list->reader->arena, part);
    *added = (part){list->first, plain, type};
    list->first = added;
}

/* Not those in the arguments of a template, which its own full name says. */
static void add_parts(parts *list, CXType type)
{
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_Invalid || list->count++ > MAX_PARTS)
        return;
    if (type.kind == CXType_Record || type.kind == CXType_Enum) {
        add_named(list, type);
        return;
    }
    add_parts(list, clang_getPointeeType(type));
    add_parts(list, clang_getElementType(type));
    add_parts(list, clang_getResultType(type));
    if (type.kind == CXType_MemberPointer)
        add_parts(list, clang_Type_getClassType(type));
    for (int i = 0; i < clang_getNumArgTypes(type); i++)
        add_parts(list, clang_getArgType(type, (unsigned)i));
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* The one with the longest name that the text at `c` begins with, or null. */
static const part *part_at(const part *first, const char *c)
{
    const part *longest = NULL;
    size_t length = 0;

    for (const part *p = first; p; p = p->next) {
        size_t own = strlen(p->plain);
        if (own > length && strncmp(c, p->plain, own) == 0 &&
            (p->plain[own - 1] == '>' || (!is_of_name(c[own]) && c[own] != '<'))) {
            longest = p;
            length = own;
        }
    }
    return longest;
}

static const char *replace(gen_reader *reader, const part *first, const char *spelling)
{
    const char *replaced = "";
    const char *from = spelling; /* what is not copied yet */

    if (!first)
        return spelling;
    for (const char *c = spelling; *c;) {
        bool begins = c == spelling || (!is_of_name(c[-1]) && c[-1] != ':');
        const part *found = begins ? part_at(first, c) : NULL;
        if (!found) {
            c++;
            continue;
        }
        replaced = gen_arena_format(reader->arena, "%s%.*s%s", replaced, (int)(c - from), from,
                                    gen_read_full_name(reader, found->type, found->plain));
        c += strlen(found->plain);
        from = c;
    }
    return gen_arena_format(reader->arena, "%s%s", replaced, from);
}

const char *gen_read_all_arguments(gen_reader *reader, CXType type, const char *spelling)
{
    parts list = {.reader = reader};

    if (!strchr(spelling, '<') && !strstr(spelling, "()::"))
        return spelling;
    add_parts(&list, type);
    return replace(reader, list.first, spelling);
}

/* --- What is written where a type is used ---------------------------------------------------- */

static enum CXChildVisitResult add_written(CXCursor cursor, CXCursor parent, CXClientData data);

static enum CXChildVisitResult add_default(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_NonTypeTemplateParameter)
        clang_visitChildren(cursor, add_written, data);
    return CXChildVisit_Continue;
}

/* The classes around what is named. */
static void add_scopes(parts *list, CXCursor declaration)
{
    CXCursor scope = clang_getCursorSemanticParent(declaration);

    while (!clang_Cursor_isNull(scope) && !clang_isTranslationUnit(clang_getCursorKind(scope))) {
        CXType type = clang_getCanonicalType(clang_getCursorType(scope));
        if (type.kind == CXType_Record && gen_read_is_nameable(type))
            add_named(list, type);
        scope = clang_getCursorSemanticParent(scope);
    }
}

/* Also what aliases name, and the defaults of template parameters. */
static enum CXChildVisitResult add_written(CXCursor cursor, CXCursor parent, CXClientData data)
{
    parts *list = data;
    CXCursor declaration = clang_getCursorReferenced(cursor);
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (list->count++ > MAX_PARTS)
        return CXChildVisit_Break;
    if (clang_Cursor_isNull(declaration))
        return CXChildVisit_Recurse;
    add_scopes(list, declaration);
    if (list->depth == MAX_DEPTH)
        return CXChildVisit_Recurse;
    list->depth++;
    if (kind == CXCursor_TypeRef) {
        if (gen_read_is_nameable(clang_getCursorType(declaration)))
            add_parts(list, clang_getCursorType(declaration));
        if (clang_getCursorKind(declaration) == CXCursor_TypedefDecl ||
            clang_getCursorKind(declaration) == CXCursor_TypeAliasDecl)
            clang_visitChildren(declaration, add_written, list);
    } else if (kind == CXCursor_TemplateRef) {
        clang_visitChildren(declaration, add_default, list);
    }
    list->depth--;
    return CXChildVisit_Recurse;
}

const char *gen_read_all_names(gen_reader *reader, const char *argument)
{
    parts list = {.reader = reader};

    if (!strchr(argument, '<') || clang_Cursor_isNull(reader->written))
        return argument;
    clang_visitChildren(reader->written, add_written, &list);
    return replace(reader, list.first, argument);
}

CXCursor gen_read_written_in(gen_reader *reader, CXCursor declaration)
{
    CXCursor before = reader->written;

    reader->written = declaration;
    return before;
}

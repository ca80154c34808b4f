#include "frontend/names/global_name.h"

#include "contract/global_text.h"
#include "frontend/types/spelling.h"

#include <string.h>

/* --- What a token refers to ------------------------------------------------------------------ */

typedef struct reference_search {
    unsigned offset;
    CXCursor found;
} reference_search;

static enum CXChildVisitResult visit_reference(CXCursor cursor, CXCursor parent, CXClientData data)
{
    reference_search *search = data;
    CXCursor referenced = clang_getCursorReferenced(cursor);
    unsigned offset = 0;

    (void)parent;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &offset);
    if (offset == search->offset && !clang_Cursor_isNull(referenced) &&
        !clang_isInvalid(clang_getCursorKind(referenced)) &&
        clang_getCursorKind(cursor) != CXCursor_VarDecl)
        search->found = referenced;
    return CXChildVisit_Recurse;
}

static CXCursor referenced_at(CXCursor variable, unsigned offset)
{
    reference_search search = {offset, clang_getNullCursor()};

    clang_visitChildren(variable, visit_reference, &search);
    return search.found;
}

/* --- The name of a declaration --------------------------------------------------------------- */

static bool is_class(CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        return true;
    default:
        return false;
    }
}

/* True for a private or protected member, and for a member of such a class. */
static bool is_closed(CXCursor cursor)
{
    for (; !clang_Cursor_isNull(cursor) && clang_isDeclaration(clang_getCursorKind(cursor));
         cursor = clang_getCursorSemanticParent(cursor)) {
        enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(cursor);
        if (access == CX_CXXPrivate || access == CX_CXXProtected)
            return true;
    }
    return false;
}

/* The text of `name` before its last `::` outside template arguments: the class around it. */
static const char *class_around(gen_arena *arena, const char *name)
{
    size_t length = strlen(name);
    size_t depth = 0;

    while (length > 2) {
        length--;
        depth += name[length] == '>';
        depth -= name[length] == '<' && depth;
        if (depth == 0 && name[length] == ':' && name[length - 1] == ':')
            return gen_arena_copy(arena, name, length - 1);
    }
    return "";
}

/* The instance of `class`, a class template around the probe; null for other classes. */
static const char *instance_of(gen_reader *reader, gen_looked_up *at, CXCursor class)
{
    CXCursor pattern = clang_getCursorSemanticParent(at->variable); /* the probe itself */
    const char *name = at->instance;

    if (!name)
        return NULL;
    pattern = clang_getCursorSemanticParent(pattern);
    for (; is_class(pattern); pattern = clang_getCursorSemanticParent(pattern)) {
        if (clang_equalCursors(clang_getCanonicalCursor(pattern), clang_getCanonicalCursor(class)))
            return name;
        name = class_around(reader->arena, name);
    }
    return NULL;
}

static const char *scope_name(gen_reader *reader, gen_looked_up *at, CXCursor scope);

/* Null for an unnamed class, and for a template whose instance is unknown. */
static const char *class_name(gen_reader *reader, gen_looked_up *at, CXCursor class)
{
    const char *instance = instance_of(reader, at, class);
    const char *spelling = gen_reader_text(reader, clang_getCursorSpelling(class));
    const char *type;

    if (instance)
        return gen_expr_global_text(reader->arena, instance);
    if (!*spelling || strchr(spelling, '(') || clang_Cursor_isAnonymous(class))
        return NULL;
    type = gen_read_spelling(reader, clang_getCursorType(class));
    if (clang_getCursorKind(class) == CXCursor_ClassTemplate || strstr(type, "(anonymous namesp")) {
        const char *scope = scope_name(reader, at, clang_getCursorSemanticParent(class));
        return scope ? gen_arena_format(reader->arena, "%s::%s", scope, spelling) : NULL;
    }
    return strchr(type, '(') ? NULL : gen_expr_global_text(reader->arena, type);
}

/* "::a::b"; "" for the global scope. */
static const char *scope_name(gen_reader *reader, gen_looked_up *at, CXCursor scope)
{
    const char *qualified;

    if (is_class(scope))
        return class_name(reader, at, scope);
    scope = clang_getCursorKind(scope) == CXCursor_Namespace ? scope
                                                             : clang_getCursorSemanticParent(scope);
    if (clang_Cursor_isNull(scope) || clang_isTranslationUnit(clang_getCursorKind(scope)))
        return "";
    if (clang_getCursorKind(scope) != CXCursor_Namespace)
        return scope_name(reader, at, scope);
    qualified = gen_reader_qualified_name(reader, scope); /* without unnamed namespaces */
    return *qualified ? gen_arena_format(reader->arena, "::%s", qualified) : "";
}

static const char *argument_of(gen_reader *reader, gen_looked_up *at, CXCursor param)
{
    const gen_parameter_names *names = at->probe->carrier->names;
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(param));

    for (size_t i = 0; at->arguments && i < at->arguments->count; i++)
        if (strcmp(names && i < names->template_count ? names->templates[i]
                                                      : at->arguments->data[i].name,
                   name) == 0)
            return at->arguments->data[i].text
                       ? gen_expr_global_text(reader->arena, at->arguments->data[i].text)
                       : NULL;
    return NULL;
}

static bool is_declared_later(gen_reader *reader, const gen_looked_up *at, CXCursor declaration)
{
    const size_t *order =
        at->orders ? gen_name_table_find(at->orders,
                                         gen_reader_text(reader, clang_getCursorUSR(declaration)))
                   : NULL;

    return order && *order > at->last;
}

/* The qualified name of a declaration, or the argument of a template's parameter. */
static const char *name_of(gen_reader *reader, gen_looked_up *at, CXCursor declaration)
{
    CXCursor parent = clang_getCursorSemanticParent(declaration);
    const char *scope;

    if (is_declared_later(reader, at, declaration))
        return NULL;
    at->is_closed |= is_closed(declaration);
    switch (clang_getCursorKind(declaration)) {
    case CXCursor_TemplateTypeParameter:
    case CXCursor_NonTypeTemplateParameter:
    case CXCursor_TemplateTemplateParameter:
        return argument_of(reader, at, declaration);
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
        return class_name(reader, at, declaration);
    case CXCursor_Namespace:
        return scope_name(reader, at, declaration);
    case CXCursor_EnumConstantDecl: /* its name is also one of the scope around it */
        if (!clang_EnumDecl_isScoped(parent))
            parent = clang_getCursorSemanticParent(parent);
        break;
    default:
        break;
    }
    scope = scope_name(reader, at, parent);
    return scope ? gen_arena_format(reader->arena, "%s::%s", scope,
                                    gen_reader_text(reader, clang_getCursorSpelling(declaration)))
                 : NULL;
}

/* --- The text -------------------------------------------------------------------------------- */

const char *gen_read_global_name(gen_reader *reader, gen_looked_up *at)
{
    const char *text = at->probe->text;
    const char *done = text;
    const char *name = "";
    bool is_qualified = false;
    unsigned begin = 0;

    clang_getExpansionLocation(clang_getCursorLocation(at->variable), NULL, NULL, NULL, &begin);
    begin = gen_probe_text_offset(at->probe, begin);
    for (gen_expr_token token = gen_expr_token_next(text); token.kind != GEN_EXPR_TOKEN_END;
         token = gen_expr_token_next(token.begin + token.length)) {
        bool is_name =
            token.kind == GEN_EXPR_TOKEN_NAME && !is_qualified && !gen_expr_is_keyword(&token);
        is_qualified = gen_expr_token_is(&token, "::");
        if (!is_name)
            continue;
        CXCursor declaration = referenced_at(at->variable, begin + (unsigned)(token.begin - text));
        const char *full =
            clang_Cursor_isNull(declaration) ? NULL : name_of(reader, at, declaration);
        if (!full)
            return NULL;
        name = gen_arena_format(reader->arena, "%s%.*s%s", name, (int)(token.begin - done), done,
                                full);
        done = token.begin + token.length;
    }
    return gen_arena_format(reader->arena, "%s%s", name, done);
}

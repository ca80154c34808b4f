/* Stores what the program declares in namespaces and classes, so that names in contracts mean the
 * same as in C++. */
#include "frontend/names/scope_names.h"

#include <string.h>

bool gen_read_is_of_template(CXCursor cursor)
{
    for (; !clang_Cursor_isNull(cursor) && !clang_isTranslationUnit(clang_getCursorKind(cursor));
         cursor = clang_getCursorSemanticParent(cursor)) {
        enum CXCursorKind kind = clang_getCursorKind(cursor);
        if (kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization ||
            kind == CXCursor_TypeAliasTemplateDecl ||
            !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(cursor)))
            return true;
    }
    return false;
}

static void add_using(gen_reader *reader, const char *scope, const char *named, bool is_class)
{
    gen_using *u;

    for (u = reader->model->usings; u; u = u->next)
        if (strcmp(u->scope, scope) == 0 && strcmp(u->named, named) == 0)
            return;
    u = GEN_NEW(reader->arena, gen_using);
    *u = (gen_using){reader->model->usings, scope, named, is_class};
    reader->model->usings = u;
}

/* Keeps the last namespace of `a::b`. */
static enum CXChildVisitResult visit_namespace(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_NamespaceRef)
        *(CXCursor *)data = clang_getCursorReferenced(cursor);
    return CXChildVisit_Continue;
}

/* Enumerators of an unscoped enumeration also belong to the scope around it. */
static bool is_of_plain_enumeration(CXCursor cursor)
{
    return clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl &&
           !clang_EnumDecl_isScoped(clang_getCursorSemanticParent(cursor));
}

const char *gen_read_name_around(gen_reader *reader, CXCursor enumerator)
{
    CXCursor enumeration = clang_getCursorSemanticParent(enumerator);
    const char *scope =
        gen_reader_qualified_name(reader, clang_getCursorSemanticParent(enumeration));
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(enumerator));

    return *scope ? gen_arena_format(reader->arena, "%s::%s", scope, name) : name;
}

/* The name that a using declaration, a using directive or a namespace alias refers to. */
static const char *named_by(gen_reader *reader, CXCursor cursor)
{
    CXCursor named = clang_getCursorReferenced(cursor);

    if (clang_getCursorKind(cursor) != CXCursor_UsingDeclaration)
        clang_visitChildren(cursor, visit_namespace, &named);
    if (clang_getCursorKind(named) == CXCursor_OverloadedDeclRef)
        named = clang_getOverloadedDecl(named, 0);
    if (clang_Cursor_isNull(named) || clang_isInvalid(clang_getCursorKind(named)))
        return NULL;
    if (is_of_plain_enumeration(named))
        return gen_read_name_around(reader, named);
    return gen_reader_qualified_name(reader, named);
}

static void add_declared(gen_reader *reader, CXCursor cursor, const char *full, const char *alias)
{
    gen_declared *declared;

    if (gen_name_table_find(&reader->model->declared, full))
        return;
    declared = GEN_NEW(reader->arena, gen_declared);
    declared->order = reader->of_unit.declarations;
    declared->is_template = gen_read_is_of_template(cursor);
    declared->alias = alias && *alias && strcmp(alias, full) != 0 ? alias : NULL;
    gen_name_table_put(&reader->model->declared, full, declared);
}

/* Makes the members of the class or enumeration `type` members of `name`. libclang does not show
 * the members of a template's instance. */
static void add_members(gen_reader *reader, const char *name, CXType type)
{
    CXCursor declaration = clang_getTypeDeclaration(clang_getCanonicalType(type));
    gen_declared *declared = gen_name_table_find(&reader->model->declared, name);
    const char *named;

    if (clang_isInvalid(clang_getCursorKind(declaration)) || clang_Cursor_isAnonymous(declaration))
        return;
    if (gen_read_is_of_template(declaration)) {
        if (declared)
            declared->has_instance = true;
        return;
    }
    named = gen_reader_qualified_name(reader, declaration);
    if (strcmp(named, name) != 0)
        add_using(reader, name, named, true);
}

void gen_read_base(gen_reader *reader, CXCursor base, CXCursor holder)
{
    add_members(reader, gen_reader_qualified_name(reader, holder), clang_getCursorType(base));
}

void gen_read_declared(gen_reader *reader, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool is_alias = kind == CXCursor_UsingDeclaration || kind == CXCursor_NamespaceAlias;
    const char *scope;
    const char *full;

    reader->of_unit.declarations++;
    if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl)
        return;
    scope = gen_reader_qualified_name(reader, clang_getCursorSemanticParent(cursor));
    if (kind == CXCursor_UsingDirective) {
        const char *named = named_by(reader, cursor);
        if (named && *named)
            add_using(reader, scope, named, false);
        return;
    }
    full = gen_reader_text(reader, clang_getCursorSpelling(cursor));
    if (!*full)
        return;
    if (is_of_plain_enumeration(cursor))
        add_declared(reader, cursor, gen_read_name_around(reader, cursor), NULL);
    if (*scope)
        full = gen_arena_format(reader->arena, "%s::%s", scope, full);
    if (kind == CXCursor_Namespace && clang_Cursor_isInlineNamespace(cursor))
        add_using(reader, scope, full, false);
    add_declared(reader, cursor, full, is_alias ? named_by(reader, cursor) : NULL);
    if (kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl)
        add_members(reader, full, clang_getTypedefDeclUnderlyingType(cursor));
}

/* --- Functions with the same name ------------------------------------------------------------ */

void gen_read_note_function(gen_reader *reader, const char *name, CXCursor function)
{
    CXCursor canonical = clang_getCanonicalCursor(function);
    const CXCursor *known = gen_name_table_find(GEN_TABLE(reader, of_unit.functions), name);
    CXCursor *copy;

    if (known) {
        if (!clang_equalCursors(*known, canonical))
            gen_name_table_put(GEN_TABLE(reader, of_unit.overloaded), name, reader);
        return;
    }
    copy = GEN_NEW(reader->arena, CXCursor);
    *copy = canonical;
    gen_name_table_put(&reader->of_unit.functions, name, copy);
}

/* True in an unnamed namespace: there ::name may also find the CPU image's substitute for an absent
 * kernel. */
static bool in_unnamed_namespace(CXCursor function)
{
    CXCursor parent = clang_getCursorSemanticParent(function);

    while (!clang_Cursor_isNull(parent) && !clang_isTranslationUnit(clang_getCursorKind(parent))) {
        if (clang_getCursorKind(parent) == CXCursor_Namespace && clang_Cursor_isAnonymous(parent))
            return true;
        parent = clang_getCursorSemanticParent(parent);
    }
    return false;
}

bool gen_read_is_overloaded(gen_reader *reader, CXCursor kernel, const char *name)
{
    return gen_name_table_find(&reader->of_unit.overloaded, name) || in_unnamed_namespace(kernel);
}

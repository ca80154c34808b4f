#include "frontend/types/class_members.h"

#include "frontend/reader/header_owner.h"

void gen_read_visit_class(CXCursor declaration, CXCursorVisitor visitor, CXClientData data)
{
    clang_visitChildren(clang_getCursorDefinition(declaration), visitor, data);
    clang_visitChildren(clang_getSpecializedCursorTemplate(declaration), visitor, data);
}

CXType gen_read_element_of(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);

    while (canonical.kind == CXType_ConstantArray)
        canonical = clang_getCanonicalType(clang_getArrayElementType(canonical));
    return canonical;
}

/* --- Inherited constructors, `using Base::Base` ---------------------------------------------- */

/* clang's implicit body begins at the constructor's own place. */
bool gen_read_is_inherited(CXCursor function)
{
    CXCursor body = gen_reader_child(function, CXCursor_CompoundStmt);

    return clang_getCursorKind(function) == CXCursor_Constructor && !clang_Cursor_isNull(body) &&
           clang_equalLocations(clang_getRangeStart(clang_getCursorExtent(body)),
                                clang_getCursorLocation(function));
}

typedef struct inherited_walk {
    int parameters; /* of the inherited constructor */
    gen_constructor_visitor *visit;
    void *data;
} inherited_walk;

static void visit_bases(const inherited_walk *walk, CXCursor record);

static enum CXChildVisitResult visit_candidate(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const inherited_walk *walk = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (kind == CXCursor_Constructor && !clang_CXXMethod_isDefaulted(cursor) &&
        clang_Cursor_getNumArguments(cursor) == walk->parameters)
        walk->visit(cursor, walk->data);
    else if (kind == CXCursor_FunctionTemplate &&
             clang_getTemplateCursorKind(cursor) == CXCursor_Constructor)
        walk->visit(cursor, walk->data);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const inherited_walk *walk = data;
    CXType type = clang_getCursorType(cursor);
    CXCursor base = clang_getTypeDeclaration(gen_read_element_of(type));

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_CXXBaseSpecifier)
        return CXChildVisit_Continue;
    if (gen_read_element_of(type).kind != CXType_Record)
        walk->visit(clang_getNullCursor(), walk->data);
    gen_read_visit_class(base, visit_candidate, data);
    visit_bases(walk, base);
    return CXChildVisit_Continue;
}

static void visit_bases(const inherited_walk *walk, CXCursor record)
{
    gen_read_visit_class(record, visit_base, (void *)walk);
}

void gen_read_visit_inherited(CXCursor constructor, gen_constructor_visitor *visit, void *data)
{
    inherited_walk walk = {clang_Cursor_getNumArguments(constructor), visit, data};

    visit_bases(&walk, clang_getCursorSemanticParent(constructor));
}

/* --- Destructors ------------------------------------------------------------------------------ */

typedef struct destructor_walk {
    gen_reader *reader;
    bool found;
} destructor_walk;

static enum CXVisitorResult visit_destroyed_field(CXCursor field, CXClientData data)
{
    destructor_walk *walk = data;

    walk->found |= gen_read_has_destructor(walk->reader, clang_getCursorType(field));
    return walk->found ? CXVisit_Break : CXVisit_Continue;
}

static enum CXChildVisitResult visit_destructor(CXCursor cursor, CXCursor parent, CXClientData data)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    destructor_walk *walk = data;

    (void)parent;
    if (kind == CXCursor_Destructor)
        walk->found = !clang_CXXMethod_isDefaulted(cursor);
    else if (kind == CXCursor_CXXBaseSpecifier)
        walk->found = gen_read_element_of(clang_getCursorType(cursor)).kind != CXType_Record ||
                      gen_read_has_destructor(walk->reader, clang_getCursorType(cursor));
    return walk->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool gen_read_has_destructor(gen_reader *reader, CXType type)
{
    CXType record = gen_read_element_of(type);
    destructor_walk walk = {reader, false};
    CXCursor declaration = clang_getTypeDeclaration(record);

    if (record.kind != CXType_Record || gen_read_in_system(reader, declaration))
        return false;
    gen_read_visit_class(declaration, visit_destructor, &walk);
    if (!walk.found)
        gen_reader_visit_fields(record, visit_destroyed_field, &walk);
    return walk.found;
}

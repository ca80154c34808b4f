#include "reader.h"

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

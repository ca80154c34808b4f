#include "frontend/bodies/allocation.h"

#include "frontend/reader/header_owner.h"
#include "frontend/types/class_members.h"

#include <string.h>

typedef struct allocation_walk {
    gen_reader *reader;
    const char *name; /* "operator new" */
    gen_allocation_visit *visit;
    void *data;
} allocation_walk;

static bool is_function(enum CXCursorKind kind)
{
    return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
           kind == CXCursor_FunctionTemplate;
}

/* "operator new" and "operator new[]" */
static void visit_function(const allocation_walk *walk, CXCursor cursor)
{
    const char *name;

    if (!is_function(clang_getCursorKind(cursor)) || gen_read_in_system(walk->reader, cursor))
        return;
    name = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor));
    if (strncmp(name, walk->name, strlen(walk->name)) == 0)
        walk->visit(cursor, walk->data);
}

static void visit_class(const allocation_walk *walk, CXType type);

static enum CXChildVisitResult visit_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_CXXBaseSpecifier)
        visit_class(data, clang_getCursorType(cursor));
    else
        visit_function(data, cursor);
    return CXChildVisit_Continue;
}

static void visit_class(const allocation_walk *walk, CXType type)
{
    CXType record = gen_read_element_of(type);
    CXCursor declaration = clang_getTypeDeclaration(record);

    if (record.kind == CXType_Unexposed || record.kind == CXType_Dependent) {
        walk->visit(clang_getNullCursor(), walk->data); /* only known in an instance */
        return;
    }
    if (record.kind == CXType_Record && !gen_read_in_system(walk->reader, declaration))
        gen_read_visit_class(declaration, visit_member, (void *)walk);
}

static enum CXChildVisitResult visit_declaration(CXCursor cursor, CXCursor parent,
                                                 CXClientData data)
{
    (void)parent;
    visit_function(data, cursor);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult take_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = cursor;
    return CXChildVisit_Break;
}

CXType gen_read_deleted_type(CXCursor expression)
{
    CXCursor operand = clang_getNullCursor();

    clang_visitChildren(expression, take_child, &operand);
    return clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(operand)));
}

void gen_read_visit_allocation(gen_reader *reader, CXCursor expression, gen_allocation_visit *visit,
                               void *data)
{
    bool is_new = clang_getCursorKind(expression) == CXCursor_CXXNewExpr;
    const allocation_walk walk = {reader, is_new ? "operator new" : "operator delete", visit, data};
    CXType type = clang_getCanonicalType(clang_getCursorType(expression));

    visit_class(&walk, is_new ? clang_getPointeeType(type) : gen_read_deleted_type(expression));
    /* Outside of classes, these can only be declared at global scope. */
    clang_visitChildren(clang_getTranslationUnitCursor(reader->unit), visit_declaration,
                        (void *)&walk);
}

#include "frontend/reader/declaration_walk.h"

#include "frontend/reader/header_owner.h"

typedef struct declaration_walk {
    gen_reader *reader;
    gen_declaration_visitor *visitor;
    void *data;
    gen_declaration around;
} declaration_walk;

static bool is_class_template(enum CXCursorKind kind)
{
    return kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

static bool is_scope(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: /* libclang 14 shows `extern "C"` like this */
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
        return true;
    default:
        return is_class_template(kind);
    }
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const declaration_walk *outer = data;
    declaration_walk walk = *outer;
    gen_declaration *declaration = &walk.around;

    declaration->cursor = cursor;
    declaration->parent = parent;
    declaration->kind = clang_getCursorKind(cursor);
    declaration->in_system = gen_read_in_system(walk.reader, cursor);
    declaration->is_marked |= clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) != 0;
    walk.visitor(walk.reader, declaration, walk.data);
    if (declaration->in_system || !is_scope(declaration->kind))
        return CXChildVisit_Continue;
    declaration->in_template |= is_class_template(declaration->kind);
    declaration->in_union |= declaration->kind == CXCursor_UnionDecl;
    clang_visitChildren(cursor, visit, &walk);
    return CXChildVisit_Continue;
}

void gen_reader_visit_declarations(gen_reader *reader, CXTranslationUnit unit,
                                   gen_declaration_visitor *visitor, void *data)
{
    declaration_walk walk = {.reader = reader, .visitor = visitor, .data = data};

    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &walk);
}

bool gen_declaration_has_image_body(const gen_declaration *declaration)
{
    if (declaration->is_marked || declaration->in_union)
        return false;
    switch (declaration->kind) {
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        return clang_isCursorDefinition(declaration->cursor) != 0;
    default:
        return false;
    }
}

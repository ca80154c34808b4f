#include "frontend/declarations/declarations.h"

#include "frontend/annotations/annotation.h"
#include "frontend/annotations/dropped_annotations.h"
#include "frontend/annotations/misplaced.h"
#include "frontend/annotations/shadowing_macros.h"
#include "frontend/declarations/contract_of.h"
#include "frontend/declarations/device_variable.h"
#include "frontend/image/image_bodies.h"
#include "frontend/image/image_headers.h"
#include "frontend/image/refusal.h"
#include "frontend/kernels/kernel_reader.h"
#include "frontend/declarations/mangled.h"
#include "frontend/kernels/overload.h"
#include "frontend/declarations/prototype.h"
#include "frontend/reader/declaration_walk.h"
#include "frontend/declarations/redeclaration.h"
#include "frontend/declarations/stub_use.h"
#include "frontend/kernels/symbol.h"
#include "frontend/types/c_naming.h"
#include "frontend/unit/diagnostics.h"

#include <string.h>

typedef struct function_walk {
    gen_reader *reader;
    CXCursor function;
    bool is_global;
    bool has_annotation;
} function_walk;

/* Skips annotations inside the type of a parameter, such as a pointer to a function: nothing reads
 * them. */
static enum CXChildVisitResult visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_walk *walk = data;
    bool in_param = clang_getCursorKind(parent) == CXCursor_ParmDecl;

    switch (clang_getCursorKind(cursor)) {
    case CXCursor_CUDAGlobalAttr:
        walk->is_global = true;
        return CXChildVisit_Continue;
    case CXCursor_AnnotateAttr:
        walk->has_annotation |=
            gen_read_note_attribute(walk->reader, cursor, parent, walk->function);
        return CXChildVisit_Continue;
    case CXCursor_ParmDecl:
        return in_param ? CXChildVisit_Continue : CXChildVisit_Recurse;
    default:
        return CXChildVisit_Continue;
    }
}

/* A friend's annotations are in the scope of the class. */
static enum CXChildVisitResult visit_friend(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_walk walk = {data, cursor, false, false};

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl ||
        clang_getCursorKind(cursor) == CXCursor_FunctionTemplate)
        clang_visitChildren(cursor, visit_attribute, &walk);
    return CXChildVisit_Continue;
}

static void read_global(gen_reader *reader, CXCursor cursor, bool has_annotation)
{
    if (!gen_read_has_c_linkage(reader, cursor)) {
        gen_read_mangled(reader, cursor, has_annotation);
        return;
    }
    gen_read_note_prototype(reader, cursor);
    if (clang_isCursorDefinition(cursor))
        gen_read_kernel(reader, cursor, gen_reader_text(reader, clang_getCursorSpelling(cursor)),
                        NULL);
    else if (has_annotation)
        gen_read_redeclaration(reader, cursor);
}

static void read_function(gen_reader *reader, CXCursor cursor)
{
    function_walk walk = {reader, cursor, false, false};
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(cursor));

    gen_read_note_function(reader, name, cursor);
    clang_visitChildren(cursor, visit_attribute, &walk);
    if (gen_read_is_contract_name(name))
        gen_read_contract(reader, cursor, walk.is_global);
    else if (walk.is_global)
        read_global(reader, cursor, walk.has_annotation);
    else if (walk.has_annotation)
        gen_read_other_function(reader, cursor);
}

static void read_own(gen_reader *reader, const gen_declaration *declaration)
{
    CXCursor cursor = declaration->cursor;

    switch (declaration->kind) {
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
        read_function(reader, cursor);
        break;
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
        gen_read_typedef(reader, cursor);
        gen_read_own_integer(reader, cursor);
        gen_read_stray_annotations(reader, cursor);
        break;
    case CXCursor_VarDecl:
        gen_read_stray_annotations(reader, cursor);
        break;
    case CXCursor_FieldDecl:
        gen_read_field_annotations(reader, cursor);
        break;
    case CXCursor_FriendDecl:
        clang_visitChildren(cursor, visit_friend, reader);
        break;
    case CXCursor_StaticAssert:
        gen_read_stub_use(reader, declaration);
        break;
    default:
        break;
    }
}

static void visit_declaration(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    (void)data;
    gen_read_image_declaration(reader, declaration);
    gen_read_device_variable(reader, declaration);
    if (declaration->in_template) { /* its instances get the annotations of fields */
        if (declaration->kind == CXCursor_FieldDecl && !declaration->in_system)
            gen_read_field_annotations(reader, declaration->cursor);
        return;
    }
    gen_read_note_pragma(reader, declaration->cursor);
    if (!declaration->in_system)
        read_own(reader, declaration);
}

void gen_read_file(gen_reader *reader)
{
    gen_read_refusals(reader);
    gen_read_inclusions(reader);
    gen_reader_visit_declarations(reader, reader->unit, visit_declaration, NULL);
    gen_read_dropped_annotations(reader);
    gen_read_prototypes(reader);
    gen_read_stubs(reader);
    gen_read_all(reader);
    gen_read_settle_mangled(reader);
    gen_read_note_contracts(reader);
    gen_read_resolve_written(reader);
    gen_read_apply_contracts(reader);
    gen_read_overloads(reader);
}

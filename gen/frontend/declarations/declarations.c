#include "frontend/declarations/declarations.h"

#include "frontend/annotations/annotation.h"
#include "frontend/annotations/misplaced.h"
#include "frontend/annotations/shadowing_macros.h"
#include "frontend/declarations/device_variable.h"
#include "frontend/declarations/redeclaration.h"
#include "frontend/image/image_bodies.h"
#include "frontend/image/image_headers.h"
#include "frontend/image/refusal.h"
#include "frontend/kernels/same_contract.h"
#include "frontend/kernels/symbol.h"
#include "frontend/types/c_naming.h"

#include <string.h>

/* What the walk over a unit finds. */
typedef struct unit_walk {
    gen_reader *reader;
    gen_contracts *contracts; /* those of the source file */
    gen_traces traces;
    gen_overloads overloads;
    gen_definitions definitions;
    gen_prototypes prototypes;
    gen_stub_uses stubs;
    gen_mangled_kernels mangled;
} unit_walk;

typedef struct function_walk {
    unit_walk *unit;
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
        walk->has_annotation |= gen_read_note_attribute(walk->unit->reader, &walk->unit->traces,
                                                        cursor, parent, walk->function);
        return CXChildVisit_Continue;
    case CXCursor_ParmDecl:
        return in_param ? CXChildVisit_Continue : CXChildVisit_Recurse;
    default:
        return CXChildVisit_Continue;
    }
}

/* A friend's annotations are in the class's scope. */
static enum CXChildVisitResult visit_friend(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_walk walk = {data, cursor, false, false};

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl ||
        clang_getCursorKind(cursor) == CXCursor_FunctionTemplate)
        clang_visitChildren(cursor, visit_attribute, &walk);
    return CXChildVisit_Continue;
}

static void read_global(unit_walk *walk, CXCursor cursor, bool has_annotation)
{
    gen_reader *reader = walk->reader;

    if (!gen_read_has_c_linkage(reader, cursor)) {
        gen_read_mangled(reader, &walk->mangled, cursor, has_annotation);
        return;
    }
    gen_read_note_prototype(reader, &walk->prototypes, cursor);
    if (clang_isCursorDefinition(cursor))
        gen_read_kernel(
            reader, &walk->definitions, cursor,
            (gen_kernel_naming){.name = gen_reader_text(reader, clang_getCursorSpelling(cursor))});
    else if (has_annotation)
        gen_read_redeclaration(reader, cursor);
}

static void read_function(unit_walk *unit, CXCursor cursor)
{
    gen_reader *reader = unit->reader;
    function_walk walk = {unit, cursor, false, false};
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(cursor));

    gen_overloads_add(&unit->overloads, name, cursor);
    clang_visitChildren(cursor, visit_attribute, &walk);
    if (gen_read_is_contract_name(name))
        gen_read_contract(reader, unit->contracts, cursor, walk.is_global);
    else if (walk.is_global)
        read_global(unit, cursor, walk.has_annotation);
    else if (walk.has_annotation)
        gen_read_other_function(reader, cursor);
}

static void read_own(unit_walk *walk, const gen_declaration *declaration)
{
    gen_reader *reader = walk->reader;
    CXCursor cursor = declaration->cursor;

    switch (declaration->kind) {
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
        read_function(walk, cursor);
        break;
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
        gen_read_typedef(reader, cursor);
        gen_read_own_integer(reader, cursor);
        gen_read_stray_annotations(reader, &walk->traces, cursor);
        break;
    case CXCursor_VarDecl:
        gen_read_stray_annotations(reader, &walk->traces, cursor);
        break;
    case CXCursor_FieldDecl:
        gen_read_field_annotations(reader, &walk->traces, cursor);
        break;
    case CXCursor_FriendDecl:
        clang_visitChildren(cursor, visit_friend, walk);
        break;
    case CXCursor_StaticAssert:
        if (gen_read_stub_use(reader, &walk->stubs, declaration))
            gen_read_trace_attribute(reader, &walk->traces, cursor);
        break;
    default:
        break;
    }
}

static void visit_declaration(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    unit_walk *walk = data;

    gen_read_image_declaration(reader, declaration);
    gen_read_device_variable(reader, declaration);
    if (declaration->in_template) { /* its instances have the fields' annotations */
        if (declaration->kind == CXCursor_FieldDecl && !declaration->in_system)
            gen_read_field_annotations(reader, &walk->traces, declaration->cursor);
        return;
    }
    gen_read_note_pragma(reader, &walk->traces, declaration->cursor);
    if (!declaration->in_system)
        read_own(walk, declaration);
}

static void set_arenas(unit_walk *walk, gen_arena *arena)
{
    walk->overloads.functions.arena = walk->overloads.overloaded.arena = arena;
    walk->definitions.names.arena = walk->prototypes.names.arena = arena;
    walk->stubs.names.arena = walk->stubs.symbols.arena = walk->stubs.unified.arena = arena;
}

void gen_read_file(gen_reader *reader, gen_contracts *contracts)
{
    unit_walk walk = {.reader = reader, .contracts = contracts};

    set_arenas(&walk, reader->arena);
    gen_read_refusals(reader);
    gen_read_inclusions(reader);
    gen_reader_visit_declarations(reader, reader->unit, visit_declaration, &walk);
    gen_read_dropped_annotations(reader, &walk.traces);
    gen_read_prototypes(reader, &walk.prototypes, &walk.definitions);
    gen_read_stubs(reader, &walk.stubs, &walk.definitions);
    gen_read_all(reader, &walk.mangled, &walk.stubs, &walk.overloads, &walk.definitions);
    gen_read_settle_mangled(reader, &walk.mangled, &walk.stubs);
    gen_read_note_contracts(reader, contracts);
    gen_read_resolve_written(reader);
    gen_read_apply_contracts(reader, contracts, &walk.definitions, &walk.mangled, &walk.stubs);
    gen_read_check_same_contracts(reader, &walk.definitions);
    gen_read_overloads(reader, &walk.definitions, &walk.overloads);
}

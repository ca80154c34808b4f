#include "frontend/bodies/body.h"

#include "frontend/bodies/allocation.h"
#include "frontend/bodies/body_walk.h"
#include "frontend/bodies/call.h"
#include "frontend/bodies/shared_memory.h"
#include "frontend/image/initialized_switch.h"
#include "frontend/image/refusal.h"
#include "frontend/prelude/prelude_functions.h"
#include "frontend/reader/header_owner.h"
#include "frontend/reader/state.h"
#include "frontend/setup/arguments.h"
#include "frontend/types/class_members.h"
#include "frontend/unit/diagnostics.h"

#include <stdio.h>
#include <string.h>

typedef struct gen_body {
    struct gen_body *next; /* the next with the same hash */
    CXCursor function;
    gen_body_facts facts;
    unsigned depth; /* while it is visited, gen_bodies.depth; else 0 */
} gen_body;

typedef struct gen_bodies {
    gen_name_table table; /* lists of gen_body, by the hash of the function */
    unsigned depth;       /* the number of functions being visited, each called by the one before */
} gen_bodies;

static gen_bodies *state_of(gen_reader *reader)
{
    static const char owner;
    gen_bodies *bodies = gen_state_of_unit(reader, &owner, sizeof(*bodies));

    bodies->table.arena = reader->arena;
    return bodies;
}

static enum CXChildVisitResult visit_any(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)cursor;
    (void)parent;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

static enum CXChildVisitResult visit_body(CXCursor cursor, CXCursor parent, CXClientData data);

static void visit_function(CXCursor function, void *data);

/* Reads a called function of the program. */
static void read_function(gen_body_walk *walk, CXCursor callee)
{
    CXCursor definition = gen_read_definition_of(walk->reader, callee);
    gen_body_facts facts;

    if (gen_read_is_inherited(callee)) {
        gen_read_visit_inherited(callee, visit_function, walk);
        return;
    }
    if (clang_Cursor_isNull(definition)) {
        CXFile file = NULL;
        clang_getExpansionLocation(clang_getCursorLocation(callee), &file, NULL, NULL, NULL);
        if (file && !clang_CXXMethod_isDefaulted(callee)) /* not made by the compiler */
            gen_body_note_hidden(walk);
        return;
    }
    facts = gen_read_body(walk->reader, definition);
    gen_body_facts_merge(&walk->facts, &facts);
    gen_read_merge_shared(walk->reader, &walk->facts, &facts);
    if (facts.asks)
        gen_body_note_asking(walk);
}

static void visit_function(CXCursor function, void *data)
{
    if (clang_Cursor_isNull(function))
        gen_body_note_hidden(data);
    else
        read_function(data, function);
}

static void read_construction(gen_body_walk *walk, CXType type);

static enum CXVisitorResult visit_constructed_field(CXCursor field, CXClientData data)
{
    read_construction(data, clang_getCursorType(field));
    return CXVisit_Continue;
}

static enum CXChildVisitResult visit_constructed(CXCursor cursor, CXCursor parent,
                                                 CXClientData data)
{
    gen_body_walk *walk = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (kind == CXCursor_FieldDecl)
        clang_visitChildren(cursor, visit_body, data);
    else if (gen_read_is_special(walk->reader, cursor))
        read_function(walk, cursor);
    else if (kind == CXCursor_CXXBaseSpecifier &&
             gen_read_element_of(clang_getCursorType(cursor)).kind != CXType_Record)
        gen_body_note_hidden(walk);
    else if (kind == CXCursor_CXXBaseSpecifier)
        read_construction(walk, clang_getCursorType(cursor));
    return CXChildVisit_Continue;
}

/* Making or copying a value runs code that has no cursor at that place: initializers of members,
 * and constructors of members and bases. */
static void read_construction(gen_body_walk *walk, CXType type)
{
    CXType record = gen_read_element_of(type);
    CXCursor declaration = clang_getTypeDeclaration(record);

    if (record.kind != CXType_Record || gen_read_in_system(walk->reader, declaration))
        return;
    gen_reader_visit_fields(record, visit_constructed_field, walk);
    gen_read_visit_class(declaration, visit_constructed, walk);
}

static void read_call(gen_body_walk *walk, CXCursor call, CXCursor parent)
{
    gen_reader *reader = walk->reader;
    CXCursor callee = clang_getCursorReferenced(call);
    const char *name;

    if (clang_Cursor_isNull(callee) || !gen_read_is_function(clang_getCursorKind(callee))) {
        /* No callee: a call through a pointer, or one that is only decided when a template is
         * instantiated. A constructor that the compiler makes may have no cursor, either; then the
         * call has no parts. */
        bool has_parts = *gen_reader_text(reader, clang_getCursorSpelling(call)) != '\0';
        clang_visitChildren(call, visit_any, &has_parts);
        if (has_parts)
            gen_body_note_hidden(walk);
        return;
    }
    name = gen_reader_text(reader, clang_getCursorSpelling(callee));
    walk->facts.counts |= gen_read_adds_up(name);
    if (gen_read_asks(name, parent))
        gen_body_note_asking(walk);
    walk->facts.barrier |= gen_read_is_barrier(name);
    walk->facts.adds_lanes |= gen_read_adds_lanes(name);
    if (gen_read_is_index(name))
        gen_body_note_hidden(walk);
    if (gen_read_is_builtin(name))
        return;
    if (gen_reader_is_within(reader, callee, "cooperative_groups")) {
        gen_body_note_hidden(walk);
        return;
    }
    if (gen_read_in_system(reader, callee)) {
        if (gen_reader_is_within(reader, callee, "nvcuda")) /* a warp's matrices */
            walk->facts.barrier = walk->facts.adds_lanes = true;
        if (gen_prelude_has_gpu_texture_function(name))
            gen_body_note_unfit(walk, call, GEN_PRELUDE_GPU_TEXTURE);
        if (gen_read_hides_indices(reader, callee))
            gen_body_note_hidden(walk);
        if (gen_read_waits(reader, callee))
            walk->facts.barrier = walk->facts.counts = true;
        return;
    }
    if (clang_getCursorKind(callee) == CXCursor_Constructor ||
        gen_read_is_assignment(reader, callee))
        read_construction(walk, clang_getCursorType(clang_getCursorSemanticParent(callee)));
    if (clang_CXXMethod_isVirtual(callee)) /* the called function is unknown */
        gen_body_note_hidden(walk);
    read_function(walk, callee);
}

static void read_loop(gen_body_walk *walk, CXCursor loop)
{
    walk->loops++;
    clang_visitChildren(loop, visit_body, walk);
    walk->loops--;
}

static enum CXChildVisitResult visit_statement(gen_body_walk *walk, CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ForStmt:
        read_loop(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_SwitchStmt:
        walk->has_switch = true;
        break;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
        walk->jumps = true;
        break;
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        gen_body_note_unfit(walk, cursor, "inline PTX");
        gen_body_note_hidden(walk);
        break;
    case CXCursor_CXXForRangeStmt: /* calls begin, end, != and ++ */
        gen_body_note_hidden(walk);
        break;
    default:
        break;
    }
    return CXChildVisit_Recurse;
}

/* For `[i = f(n)]` libclang shows the parts of the call, but not the call. Capturing an object
 * copies it. */
static enum CXChildVisitResult visit_capture(CXCursor cursor, CXCursor parent, CXClientData data)
{
    gen_body_walk *walk = data;

    if (clang_getCursorKind(cursor) == CXCursor_VariableRef) {
        read_construction(walk, clang_getCursorType(clang_getCursorReferenced(cursor)));
    } else if (clang_getCursorKind(parent) == CXCursor_CallExpr &&
               !clang_equalCursors(parent, walk->captured)) {
        walk->captured = parent;
        read_call(walk, parent, clang_getNullCursor());
    }
    return CXChildVisit_Continue;
}

/* True for what libclang shows, and the source does not have there. */
static bool is_spurious(const gen_body_walk *walk, CXCursor cursor, CXCursor parent)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_CallExpr:
        return gen_read_is_own_object(walk->reader, cursor);
    case CXCursor_StructDecl: /* up to version 19, in casts that the compiler makes */
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
        return clang_isExpression(clang_getCursorKind(parent));
    default:
        return false;
    }
}

static void read_expression(gen_body_walk *walk, CXCursor cursor, CXCursor parent)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_CallExpr:
        read_call(walk, cursor, parent);
        gen_body_read_end_of_value(walk, cursor);
        break;
    case CXCursor_InitListExpr:
        read_construction(walk, clang_getCursorType(cursor));
        gen_body_read_end_of_value(walk, cursor);
        break;
    case CXCursor_CXXFunctionalCastExpr:
        gen_body_read_end_of_value(walk, cursor);
        break;
    case CXCursor_BinaryOperator:
        gen_body_read_binary(walk, cursor);
        break;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
        gen_body_read_volatile(walk, cursor);
        break;
    case CXCursor_LambdaExpr:
        clang_visitChildren(cursor, visit_capture, walk);
        break;
    case CXCursor_CXXNewExpr:
        gen_read_visit_allocation(walk->reader, cursor, visit_function, walk);
        break;
    case CXCursor_CXXDeleteExpr:
        gen_read_visit_allocation(walk->reader, cursor, visit_function, walk);
        gen_body_read_end_of_type(walk, gen_read_deleted_type(cursor));
        break;
    case CXCursor_MemberRefExpr:
        gen_body_note_refusal(walk, gen_read_missing(walk->reader, cursor));
        gen_body_read_volatile(walk, cursor);
        break;
    case CXCursor_DeclRefExpr:
        gen_body_read_name(walk, cursor, parent);
        break;
    default:
        break;
    }
}

static enum CXChildVisitResult visit_body(CXCursor cursor, CXCursor parent, CXClientData data)
{
    gen_body_walk *walk = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    if (clang_isStatement(kind))
        return visit_statement(walk, cursor);
    if (is_spurious(walk, cursor, parent))
        return CXChildVisit_Continue;
    if (clang_isExpression(kind))
        read_expression(walk, cursor, parent);
    else if (kind == CXCursor_ParmDecl || kind == CXCursor_VarDecl)
        gen_body_read_end_of_value(walk, cursor);
    else if (kind == CXCursor_OverloadedDeclRef) /* only an instantiation would resolve the name */
        gen_body_note_hidden(walk);
    else if (kind == CXCursor_CUDASharedAttr)
        gen_read_shared_variable(walk->reader, &walk->facts, parent);
    return CXChildVisit_Recurse;
}

/* A call without arguments uses default arguments, which may be written at another declaration. */
static void read_default_arguments(gen_body_walk *walk, CXCursor function)
{
    CXCursor first = clang_getCanonicalCursor(function);
    int count = clang_Cursor_getNumArguments(first);

    if (clang_equalCursors(first, function))
        return;
    for (int i = 0; i < count; i++)
        clang_visitChildren(clang_Cursor_getArgument(first, (unsigned)i), visit_body, walk);
}

/* True if the function's body was skipped. A line marker in a user's header can declare that what
 * follows is from a system header. */
static bool is_skipped(gen_reader *reader, CXCursor function)
{
    return reader->setup->skips_bodies &&
           clang_Location_isInSystemHeader(clang_getCursorLocation(function));
}

/* Every call uses stack; no real program nests calls so deep. */
#define MAX_CALLS 1000

gen_body_facts gen_read_body(gen_reader *reader, CXCursor function)
{
    gen_body_walk walk = {.reader = reader, .captured = clang_getNullCursor()};
    gen_bodies *bodies = state_of(reader);
    char hash[16];
    gen_body *first;
    gen_body *body;

    snprintf(hash, sizeof(hash), "%x", clang_hashCursor(function));
    first = gen_name_table_find(&bodies->table, hash);
    for (body = first; body; body = body->next)
        if (clang_equalCursors(body->function, function)) {
            /* A recursive call. The outer call will complete the facts, but those of the functions
             * in between are stored before that. */
            walk.facts = body->facts;
            if (body->depth && body->depth < bodies->depth)
                gen_body_note_hidden(&walk);
            return walk.facts;
        }
    if (bodies->depth == MAX_CALLS) {
        walk.facts.hidden = walk.facts.barrier = true;
        return walk.facts;
    }
    body = GEN_NEW(reader->arena, gen_body);
    body->function = function;
    body->next = first;
    gen_name_table_put(&bodies->table, gen_arena_string(reader->arena, hash), body);
    body->depth = ++bodies->depth;
    clang_visitChildren(function, visit_body, &walk);
    read_default_arguments(&walk, function);
    bodies->depth--;
    body->depth = 0;
    walk.facts.barrier |= walk.jumps && walk.facts.asks;
    if (walk.has_switch && gen_read_has_initialized_switch(reader, function))
        gen_body_note_hidden(&walk);
    if (gen_read_launches_kernels(reader, function)) {
        walk.facts.counts = true;
        gen_body_note_unfit(&walk, function, "a kernel launch");
    }
    gen_body_note_refusal(&walk, gen_read_refusal(reader, function));
    if (gen_read_has_error(reader, GEN_IN_BODY, function) || is_skipped(reader, function))
        walk.facts.unread = walk.facts.hidden = walk.facts.barrier = true;
    body->facts = walk.facts;
    return walk.facts;
}

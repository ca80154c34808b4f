#include "frontend/bodies/body_walk.h"

#include "frontend/bodies/call.h"
#include "frontend/bodies/shared_memory.h"
#include "frontend/image/refusal.h"
#include "frontend/types/class_members.h"

#include <string.h>

void gen_body_note_asking(gen_body_walk *walk)
{
    walk->facts.asks = true;
    walk->facts.barrier |= walk->loops > 0;
}

void gen_body_note_hidden(gen_body_walk *walk)
{
    walk->facts.hidden = walk->facts.barrier = true;
}

void gen_body_note_unfit(gen_body_walk *walk, CXCursor cursor, const char *reason)
{
    gen_place place = gen_reader_place(walk->reader, cursor);

    if (!walk->facts.unfit)
        walk->facts.unfit = gen_arena_format(walk->reader->arena, "%s (%s:%u)", reason,
                                             gen_model_file_of(place), place.line);
}

void gen_body_note_refusal(gen_body_walk *walk, const char *reason)
{
    if (reason && !walk->facts.unfit)
        walk->facts.unfit = reason;
}

void gen_body_read_end_of_type(gen_body_walk *walk, CXType type)
{
    if (gen_read_has_destructor(walk->reader, type))
        gen_body_note_hidden(walk);
}

void gen_body_read_end_of_value(gen_body_walk *walk, CXCursor value)
{
    gen_body_read_end_of_type(walk, clang_getCursorType(value));
}

void gen_body_read_volatile(gen_body_walk *walk, CXCursor cursor)
{
    if (gen_read_is_volatile(clang_getCursorType(cursor)))
        gen_body_note_asking(walk);
}

void gen_body_read_name(gen_body_walk *walk, CXCursor cursor, CXCursor parent)
{
    CXCursor variable = clang_getCursorReferenced(cursor);
    const char *component = "";
    const char *name;

    gen_body_note_refusal(walk, gen_read_missing(walk->reader, cursor));
    gen_body_read_volatile(walk, cursor);
    if (clang_getCursorKind(variable) != CXCursor_VarDecl)
        return;
    if (clang_getCursorLinkage(variable) >= CXLinkage_Internal) /* not local to a function */
        gen_read_shared_use(walk->reader, &walk->facts, variable);
    name = gen_reader_text(walk->reader, clang_getCursorSpelling(variable));
    if (clang_getCursorKind(parent) == CXCursor_MemberRefExpr)
        component = gen_reader_text(walk->reader, clang_getCursorSpelling(parent));
    gen_body_facts_add_index(&walk->facts, name, component);
}

/* The operands of an expression, and their number. */
typedef struct operands {
    CXCursor cursors[2];
    unsigned count;
} operands;

static enum CXChildVisitResult visit_operand(CXCursor cursor, CXCursor parent, CXClientData data)
{
    operands *of = data;

    (void)parent;
    if (of->count < 2)
        of->cursors[of->count] = cursor;
    of->count++;
    return CXChildVisit_Continue;
}

static operands operands_of(CXCursor cursor)
{
    operands of = {.count = 0};

    clang_visitChildren(cursor, visit_operand, &of);
    return of;
}

/* The axis, 0 to 2, if the expression is a component of the variable; else -1. */
static int axis_of(gen_reader *reader, CXCursor cursor, const char *variable)
{
    operands of = {.cursors = {cursor}, .count = 1};
    const char *component;

    for (; of.count == 1; of = operands_of(cursor)) {
        enum CXCursorKind kind;
        cursor = of.cursors[0];
        kind = clang_getCursorKind(cursor);
        if (kind == CXCursor_MemberRefExpr)
            break;
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr &&
            kind != CXCursor_CStyleCastExpr)
            return -1;
    }
    component = gen_reader_text(reader, clang_getCursorSpelling(cursor));
    of = operands_of(cursor);
    if (of.count != 1 || component[0] < 'x' || component[0] > 'z' || component[1] ||
        strcmp(gen_reader_text(reader, clang_getCursorSpelling(of.cursors[0])), variable) != 0)
        return -1;
    return component[0] - 'x';
}

void gen_body_read_binary(gen_body_walk *walk, CXCursor cursor)
{
    operands of = operands_of(cursor);

    for (int i = 0; i < 2 && of.count == 2; i++) {
        int block = axis_of(walk->reader, of.cursors[i], "blockIdx");
        int size = block < 0 ? -1 : axis_of(walk->reader, of.cursors[1 - i], "blockDim");
        if (size >= 0 && size != block &&
            gen_reader_has_token(walk->reader, clang_getCursorExtent(cursor), "*"))
            walk->facts.rows |= UINT32_C(1) << size;
    }
}

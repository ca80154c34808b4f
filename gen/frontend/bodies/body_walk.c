#include "frontend/bodies/body_walk.h"

#include "frontend/bodies/call.h"
#include "frontend/bodies/shared_memory.h"
#include "frontend/image/refusal.h"
#include "frontend/types/class_members.h"

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

void gen_body_read_end_of_value(gen_body_walk *walk, CXCursor value)
{
    if (gen_read_has_destructor(walk->reader, clang_getCursorType(value)))
        gen_body_note_hidden(walk);
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

/* Structs that nvcc lays out unlike clang, as random ones that were held against the PTX of nvcc
 * 13.0 have shown: bytes that are passed for them would lie elsewhere than the kernel reads them.
 */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

typedef struct layout_walk {
    gen_reader *reader;
    CXType record;
    bool is_packed; /* by an attribute of its own */
    bool is_aligned;
    const char *why;
} layout_walk;

typedef struct attributes {
    bool packed;
    bool aligned;
} attributes;

static enum CXChildVisitResult visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    attributes *found = data;

    (void)parent;
    found->packed |= clang_getCursorKind(cursor) == CXCursor_PackedAttr;
    found->aligned |= clang_getCursorKind(cursor) == CXCursor_AlignedAttr;
    return CXChildVisit_Continue;
}

static attributes attributes_of(CXCursor declaration)
{
    attributes found = {false, false};

    clang_visitChildren(declaration, visit_attribute, &found);
    return found;
}

/* The greatest number that a field's `alignas(16)` or `aligned(16)` names, or the prelude's
 * alignas: libclang has no other way to it. */
static long written_alignment(gen_reader *reader, CXCursor field)
{
    static const char *const words[] = {"alignas(", "aligned(", "aligned__(",
                                        "custub_prelude_alignment<"};
    const char *printed = gen_reader_text(reader, clang_getCursorPrettyPrinted(field, NULL));
    long greatest = 0;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        for (const char *c = strstr(printed, words[i]); c; c = strstr(c, words[i])) {
            char *end;
            long value = strtol(c + strlen(words[i]), &end, 10);
            c += strlen(words[i]);
            if ((*end == ')' || *end == '>') && value > greatest)
                greatest = value;
        }
    }
    return greatest;
}

/* Of `typedef double loose __attribute__((aligned(4)))`, also in an array, and in a place or a
 * class that a double could not have: nvcc still gives it a double's. */
static bool is_loosened(CXCursor field, CXType record)
{
    CXType type = clang_getCursorType(field);
    long long natural;

    for (;;) {
        CXType element = clang_getArrayElementType(type);
        if (element.kind == CXType_Invalid)
            break;
        type = element;
    }
    natural = clang_Type_getAlignOf(clang_getCanonicalType(type));
    return clang_Type_getAlignOf(type) < natural &&
           (clang_Cursor_getOffsetOfField(field) % (8 * natural) != 0 ||
            clang_Type_getSizeOf(record) % natural != 0);
}

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    layout_walk *walk = data;
    gen_arena *arena = walk->reader->arena;
    const char *name = gen_reader_text(walk->reader, clang_getCursorSpelling(field));
    CXType type = clang_getCursorType(field);
    bool aligned = attributes_of(field).aligned;

    if (gen_read_is_uncertain_member(walk->reader, field, walk->record))
        walk->why = gen_arena_format(arena, "its member '%s' is [[no_unique_address]]", name);
    else if (!walk->is_packed && is_loosened(field, walk->record))
        walk->why = gen_arena_format(arena,
                                     "the type of its member '%s' has an alignment that is "
                                     "less than its natural one",
                                     name);
    else if (aligned && walk->is_packed && walk->is_aligned)
        walk->why =
            gen_arena_format(arena, "it is packed and aligned, and so is its member '%s'", name);
    else if (aligned &&
             written_alignment(walk->reader, field) > clang_Type_getAlignOf(walk->record))
        walk->why =
            gen_arena_format(arena, "#pragma pack lessens the alignment of its member '%s'", name);
    else if (clang_getCanonicalType(type).kind == CXType_IncompleteArray &&
             clang_Cursor_getOffsetOfField(field) != 8 * clang_Type_getSizeOf(walk->record))
        walk->why = gen_arena_format(arena, "it ends within the array '%s', of no size", name);
    return walk->why ? CXVisit_Break : CXVisit_Continue;
}

/* Clang does not pack bases. */
static enum CXChildVisitResult visit_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
    layout_walk *walk = data;

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_CXXBaseSpecifier &&
        clang_Type_getAlignOf(clang_getCursorType(cursor)) > 1)
        walk->why = "it is packed, and has a base class";
    return CXChildVisit_Continue;
}

const char *gen_read_uncertain_layout(gen_reader *reader, CXType record)
{
    CXCursor declaration = clang_getTypeDeclaration(record);
    attributes own = attributes_of(declaration);
    layout_walk walk = {reader, record, own.packed, own.aligned, NULL};

    if (own.packed)
        clang_visitChildren(declaration, visit_base, &walk);
    if (!walk.why)
        gen_reader_visit_fields(record, visit_field, &walk);
    return walk.why;
}

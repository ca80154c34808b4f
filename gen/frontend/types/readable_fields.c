/* The numbers in a record that C cannot describe. Contracts read them at their offsets. */
#include "frontend/types/readable_fields.h"

#include "frontend/annotations/annotation.h"
#include "frontend/types/record.h"
#include "frontend/types/type_reader.h"

#include <string.h>

typedef struct readable_walk {
    gen_reader *reader;
    gen_record *record;
    size_t capacity;
    gen_place place;
    uint64_t first_bit; /* of the current unnamed struct, in the record */
    bool is_closed;     /* the current unnamed struct is not public */
    bool in_union;      /* the current unnamed struct is a union, or inside one */
} readable_walk;

static gen_field *append(readable_walk *walk)
{
    gen_record *record = walk->record;

    GEN_GROW(walk->reader->arena, record->readable, record->readable_count, &walk->capacity);
    return &record->readable[record->readable_count++];
}

static enum CXVisitorResult visit_field(CXCursor cursor, CXClientData data)
{
    readable_walk *walk = data;
    CXType type = clang_getCursorType(cursor);
    const char *name = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor));
    long long bit = clang_Cursor_getOffsetOfField(cursor);
    bool is_unnamed =
        !*name || strstr(name, "(anonymous") != NULL; /* later libclangs say "(anonymous …)" */
    bool is_closed = walk->is_closed || clang_getCXXAccessSpecifier(cursor) != CX_CXXPublic;
    gen_field *field;

    if (bit < 0)
        return CXVisit_Continue;
    bit += (long long)walk->first_bit;
    if (is_unnamed) {
        readable_walk inner = *walk;
        inner.first_bit = (uint64_t)bit;
        inner.is_closed = is_closed;
        inner.in_union |=
            clang_getCursorKind(clang_getTypeDeclaration(clang_getCanonicalType(type))) ==
            CXCursor_UnionDecl;
        if (clang_getCanonicalType(type).kind == CXType_Record)
            gen_reader_visit_fields(type, visit_field, &inner);
        walk->capacity = inner.capacity;
        return CXVisit_Continue;
    }
    field = append(walk);
    field->name = name;
    field->type = gen_read_is_long_double(type)
                      ? NULL
                      : gen_read_field_type(walk->reader, type, walk->place, name);
    field->offset = (uint64_t)bit / 8;
    field->is_bit_field = clang_Cursor_isBitField(cursor) != 0;
    field->is_closed = is_closed;
    field->in_union = walk->in_union;
    field->place = gen_reader_place(walk->reader, cursor);
    field->annotations = gen_read_annotations(walk->reader, cursor);
    return CXVisit_Continue;
}

/* Fields that cannot be read are reported only when a contract names them. */
void gen_read_readable(gen_reader *reader, gen_record *record, CXType canonical, gen_place place)
{
    readable_walk walk = {
        .reader = reader, .record = record, .place = place, .in_union = record->is_union};
    gen_diag *diag = reader->diag;
    gen_diag scratch;

    gen_diag_initialize(&scratch, reader->arena);
    reader->diag = &scratch;
    gen_reader_visit_fields(canonical, visit_field, &walk);
    reader->diag = diag;
}

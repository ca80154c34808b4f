#include "frontend/types/record.h"

#include "frontend/annotations/annotation.h"
#include "frontend/reader/state.h"
#include "frontend/types/c_naming.h"
#include "frontend/types/readable_fields.h"
#include "frontend/types/spelling.h"
#include "frontend/types/template_arguments.h"
#include "frontend/types/type_reader.h"
#include "model/vector_table.h"

#include <string.h>

bool gen_read_is_long_double(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;

    while (kind == CXType_ConstantArray || kind == CXType_IncompleteArray) {
        type = clang_getArrayElementType(clang_getCanonicalType(type));
        kind = clang_getCanonicalType(type).kind;
    }
    return kind == CXType_LongDouble || kind == CXType_Float128;
}

typedef struct field_walk {
    gen_reader *reader;
    gen_record *record;
    size_t capacity;
    gen_place place;
    const char *what;
    bool plain;
} field_walk;

/* Keeps the first reason. */
static void deny(field_walk *walk, const char *why)
{
    if (walk->plain)
        walk->record->why_bytes = why;
    walk->plain = false;
}

static void deny_field(field_walk *walk, const char *name, const char *why)
{
    deny(walk, gen_arena_format(walk->reader->arena, "'%s' %s", name, why));
}

/* C cannot describe a record if it cannot describe one of its parts. */
static void add_part(field_walk *walk, const gen_type *type, const char *name)
{
    const gen_type *element = type;

    while (element && element->kind == GEN_TYPE_ARRAY) {
        if (element->count == 0)
            deny_field(walk, name, "is an array of no elements");
        element = element->element;
    }
    if (!element || element->kind == GEN_TYPE_INCOMPLETE) {
        deny_field(walk, name, "has a type that C has not");
    } else if (element->kind == GEN_TYPE_RECORD) {
        if (!element->record->is_plain)
            deny_field(walk, name, "has none");
        walk->record->has_long_double |= element->record->has_long_double;
    }
}

static gen_field *append_field(field_walk *walk)
{
    gen_record *record = walk->record;

    GEN_GROW(walk->reader->arena, record->fields, record->field_count, &walk->capacity);
    return &record->fields[record->field_count++];
}

/* Names a struct that is defined at the field: it has only the field's name. */
static void name_after_field(field_walk *walk, const gen_type *type, const char *name)
{
    gen_record *record;

    while (type->kind == GEN_TYPE_ARRAY)
        type = type->element;
    record = type->kind == GEN_TYPE_RECORD ? type->record : NULL;
    if (!record || !strstr(record->spelling, "(unnamed "))
        return;
    record->spelling =
        gen_arena_format(walk->reader->arena, "%s::%s", walk->record->spelling, name);
    record->tag = gen_read_identifier(walk->reader, record->spelling);
}

static void add_field(field_walk *walk, CXCursor cursor)
{
    CXType type = clang_getCursorType(cursor);
    long long bits = clang_Cursor_getOffsetOfField(cursor);
    const char *name = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor));
    gen_field *field;
    const gen_type *field_type;

    if (gen_read_is_long_double(type))
        walk->record->has_long_double = true;
    if (clang_Cursor_isBitField(cursor) || bits < 0 || bits % 8 != 0)
        deny_field(walk, name, "is a bit-field");
    if (clang_getCXXAccessSpecifier(cursor) != CX_CXXPublic)
        deny_field(walk, name, "is not public");
    if (walk->record->has_long_double)
        deny_field(walk, name, "is a long double");
    if (gen_read_is_long_double(type))
        return;
    field_type = gen_read_field_type(walk->reader, type, walk->place, walk->what);
    add_part(walk, field_type, name);
    if (!*name)
        deny(walk, "a field has no name");
    if (!walk->plain)
        return;
    name_after_field(walk, field_type, name);
    field = append_field(walk);
    field->name = name;
    field->type = field_type;
    field->offset = (uint64_t)bits / 8;
    field->place = gen_reader_place(walk->reader, cursor);
    field->annotations = gen_read_annotations(walk->reader, cursor);
}

static void find_base_annotation(gen_record *record, const gen_type *base)
{
    size_t count;
    const gen_field *fields;

    if (record->base_annotation || !base || base->kind != GEN_TYPE_RECORD)
        return;
    record->base_annotation = base->record->base_annotation;
    fields = gen_model_fields(base->record, &count);
    for (size_t i = 0; i < count && !record->base_annotation; i++)
        record->base_annotation = fields[i].annotations;
}

/* Adds a base, or an anonymous struct or union: a part of the record without a name. */
static void add_unnamed_part(field_walk *walk, CXCursor cursor)
{
    const gen_type *type =
        gen_read_field_type(walk->reader, clang_getCursorType(cursor), walk->place, walk->what);

    if (clang_getCursorKind(cursor) == CXCursor_CXXBaseSpecifier) {
        deny(walk, "it has a base class");
        find_base_annotation(walk->record, type);
    } else {
        deny(walk, "it has members of an unnamed struct or union");
    }
    add_part(walk, type, "");
}

static enum CXChildVisitResult visit_field(CXCursor cursor, CXCursor parent, CXClientData data)
{
    field_walk *walk = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (clang_isInvalidDeclaration(cursor))
        deny(walk, "it has members that clang takes for errors");
    else if (kind == CXCursor_FieldDecl)
        add_field(walk, cursor);
    else if (kind == CXCursor_CXXBaseSpecifier ||
             ((kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl) &&
              clang_Cursor_isAnonymousRecordDecl(cursor)))
        add_unnamed_part(walk, cursor);
    else if ((kind == CXCursor_CXXMethod || kind == CXCursor_Destructor) &&
             clang_CXXMethod_isVirtual(cursor))
        deny(walk, "it has virtual functions");
    return CXChildVisit_Continue;
}

/* True if C would give the fields the offsets that clang computed for the device, in a struct with
 * this alignment. */
static bool has_natural_layout(const gen_record *record)
{
    uint64_t end = 0;

    for (size_t i = 0; i < record->field_count; i++) {
        const gen_field *field = &record->fields[i];
        uint64_t align = field->type->align;
        if (align > record->align || (end + align - 1) / align * align != field->offset)
            return false;
        end = field->offset + field->type->size;
    }
    return (end + record->align - 1) / record->align * record->align == record->size;
}

static void add_to_parts(field_walk *walk, CXType type, bool is_base)
{
    gen_record *record = walk->record;
    const gen_type *part;

    record->parts++;
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (type.kind != CXType_Record)
        return;
    part = gen_read_field_type(walk->reader, type, walk->place, walk->what);
    if (is_base)
        find_base_annotation(record, part);
    if (part && part->kind == GEN_TYPE_RECORD) {
        record->parts += part->record->parts;
        record->has_long_double |= part->record->has_long_double;
    }
}

static enum CXChildVisitResult count_part(CXCursor cursor, CXCursor parent, CXClientData data)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (clang_isInvalidDeclaration(cursor))
        return CXChildVisit_Continue;
    if (kind == CXCursor_FieldDecl || kind == CXCursor_CXXBaseSpecifier ||
        ((kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl) &&
         clang_Cursor_isAnonymousRecordDecl(cursor)))
        add_to_parts(data, clang_getCursorType(cursor), kind == CXCursor_CXXBaseSpecifier);
    return CXChildVisit_Continue;
}

/* Counts the fields of a template's instance, which are not children of its cursor. */
static enum CXVisitorResult count_field(CXCursor field, CXClientData data)
{
    field_walk *walk = data;
    CXType type = clang_getCursorType(field);

    walk->record->has_long_double |= gen_read_is_long_double(type);
    add_to_parts(walk, type, false);
    return CXVisit_Continue;
}

static void read_fields(field_walk *walk, CXCursor declaration)
{
    gen_record *record = walk->record;

    clang_visitChildren(declaration, count_part, walk);
    if (record->parts == 0)
        gen_reader_visit_fields(clang_getCursorType(declaration), count_field, walk);
    if (record->parts > GEN_MAX_RECORD_PARTS) {
        deny(walk, "it has thousands of parts");
        return;
    }
    clang_visitChildren(declaration, visit_field, walk);
    record->is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
    if (record->is_union)
        deny(walk, "it is a union");
    if (record->field_count == 0)
        deny(walk, clang_Type_getNumTemplateArguments(clang_getCursorType(declaration)) > 0
                       ? "it is made of a template"
                       : "it has no fields");
    if (!has_natural_layout(record))
        deny(walk, "they lie elsewhere than C would lay them");
    record->is_plain = walk->plain;
}

/* True for a class of CUDA's for which custub has a C type, such as "__half". */
static bool read_cuda_scalar(gen_reader *reader, gen_type *type)
{
    const custub_scalar scalar = gen_scalar_of_cuda(type->spelling);
    const gen_scalar_row *row = gen_scalar_row_of(scalar);

    if (scalar == CUSTUB_SCALAR_NONE || type->size != row->bytes)
        return false;
    type->kind = GEN_TYPE_SCALAR;
    type->scalar = scalar;
    type->c_name = row->c_name;
    type->builtin = gen_arena_format(reader->arena, "::%s", row->cuda_name);
    return true;
}

/* A unique key. The spelling is not unique: types that are local to functions, or made from such
 * types by a template, can share it. */
static const char *key_of(gen_reader *reader, const gen_type *type, CXType canonical)
{
    const char *unified =
        gen_reader_text(reader, clang_getCursorUSR(clang_getTypeDeclaration(canonical)));

    return *unified ? gen_arena_format(reader->arena, "%s %s", type->spelling, unified)
                    : type->spelling;
}

/* A new record is emitted as bytes until its fields are known. */
static gen_record *make_record(gen_reader *reader, const gen_type *type, const char *key)
{
    gen_record *record = GEN_NEW(reader->arena, gen_record);

    record->key = key;
    record->spelling = type->spelling;
    record->tag = gen_read_identifier(reader, type->spelling);
    record->size = type->size;
    record->align = type->align;
    return record;
}

typedef struct gen_records {
    gen_name_table keys;
    gen_record **last; /* in the model */
} gen_records;

static gen_records *state_of(gen_reader *reader)
{
    static const char owner;
    gen_records *records = gen_state_of_file(reader, &owner, sizeof(*records));

    records->keys.arena = reader->arena;
    if (!records->last)
        records->last = &reader->model->records;
    return records;
}

static void add_record(gen_reader *reader, gen_record *record)
{
    *state_of(reader)->last = record;
    state_of(reader)->last = &record->next;
    if (!gen_name_table_find(&state_of(reader)->keys, record->key))
        gen_name_table_put(&state_of(reader)->keys, record->key, record);
}

static bool has_annotations(const gen_record *record)
{
    size_t count;
    const gen_field *fields = gen_model_fields(record, &count);

    while (count > 0 && !fields[count - 1].annotations)
        count--;
    return count > 0;
}

const gen_type *gen_read_record(gen_reader *reader, gen_type *type, CXType canonical,
                                gen_place place, const char *what)
{
    CXCursor declaration = clang_getCursorDefinition(clang_getTypeDeclaration(canonical));
    field_walk walk = {.reader = reader, .place = place, .what = what, .plain = true};
    const char *key;

    type->spelling = gen_read_spelling(reader, canonical);
    if (read_cuda_scalar(reader, type))
        return type;
    type->kind = GEN_TYPE_RECORD;
    key = key_of(reader, type, canonical);
    type->record = gen_name_table_find(&state_of(reader)->keys, key);
    if (type->record)
        return type;
    walk.record = make_record(reader, type, key);
    read_fields(&walk, declaration);
    walk.record->naming = gen_read_c_naming(reader, declaration);
    if (gen_reader_is_global(declaration))
        walk.record->vector = gen_vector_c_type(type->spelling, walk.record);
    if (!walk.plain && walk.record->parts <= GEN_MAX_RECORD_PARTS)
        gen_read_readable(reader, walk.record, canonical, place);
    if (has_annotations(walk.record))
        gen_read_template_arguments(reader, declaration, walk.record);
    add_record(reader, walk.record); /* after the records of its fields */
    type->record = walk.record;
    return type;
}

const gen_type *gen_read_opaque(gen_reader *reader, gen_type *type, CXType canonical)
{
    const char *key;

    type->spelling = gen_read_spelling(reader, canonical);
    type->kind = GEN_TYPE_RECORD;
    key = key_of(reader, type, canonical);
    type->record = gen_name_table_find(&state_of(reader)->keys, key);
    if (!type->record) {
        type->record = make_record(reader, type, key);
        type->record->why_bytes = "it is not a struct";
        add_record(reader, type->record);
    }
    return type;
}

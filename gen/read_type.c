#include "reader.h"

#include <ctype.h>
#include <string.h>

/* The scalar that a builtin kind is, and its C spelling. Plain char is signed or not as on the
 * host, which nvcc follows. */
static bool scalar_of(enum CXTypeKind kind, long long size, custub_scalar *scalar,
                      const char **c_name)
{
    static const struct {
        enum CXTypeKind kind;
        int is_signed;
        const char *c_name;
    } integers[] = {
        {CXType_Char_S, 1, "char"},
        {CXType_Char_U, 0, "char"},
        {CXType_SChar, 1, "signed char"},
        {CXType_UChar, 0, "unsigned char"},
        {CXType_Short, 1, "short"},
        {CXType_UShort, 0, "unsigned short"},
        {CXType_Int, 1, "int"},
        {CXType_UInt, 0, "unsigned int"},
        {CXType_Long, 1, "long"},
        {CXType_ULong, 0, "unsigned long"},
        {CXType_LongLong, 1, "long long"},
        {CXType_ULongLong, 0, "unsigned long long"},
        {CXType_WChar, 1, "wchar_t"},
        {CXType_Char16, 0, "uint_least16_t"},
        {CXType_Char32, 0, "uint_least32_t"},
    };

    if (kind == CXType_Bool) {
        *scalar = CUSTUB_SCALAR_BOOL;
        *c_name = "bool";
        return true;
    }
    if (kind == CXType_Float || kind == CXType_Double) {
        *scalar = kind == CXType_Float ? CUSTUB_SCALAR_F32 : CUSTUB_SCALAR_F64;
        *c_name = kind == CXType_Float ? "float" : "double";
        return true;
    }
    for (size_t i = 0; i < sizeof(integers) / sizeof(integers[0]); i++) {
        if (integers[i].kind != kind)
            continue;
        *c_name = integers[i].c_name;
        switch (size) {
        case 1:
            *scalar = integers[i].is_signed ? CUSTUB_SCALAR_I8 : CUSTUB_SCALAR_U8;
            return true;
        case 2:
            *scalar = integers[i].is_signed ? CUSTUB_SCALAR_I16 : CUSTUB_SCALAR_U16;
            return true;
        case 4:
            *scalar = integers[i].is_signed ? CUSTUB_SCALAR_I32 : CUSTUB_SCALAR_U32;
            return true;
        case 8:
            *scalar = integers[i].is_signed ? CUSTUB_SCALAR_I64 : CUSTUB_SCALAR_U64;
            return true;
        default:
            return false;
        }
    }
    return false;
}

/* The type's own name if C has it too: "size_t" reads better than "unsigned long". */
static const char *standard_name(const char *spelling)
{
    static const char *const names[] = {
        "size_t",  "ptrdiff_t", "intptr_t", "uintptr_t", "int8_t",  "uint8_t",
        "int16_t", "uint16_t",  "int32_t",  "uint32_t",  "int64_t", "uint64_t",
    };

    if (strncmp(spelling, "const ", 6) == 0)
        spelling += 6;
    if (strncmp(spelling, "std::", 5) == 0)
        spelling += 5;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(spelling, names[i]) == 0)
            return names[i];
    return NULL;
}

/* The type's spelling without qualifiers of its own. */
static const char *unqualified_spelling(gen_reader *reader, CXType type)
{
    const char *spelling = gen_reader_text(reader, clang_getTypeSpelling(type));
    static const char *const qualifiers[] = {"const ", "volatile ", "struct ",
                                             "class ", "enum ",     "union "};

    for (size_t i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]);) {
        size_t length = strlen(qualifiers[i]);
        if (strncmp(spelling, qualifiers[i], length) == 0) {
            spelling += length;
            i = 0;
        } else {
            i++;
        }
    }
    return spelling;
}

/* A pointer's spelling, without the `__restrict` that may stand behind the star. */
static const char *pointer_spelling(gen_reader *reader, CXType type)
{
    char *spelling =
        gen_arena_string(reader->arena, gen_reader_text(reader, clang_getTypeSpelling(type)));
    static const char *const tails[] = {" __restrict__", "__restrict__", " __restrict",
                                        "__restrict",    " const",       "const",
                                        " volatile",     "volatile"};

    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]);) {
        size_t length = strlen(spelling);
        size_t tail = strlen(tails[i]);
        if (length > tail && strcmp(spelling + length - tail, tails[i]) == 0 &&
            strchr("*& ", spelling[length - tail - 1])) {
            spelling[length - tail] = '\0';
            i = 0;
        } else {
            i++;
        }
    }
    return spelling;
}

static const char *identifier_of(gen_reader *reader, const char *spelling)
{
    char *tag = gen_arena_string(reader->arena, spelling);
    size_t length = 0;

    for (const char *c = spelling; *c; c++) {
        char next = isalnum((unsigned char)*c) ? *c : '_';
        if (next == '_' && *c != '_' && length > 0 && tag[length - 1] == '_')
            continue;
        tag[length++] = next;
    }
    while (length > 1 && tag[length - 1] == '_')
        length--;
    tag[length] = '\0';
    return length ? tag : "type";
}

static bool is_long_double(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;

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

static void add_field(field_walk *walk, CXCursor cursor)
{
    gen_record *record = walk->record;
    CXType type = clang_getCursorType(cursor);
    long long bits = clang_Cursor_getOffsetOfField(cursor);
    gen_field *field;
    const gen_type *field_type;

    if (clang_Cursor_isBitField(cursor) || bits < 0 || bits % 8 != 0 ||
        clang_getCXXAccessSpecifier(cursor) != CX_CXXPublic) {
        walk->plain = false;
        return;
    }
    if (is_long_double(type)) {
        walk->plain = false;
        return;
    }
    field_type = gen_read_type(walk->reader, type, walk->place, walk->what);
    if (!field_type || field_type->kind == GEN_TYPE_INCOMPLETE ||
        (field_type->kind == GEN_TYPE_RECORD && !field_type->record->is_plain) ||
        (field_type->kind == GEN_TYPE_ARRAY && field_type->count == 0)) {
        walk->plain = false;
        return;
    }
    if (record->field_count == walk->capacity) {
        size_t capacity = walk->capacity ? walk->capacity * 2 : 8;
        gen_field *fields = GEN_NEW_ARRAY(walk->reader->arena, gen_field, capacity);
        if (record->field_count)
            memcpy(fields, record->fields, record->field_count * sizeof(*fields));
        record->fields = fields;
        walk->capacity = capacity;
    }
    field = &record->fields[record->field_count++];
    field->name = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor));
    field->type = field_type;
    field->offset = (uint64_t)bits / 8;
    if (!*field->name)
        walk->plain = false;
}

static enum CXChildVisitResult visit_field(CXCursor cursor, CXCursor parent, CXClientData data)
{
    field_walk *walk = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (kind == CXCursor_FieldDecl)
        add_field(walk, cursor);
    else if (kind == CXCursor_CXXBaseSpecifier)
        walk->plain = false;
    else if ((kind == CXCursor_CXXMethod || kind == CXCursor_Destructor) &&
             clang_CXXMethod_isVirtual(cursor))
        walk->plain = false;
    else if ((kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl) &&
             clang_Cursor_isAnonymous(cursor))
        walk->plain = false;
    return CXChildVisit_Continue;
}

/* Whether C, laying the fields out one after another in a struct of this alignment, arrives where
 * clang did for the device. */
static bool has_natural_layout(const gen_record *record)
{
    uint64_t end = 0;

    for (size_t i = 0; i < record->field_count; i++) {
        const gen_field *field = &record->fields[i];
        uint64_t align = field->type->align;
        if ((end + align - 1) / align * align != field->offset)
            return false;
        end = field->offset + field->type->size;
    }
    return (end + record->align - 1) / record->align * record->align == record->size;
}

/* "__half" and "__nv_bfloat16", which C has no name for, and custub has. */
static bool read_half(gen_type *type, const char *canonical)
{
    bool half = strcmp(canonical, "__half") == 0;

    if ((!half && strcmp(canonical, "__nv_bfloat16") != 0) || type->size != 2)
        return false;
    type->kind = GEN_TYPE_SCALAR;
    type->scalar = half ? CUSTUB_SCALAR_F16 : CUSTUB_SCALAR_BF16;
    type->c_name = half ? "custub_half" : "custub_bfloat16";
    return true;
}

/* The model's record of this name, or a new one, which stays bytes until its fields are known. */
static gen_record *find_record(gen_reader *reader, const char *spelling)
{
    for (gen_record *record = reader->model->records; record; record = record->next)
        if (strcmp(record->spelling, spelling) == 0)
            return record;
    return NULL;
}

static gen_record *make_record(gen_reader *reader, const gen_type *type)
{
    gen_record *record = GEN_NEW(reader->arena, gen_record);

    record->spelling = type->spelling;
    record->tag = identifier_of(reader, type->spelling);
    record->size = type->size;
    record->align = type->align;
    return record;
}

static void add_record(gen_reader *reader, gen_record *record)
{
    *reader->last_record = record;
    reader->last_record = &record->next;
}

static const gen_type *read_record(gen_reader *reader, gen_type *type, CXType canonical,
                                   gen_place place, const char *what)
{
    CXCursor declaration = clang_getCursorDefinition(clang_getTypeDeclaration(canonical));
    field_walk walk = {.reader = reader, .place = place, .what = what, .plain = true};

    type->spelling = unqualified_spelling(reader, canonical);
    if (read_half(type, type->spelling))
        return type;
    type->kind = GEN_TYPE_RECORD;
    type->record = find_record(reader, type->spelling);
    if (type->record)
        return type;
    walk.record = make_record(reader, type);
    clang_visitChildren(declaration, visit_field, &walk);
    walk.record->is_plain = walk.plain && walk.record->field_count > 0 &&
                            clang_getCursorKind(declaration) != CXCursor_UnionDecl &&
                            has_natural_layout(walk.record);
    add_record(reader, walk.record); /* behind the records of its fields */
    type->record = walk.record;
    return type;
}

/* A type that C has no name for: bytes of its size and alignment. */
static const gen_type *read_opaque(gen_reader *reader, gen_type *type, CXType canonical)
{
    type->spelling = unqualified_spelling(reader, canonical);
    type->kind = GEN_TYPE_RECORD;
    type->record = find_record(reader, type->spelling);
    if (!type->record) {
        type->record = make_record(reader, type);
        add_record(reader, type->record);
    }
    return type;
}

static const gen_type *read_array(gen_reader *reader, gen_type *type, CXType canonical,
                                  gen_place place, const char *what)
{
    type->kind = GEN_TYPE_ARRAY;
    type->element = gen_read_type(reader, clang_getArrayElementType(canonical), place, what);
    type->count = (uint64_t)clang_getArraySize(canonical);
    return type->element ? type : NULL;
}

static const gen_type *read_pointer(gen_reader *reader, gen_type *type, CXType canonical,
                                    gen_place place, const char *what)
{
    CXType pointee = clang_getPointeeType(canonical);

    type->kind = GEN_TYPE_POINTER;
    type->is_restrict = clang_isRestrictQualifiedType(canonical) != 0;
    type->spelling = pointer_spelling(reader, canonical);
    type->element = gen_read_type(reader, pointee, place, what);
    return type->element ? type : NULL;
}

static void read_enumeration(gen_type *type, CXType canonical)
{
    CXType integer =
        clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)));

    if (scalar_of(integer.kind, clang_Type_getSizeOf(integer), &type->scalar, &type->c_name))
        type->kind = GEN_TYPE_SCALAR;
}

const gen_type *gen_read_type(gen_reader *reader, CXType clang_type, gen_place place,
                              const char *what)
{
    CXType canonical = clang_getCanonicalType(clang_type);
    gen_type *type = GEN_NEW(reader->arena, gen_type);
    long long size = clang_Type_getSizeOf(canonical);
    long long align = clang_Type_getAlignOf(canonical);
    const char *standard;

    type->spelling = unqualified_spelling(reader, clang_type);
    type->is_const = clang_isConstQualifiedType(canonical) != 0;
    type->size = size > 0 ? (uint64_t)size : 0;
    type->align = align > 0 ? (uint32_t)align : 1;
    switch (canonical.kind) {
    case CXType_Void:
        type->kind = GEN_TYPE_VOID;
        type->size = 1;
        return type;
    case CXType_Pointer:
    case CXType_LValueReference:
    case CXType_RValueReference:
        return read_pointer(reader, type, canonical, place, what);
    case CXType_ConstantArray:
        return read_array(reader, type, canonical, place, what);
    case CXType_Enum:
        read_enumeration(type, canonical);
        if (type->kind == GEN_TYPE_SCALAR)
            return type;
        break;
    case CXType_Record:
        if (size > 0 && align > 0)
            return read_record(reader, type, canonical, place, what);
        type->kind = GEN_TYPE_INCOMPLETE;
        return type;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
    case CXType_IncompleteArray:
        type->kind = GEN_TYPE_INCOMPLETE;
        return type;
    default:
        if (!scalar_of(canonical.kind, size, &type->scalar, &type->c_name))
            break;
        type->kind = GEN_TYPE_SCALAR;
        standard = standard_name(type->spelling);
        if (standard)
            type->c_name = standard;
        return type;
    }
    if (!is_long_double(canonical) && size > 0 && align > 0)
        return read_opaque(reader, type, canonical);
    if (is_long_double(canonical))
        gen_diag_error(reader->diag, place, "type-long-double",
                       "%s: 'long double' is 8 bytes on the device and 16 on the host; use double",
                       what);
    else
        gen_diag_error(reader->diag, place, "type-unknown",
                       "%s: the size of type '%s' is not known before the kernel runs; use a type "
                       "of a fixed size",
                       what, type->spelling);
    return NULL;
}

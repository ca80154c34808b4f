#include "frontend/types/type_reader.h"

#include "frontend/types/enumeration.h"
#include "frontend/types/record.h"
#include "frontend/types/spelling.h"

#include <string.h>

#define POINTER_BYTES 8

/* The scalar for a builtin kind, and its C spelling. Like nvcc, plain char follows the host. */
static bool scalar_of(enum CXTypeKind kind, long long size, gen_type *type)
{
    static const struct {
        enum CXTypeKind kind;
        gen_scalar_class class;
        const char *builtin;
        const char *c_name; /* null: the same as the name */
    } builtins[] = {
        {CXType_Bool, GEN_SCALAR_TRUTH, "bool", NULL},
        {CXType_Char_S, GEN_SCALAR_SIGNED, "char", NULL},
        {CXType_Char_U, GEN_SCALAR_UNSIGNED, "char", NULL},
        {CXType_SChar, GEN_SCALAR_SIGNED, "signed char", NULL},
        {CXType_UChar, GEN_SCALAR_UNSIGNED, "unsigned char", NULL},
        {CXType_Short, GEN_SCALAR_SIGNED, "short", NULL},
        {CXType_UShort, GEN_SCALAR_UNSIGNED, "unsigned short", NULL},
        {CXType_Int, GEN_SCALAR_SIGNED, "int", NULL},
        {CXType_UInt, GEN_SCALAR_UNSIGNED, "unsigned int", NULL},
        {CXType_Long, GEN_SCALAR_SIGNED, "long", NULL},
        {CXType_ULong, GEN_SCALAR_UNSIGNED, "unsigned long", NULL},
        {CXType_LongLong, GEN_SCALAR_SIGNED, "long long", NULL},
        {CXType_ULongLong, GEN_SCALAR_UNSIGNED, "unsigned long long", NULL},
        {CXType_WChar, GEN_SCALAR_SIGNED, "wchar_t", NULL},
        {CXType_Char16, GEN_SCALAR_UNSIGNED, "char16_t", "uint_least16_t"},
        {CXType_Char32, GEN_SCALAR_UNSIGNED, "char32_t", "uint_least32_t"},
        {CXType_Float, GEN_SCALAR_REAL, "float", NULL},
        {CXType_Double, GEN_SCALAR_REAL, "double", NULL},
    };

    for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++) {
        if (builtins[i].kind != kind)
            continue;
        type->builtin = builtins[i].builtin;
        type->c_name = builtins[i].c_name ? builtins[i].c_name : builtins[i].builtin;
        type->scalar = gen_scalar_find(builtins[i].class, (uint64_t)size);
        return type->scalar != CUSTUB_SCALAR_NONE;
    }
    return false;
}

/* The type that is being read. */
typedef struct type_walk {
    gen_reader *reader;
    gen_place place;
    const char *what;
    bool of_field; /* what a pointer points to does not matter */
} type_walk;

static const gen_type *read_type(const type_walk *walk, CXType clang_type);

/* Reads the element type as written. A typedef of the array hides it. */
static const gen_type *read_array(const type_walk *walk, gen_type *type, CXType clang_type)
{
    CXType canonical = clang_getCanonicalType(clang_type);
    CXType element = clang_getArrayElementType(clang_type);

    if (element.kind == CXType_Invalid)
        element = clang_getArrayElementType(canonical);
    type->kind = GEN_TYPE_ARRAY;
    type->element = read_type(walk, element);
    type->count = (uint64_t)clang_getArraySize(canonical);
    return type->element ? type : NULL;
}

/* Reads a type whose elements do not have one size on host and device. */
static gen_type *read_incomplete(const type_walk *walk, CXType canonical)
{
    gen_type *type = GEN_NEW(walk->reader->arena, gen_type);

    type->kind = GEN_TYPE_INCOMPLETE;
    type->spelling = gen_read_spelling(walk->reader, canonical);
    type->is_const = clang_isConstQualifiedType(canonical) != 0;
    type->is_volatile = clang_isVolatileQualifiedType(canonical) != 0;
    type->align = 1;
    return type;
}

/* Reads what a field points to, except a record: it may be the one that contains the field. */
static const gen_type *read_target(const type_walk *walk, CXType canonical)
{
    gen_type *type = read_incomplete(walk, canonical);
    long long size = clang_Type_getSizeOf(canonical);
    long long align = clang_Type_getAlignOf(canonical);

    if (canonical.kind == CXType_Void)
        type->kind = GEN_TYPE_VOID;
    else if (scalar_of(canonical.kind, size, type))
        type->kind = GEN_TYPE_SCALAR;
    if (canonical.kind == CXType_Void || canonical.kind == CXType_FunctionProto)
        type->size = canonical.kind == CXType_Void;
    else if (size > 0 && align > 0) {
        type->size = (uint64_t)size;
        type->align = (uint32_t)align;
    }
    return type;
}

static const gen_type *read_pointee(const type_walk *walk, CXType pointee)
{
    CXType canonical = clang_getCanonicalType(pointee);
    gen_type *array;
    const gen_type *type;

    if (gen_read_is_long_double(canonical))
        return read_incomplete(walk, canonical);
    if (walk->of_field)
        return read_target(walk, canonical);
    type = read_type(walk, pointee);
    if (!type)
        return NULL;
    if (type->kind == GEN_TYPE_RECORD && type->record->has_long_double)
        return read_incomplete(walk, canonical);
    if (type->kind != GEN_TYPE_ARRAY)
        return type;
    array = GEN_NEW(walk->reader->arena, gen_type);
    *array = *type;
    array->is_const |= clang_isConstQualifiedType(clang_getArrayElementType(canonical)) != 0;
    array->is_volatile |= clang_isVolatileQualifiedType(clang_getArrayElementType(canonical)) != 0;
    return array->size ? gen_read_opaque(walk->reader, array, canonical) : type;
}

/* Reads a pointer or a reference. libclang gives a reference the size of its target. */
static const gen_type *read_pointer(const type_walk *walk, gen_type *type, CXType canonical)
{
    type->kind = GEN_TYPE_POINTER;
    type->size = POINTER_BYTES;
    type->align = POINTER_BYTES;
    type->is_restrict = clang_isRestrictQualifiedType(canonical) != 0;
    type->mark = canonical.kind == CXType_LValueReference   ? "&"
                 : canonical.kind == CXType_RValueReference ? "&&"
                                                            : "*";
    type->spelling = gen_read_spelling(walk->reader, canonical);
    type->element = read_pointee(walk, clang_getPointeeType(canonical));
    return type->element ? type : NULL;
}

static void read_enumeration(gen_reader *reader, gen_type *type, CXType canonical)
{
    CXType integer =
        clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)));

    type->is_enumeration = true;
    if (!scalar_of(integer.kind, clang_Type_getSizeOf(integer), type))
        return;
    type->kind = GEN_TYPE_SCALAR;
    type->enumeration = gen_read_enumeration(reader, type, canonical);
}

/* The spelling, without qualifiers, if C has a type of this name: "size_t" reads better than
 * "unsigned long". Null otherwise. */
static const char *standard_name(const char *spelling)
{
    if (strncmp(spelling, "const ", 6) == 0)
        spelling += 6;
    if (strncmp(spelling, "std::", 5) == 0)
        spelling += 5;
    return gen_scalar_is_integer(gen_scalar_named(spelling)) ? spelling : NULL;
}

/* The C type of a texture's or surface's handle, by the name of a typedef; null for other types. */
static const char *handle_type(gen_reader *reader, CXType type)
{
    static const char *const handles[][2] = {{"cudaTextureObject_t", "custub_texture"},
                                             {"cudaSurfaceObject_t", "custub_surface"},
                                             {"CUtexObject", "custub_texture"},
                                             {"CUsurfObject", "custub_surface"}};

    for (;;) {
        CXCursor declaration = clang_getTypeDeclaration(type);
        enum CXCursorKind kind = clang_getCursorKind(declaration);
        const char *name = gen_reader_text(reader, clang_getCursorSpelling(declaration));
        if (kind != CXCursor_TypedefDecl && kind != CXCursor_TypeAliasDecl)
            return NULL;
        for (size_t i = 0; i < sizeof(handles) / sizeof(handles[0]); i++)
            if (strcmp(name, handles[i][0]) == 0 && gen_reader_is_global(declaration))
                return handles[i][1];
        type = clang_getTypedefDeclUnderlyingType(declaration);
    }
}

static void read_scalar(gen_reader *reader, gen_type *type, CXType clang_type)
{
    const char *standard = standard_name(type->spelling);
    const char *handle = type->scalar == CUSTUB_SCALAR_U64 ? handle_type(reader, clang_type) : NULL;

    type->kind = GEN_TYPE_SCALAR;
    type->is_handle = handle != NULL;
    if (handle || standard)
        type->c_name = handle ? handle : standard;
}

/* Reads a type that is neither a scalar nor a class. */
static const gen_type *read_other(const type_walk *walk, gen_type *type, CXType canonical)
{
    if (gen_read_is_long_double(canonical)) {
        gen_diag_error(walk->reader->diag, walk->place, "type-long-double",
                       "%s: 'long double' is 8 bytes on the device and 16 on the host; use double",
                       walk->what);
        return NULL;
    }
    if (type->size > 0)
        return gen_read_opaque(walk->reader, type, canonical);
    gen_diag_error(walk->reader->diag, walk->place, "type-unknown",
                   "%s: the size of type '%s' is not known before the kernel runs; use a type "
                   "with a fixed size",
                   walk->what, type->spelling);
    return NULL;
}

/* The type number `index` inside a type; its kind is Invalid after the last. */
static CXType part_of(CXType type, unsigned index)
{
    unsigned arguments =
        (unsigned)(clang_getNumArgTypes(type) > 0 ? clang_getNumArgTypes(type) : 0);

    switch (index) {
    case 0:
        return clang_getPointeeType(type);
    case 1:
        return clang_getArrayElementType(type);
    case 2:
        return clang_getResultType(type);
    case 3:
        return clang_Type_getClassType(type);
    default:
        if (index - 4 < arguments)
            return clang_getArgType(type, index - 4);
        return clang_Type_getTemplateArgumentAsType(type, index - 4 - arguments);
    }
}

static unsigned part_limit(CXType type)
{
    int arguments = clang_getNumArgTypes(type);
    int of_template = clang_Type_getNumTemplateArguments(type);

    return 4 + (unsigned)(arguments > 0 ? arguments : 0) +
           (unsigned)(of_template > 0 ? of_template : 0);
}

static size_t count_name_parts(CXType type, size_t limit)
{
    CXType canonical = clang_getCanonicalType(type);
    unsigned parts = part_limit(canonical);
    size_t count = 1;

    for (unsigned i = 0; i < parts && count < limit; i++) {
        CXType part = part_of(canonical, i);
        if (part.kind != CXType_Invalid)
            count += count_name_parts(part, limit - count);
    }
    return count;
}

bool gen_read_is_nameable(CXType type)
{
    return count_name_parts(type, GEN_MAX_NAME_PARTS) < GEN_MAX_NAME_PARTS;
}

static bool has_name(const type_walk *walk, CXType type)
{
    if (gen_read_is_nameable(type))
        return true;
    gen_diag_error(walk->reader->diag, walk->place, "type-name",
                   "%s: the name of its type has more than %d parts; put it into a struct",
                   walk->what, GEN_MAX_NAME_PARTS);
    return false;
}

static const gen_type *read_type(const type_walk *walk, CXType clang_type)
{
    gen_reader *reader = walk->reader;
    CXType canonical = clang_getCanonicalType(clang_type);
    gen_type *type = GEN_NEW(reader->arena, gen_type);
    long long size = clang_Type_getSizeOf(canonical);
    long long align = clang_Type_getAlignOf(canonical);

    type->spelling = gen_read_spelling(reader, clang_type);
    type->is_const = clang_isConstQualifiedType(canonical) != 0;
    type->is_volatile = clang_isVolatileQualifiedType(canonical) != 0;
    type->size = size > 0 && align > 0 ? (uint64_t)size : 0;
    type->align = align > 0 ? (uint32_t)align : 1;
    switch (canonical.kind) {
    case CXType_Void:
        type->kind = GEN_TYPE_VOID;
        type->size = 1;
        return type;
    case CXType_Pointer:
    case CXType_LValueReference:
    case CXType_RValueReference:
        return read_pointer(walk, type, canonical);
    case CXType_ConstantArray:
        return read_array(walk, type, clang_type);
    case CXType_Enum:
        read_enumeration(reader, type, canonical);
        return type->kind == GEN_TYPE_SCALAR ? type : read_other(walk, type, canonical);
    case CXType_Record:
        if (type->size)
            return gen_read_record(reader, type, canonical, walk->place, walk->what);
        type->kind = GEN_TYPE_INCOMPLETE;
        return type;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
    case CXType_IncompleteArray:
        type->kind = GEN_TYPE_INCOMPLETE;
        return type;
    default:
        if (!scalar_of(canonical.kind, size, type))
            return read_other(walk, type, canonical);
        read_scalar(reader, type, clang_type);
        return type;
    }
}

const gen_type *gen_read_type(gen_reader *reader, CXType type, gen_place place, const char *what)
{
    type_walk walk = {reader, place, what, false};

    return has_name(&walk, type) ? read_type(&walk, type) : NULL;
}

const gen_type *gen_read_field_type(gen_reader *reader, CXType type, gen_place place,
                                    const char *what)
{
    type_walk walk = {reader, place, what, true};

    return has_name(&walk, type) ? read_type(&walk, type) : NULL;
}

/* Reads the names that contracts may use: integer constants and types of the file. */
#include "frontend/names/constant.h"

#include "frontend/names/scope_names.h"

#include <stdlib.h>
#include <string.h>

/* --- Names with values ----------------------------------------------------------------------- */

typedef struct found_name {
    struct found_name *next;
    gen_constant constant;
} found_name;

typedef struct found_names {
    found_name *all;
    gen_name_table table;
} found_names;

typedef struct gen_constants {
    found_names constants;
    found_names types; /* with their sizes */
} gen_constants;

static gen_constants *state_of(gen_reader *reader)
{
    return GEN_STATE(reader, of_file.constants, gen_constants,
                     .constants.table.arena = reader->arena, .types.table.arena = reader->arena);
}

/* Adds the value on the current architecture. */
static void add_value(gen_reader *reader, gen_constant *constant, uint64_t bits, bool negative)
{
    const uint32_t here = UINT32_C(1) << reader->architecture;

    if (gen_model_has_value(constant,
                            here)) /* of several constants with one name, the first counts */
        return;
    while (constant->bits != bits || constant->negative != negative) {
        if (!constant->other) {
            constant->other = GEN_NEW(reader->arena, gen_constant);
            *constant->other = (gen_constant){.name = constant->name,
                                              .keyword = constant->keyword,
                                              .bits = bits,
                                              .negative = negative};
        }
        constant = constant->other;
    }
    constant->architectures |= here;
}

static void add(gen_reader *reader, found_names *names, gen_constant constant)
{
    found_name *found = gen_name_table_find(&names->table, constant.name);

    if (!found) {
        found = GEN_NEW(reader->arena, found_name);
        *found = (found_name){names->all, constant};
        names->all = found;
        gen_name_table_put(&names->table, constant.name, found);
    }
    add_value(reader, &found->constant, constant.bits, constant.negative);
}

static void add_constant(gen_reader *reader, const char *name, uint64_t bits, bool negative)
{
    add(reader, &state_of(reader)->constants,
        (gen_constant){.name = name, .bits = bits, .negative = negative});
}

/* Copies all names, sorted. */
static gen_constant *finish(const found_names *names, size_t *count,
                            int (*compare)(const void *a, const void *b))
{
    gen_constant *all = GEN_NEW_ARRAY(names->table.arena, gen_constant, names->table.count);

    *count = 0;
    for (const found_name *f = names->all; f; f = f->next)
        all[(*count)++] = f->constant;
    qsort(all, *count, sizeof(*all), compare);
    return all;
}

/* --- Constants ------------------------------------------------------------------------------- */

/* The default includes char8_t, for which libclang has no kind. */
static bool is_unsigned(CXType type)
{
    switch (clang_getCanonicalType(type).kind) {
    case CXType_WChar:
        return (wchar_t)-1 > 0; /* as on the host; the device uses the same types */
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128:
        return false;
    default:
        return true;
    }
}

/* An enumerator's value in 64 bits. libclang offers both extensions, so the enumeration's own type
 * decides. */
static uint64_t value_of(CXCursor cursor, bool *negative)
{
    CXCursor enumeration = clang_getCursorSemanticParent(cursor);
    bool is_signed = !is_unsigned(clang_getEnumDeclIntegerType(enumeration));
    long long value = clang_getEnumConstantDeclValue(cursor);

    *negative = is_signed && value < 0;
    return is_signed ? (uint64_t)value : clang_getEnumConstantDeclUnsignedValue(cursor);
}

void gen_read_enumerator(gen_reader *reader, CXCursor cursor)
{
    CXCursor enumeration = clang_getCursorSemanticParent(cursor);
    bool negative;
    uint64_t bits = value_of(cursor, &negative);

    if (gen_read_is_of_template(enumeration))
        return;
    /* Enumerators of an unscoped enumeration also belong to the scope around it. */
    if (!clang_EnumDecl_isScoped(enumeration)) {
        add_constant(reader, gen_read_name_around(reader, cursor), bits, negative);
        if (!*gen_reader_text(reader, clang_getCursorSpelling(enumeration)))
            return;
    }
    add_constant(reader, gen_reader_qualified_name(reader, cursor), bits, negative);
}

void gen_read_constant(gen_reader *reader, CXCursor variable)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    CXType integer =
        type.kind == CXType_Enum
            ? clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)))
            : type;
    CXEvalResult result;

    if (!clang_isConstQualifiedType(type) || clang_isVolatileQualifiedType(type) ||
        clang_Type_getSizeOf(type) > 8 || integer.kind < CXType_Bool ||
        integer.kind > CXType_LongLong || gen_read_is_of_template(variable))
        return;
    result = clang_Cursor_Evaluate(variable);
    if (!result)
        return;
    if (clang_EvalResult_getKind(result) == CXEval_Int) {
        long long value = clang_EvalResult_getAsLongLong(result);
        uint64_t bits = (uint64_t)value;
        bool negative = value < 0 && !is_unsigned(integer);
        add_constant(reader, gen_reader_qualified_name(reader, variable), bits, negative);
    }
    clang_EvalResult_dispose(result);
}

static int compare_constants(const void *a, const void *b)
{
    return strcmp(((const gen_constant *)a)->name, ((const gen_constant *)b)->name);
}

/* --- Types ----------------------------------------------------------------------------------- */

/* The keyword with which the type is found even if a function has the same name. An unnamed type
 * has none: for `typedef struct { … } shape` the USR ends in "@SA@shape". */
static const char *keyword_of(gen_reader *reader, CXCursor cursor)
{
    const char *unified = gen_reader_text(reader, clang_getCursorUSR(cursor));
    const char *last = strrchr(unified, '@');

    if (!last || (last > unified && last[-1] == 'A'))
        return "";
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
        return "struct ";
    case CXCursor_UnionDecl:
        return "union ";
    case CXCursor_EnumDecl:
        return "enum ";
    default:
        return "";
    }
}

void gen_read_named_type(gen_reader *reader, CXCursor cursor)
{
    long long size = clang_Type_getSizeOf(clang_getCursorType(cursor));
    const char *name = size > 0 ? gen_reader_qualified_name(reader, cursor) : "";

    if (*name && !gen_read_is_of_template(cursor))
        add(reader, &state_of(reader)->types,
            (gen_constant){
                .name = name, .keyword = keyword_of(reader, cursor), .bits = (uint64_t)size});
}

static int compare_types(const void *a, const void *b)
{
    const char *name = ((const gen_constant *)b)->name;

    return gen_model_compare_types(((const gen_constant *)a)->name, name, name + strlen(name));
}

void gen_read_finish_names(gen_reader *reader)
{
    gen_constants *found = state_of(reader);
    gen_model *model = reader->model;

    model->constants = finish(&found->constants, &model->constant_count, compare_constants);
    model->named_types = finish(&found->types, &model->named_type_count, compare_types);
}

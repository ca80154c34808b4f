/* Reads the names that contracts may use: integer constants and types of the file. */
#include "frontend/names/constant.h"

#include "frontend/names/scope_names.h"

#include <stdlib.h>
#include <string.h>

/* --- Constants ------------------------------------------------------------------------------- */

typedef struct gen_found_constant {
    struct gen_found_constant *next;
    gen_constant constant;
} gen_found_constant;

typedef struct gen_found_type {
    struct gen_found_type *next;
    gen_constant size;
} gen_found_type;

typedef struct gen_constants {
    gen_found_constant *first;
    gen_found_constant **last;
    gen_found_constant *next; /* the one that a later architecture probably has next */
    unsigned architecture;    /* that architecture */
    gen_name_table names;
    gen_found_type *types;
    gen_name_table type_names;
} gen_constants;

static gen_constants *state_of(gen_reader *reader)
{
    return GEN_STATE(reader, of_file.constants, gen_constants,
                     .last = &reader->of_file.constants->first, .names.arena = reader->arena,
                     .type_names.arena = reader->arena);
}

/* Finds the constant of an earlier architecture. They mostly come in the same order. */
static gen_found_constant *find_constant(gen_reader *reader, const char *name)
{
    gen_constants *known = state_of(reader);
    gen_found_constant *found = known->architecture == reader->architecture ? known->next : NULL;

    known->architecture = reader->architecture;
    if (!found || strcmp(found->constant.name, name) != 0)
        found = gen_name_table_find(&state_of(reader)->names, name);
    known->next = found ? found->next : known->next;
    return found;
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

static void add_constant(gen_reader *reader, const char *name, uint64_t bits, bool negative)
{
    gen_found_constant *found = reader->architecture > 0 ? find_constant(reader, name) : NULL;

    if (!found) {
        found = GEN_NEW(reader->arena, gen_found_constant);
        found->constant = (gen_constant){.name = name, .bits = bits, .negative = negative};
        *state_of(reader)->last = found;
        state_of(reader)->last = &found->next;
        if (!gen_name_table_find(&state_of(reader)->names, name))
            gen_name_table_put(&state_of(reader)->names, name, found);
    }
    add_value(reader, &found->constant, bits, negative);
}

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
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(cursor));
    const char *qualified = gen_reader_qualified_name(reader, cursor);

    if (gen_read_is_of_template(enumeration))
        return;
    /* Enumerators of an unscoped enumeration also belong to the scope around it. */
    if (!clang_EnumDecl_isScoped(enumeration)) {
        const char *scope =
            gen_reader_qualified_name(reader, clang_getCursorSemanticParent(enumeration));
        add_constant(reader, *scope ? gen_arena_format(reader->arena, "%s::%s", scope, name) : name,
                     bits, negative);
        if (!*gen_reader_text(reader, clang_getCursorSpelling(enumeration)))
            return;
    }
    add_constant(reader, qualified, bits, negative);
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

/* Of several constants with one name, the first counts. */
static void finish_constants(gen_reader *reader)
{
    gen_model *model = reader->model;
    size_t count = 0;

    for (const gen_found_constant *f = state_of(reader)->first; f; f = f->next)
        count++;
    model->constants = GEN_NEW_ARRAY(reader->arena, gen_constant, count);
    for (const gen_found_constant *f = state_of(reader)->first; f; f = f->next)
        if (gen_name_table_find(&state_of(reader)->names, f->constant.name) == f)
            model->constants[model->constant_count++] = f->constant;
    qsort(model->constants, model->constant_count, sizeof(*model->constants), compare_constants);
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
    gen_found_type *found = gen_name_table_find(&state_of(reader)->type_names, name);

    if (!*name || gen_read_is_of_template(cursor))
        return;
    if (!found) {
        found = GEN_NEW(reader->arena, gen_found_type);
        found->size = (gen_constant){
            .name = name, .keyword = keyword_of(reader, cursor), .bits = (uint64_t)size};
        found->next = state_of(reader)->types;
        state_of(reader)->types = found;
        gen_name_table_put(&state_of(reader)->type_names, name, found);
    }
    add_value(reader, &found->size, (uint64_t)size, false);
}

static int compare_types(const void *a, const void *b)
{
    const char *name = ((const gen_constant *)b)->name;

    return gen_model_compare_types(((const gen_constant *)a)->name, name, name + strlen(name));
}

static void finish_types(gen_reader *reader)
{
    gen_model *model = reader->model;

    model->named_types =
        GEN_NEW_ARRAY(reader->arena, gen_constant, state_of(reader)->type_names.count);
    for (const gen_found_type *f = state_of(reader)->types; f; f = f->next)
        model->named_types[model->named_type_count++] = f->size;
    qsort(model->named_types, model->named_type_count, sizeof(*model->named_types), compare_types);
}

void gen_read_finish_names(gen_reader *reader)
{
    finish_constants(reader);
    finish_types(reader);
}

/* Arguments of templates that are no types, from libclang's values: those that a spelling leaves
 * out because they are the template's defaults. */
#include "frontend/types/template_argument.h"

#include "frontend/types/enumeration.h"
#include "frontend/types/spelling.h"
#include "frontend/types/template_instance.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* The enumerators of an unscoped enumeration belong to the scope around it. A value without a name
 * stays a number, which for `auto` has its type before it. */
static const char *enumerator_of(gen_reader *reader, CXType type, CXCursor instance, unsigned index,
                                 bool of_auto)
{
    CXCursor declaration = clang_getTypeDeclaration(type);
    bool is_unsigned = gen_enumeration_is_unsigned(clang_getEnumDeclIntegerType(declaration));
    const char *name = gen_read_written_spelling(reader, type);
    const char *constant;
    uint64_t bits;
    size_t scope;

    bits = is_unsigned ? clang_Cursor_getTemplateArgumentUnsignedValue(instance, index)
                       : (uint64_t)clang_Cursor_getTemplateArgumentValue(instance, index);
    constant = gen_enumeration_constant(reader, declaration, bits);
    if (!constant)
        return gen_arena_format(reader->arena, is_unsigned ? "%s%" PRIu64 : "%s%" PRId64,
                                of_auto ? gen_arena_format(reader->arena, "(%s)", name) : "", bits);
    if (clang_EnumDecl_isScoped(declaration))
        return gen_arena_format(reader->arena, "%s::%s", name, constant);
    scope = gen_start_of_name(name);
    return gen_arena_format(reader->arena, "%.*s%s", (int)scope, name, constant);
}

typedef struct parameter_search {
    unsigned index;
    CXCursor parameter; /* null if there is none */
} parameter_search;

static enum CXChildVisitResult find_parameter(CXCursor cursor, CXCursor parent, CXClientData data)
{
    parameter_search *search = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (kind != CXCursor_NonTypeTemplateParameter && kind != CXCursor_TemplateTypeParameter &&
        kind != CXCursor_TemplateTemplateParameter)
        return CXChildVisit_Continue;
    if (search->index-- > 0)
        return CXChildVisit_Continue;
    search->parameter = cursor;
    return CXChildVisit_Break;
}

/* The type of a parameter that is declared with the name of another one, `template <class T, T V>`,
 * which is the instance's argument for that; or the type itself. */
static CXType resolved_type(gen_reader *reader, CXCursor instance, CXCursor parameter)
{
    CXType type = clang_getCursorType(parameter);
    const char *name = gen_reader_text(reader, clang_getTypeSpelling(type));
    CXCursor pattern = clang_getSpecializedCursorTemplate(instance);

    for (unsigned i = 0; i < GEN_MAX_TEMPLATE_ARGUMENTS; i++) {
        parameter_search search = {i, clang_getNullCursor()};
        clang_visitChildren(pattern, find_parameter, &search);
        if (clang_Cursor_isNull(search.parameter) ||
            clang_equalCursors(search.parameter, parameter))
            break;
        if (clang_getCursorKind(search.parameter) == CXCursor_TemplateTypeParameter &&
            strcmp(gen_reader_text(reader, clang_getCursorSpelling(search.parameter)), name) == 0)
            return clang_getCanonicalType(
                clang_Type_getTemplateArgumentAsType(clang_getCursorType(instance), i));
    }
    return clang_getCanonicalType(type);
}

/* As clang writes a character. */
static const char *character_of(gen_reader *reader, const char *prefix, uint32_t value)
{
    static const char escaped[] = "\\'\a\b\f\n\r\t\v";
    static const char letters[] = "\\'abfnrtv";
    const char *found = value && value < 128 ? strchr(escaped, (int)value) : NULL;
    const char *form = "%s'\\U%08x'";

    if (found)
        return gen_arena_format(reader->arena, "%s'\\%c'", prefix, letters[found - escaped]);
    if (value < 128 && isprint((int)value))
        return gen_arena_format(reader->arena, "%s'%c'", prefix, (int)value);
    if (value <= 0xffff)
        form = value < 256 ? "%s'\\x%02x'" : "%s'\\u%04x'";
    return gen_arena_format(reader->arena, form, prefix, (unsigned)value);
}

/* What clang writes before and after an integer that is the argument of an `auto`. */
static const char *decorated(gen_reader *reader, enum CXTypeKind kind, const char *number)
{
    static const struct {
        enum CXTypeKind kind;
        const char *before;
        const char *after;
    } decorations[] = {
        {CXType_UInt, "", "U"},
        {CXType_Long, "", "L"},
        {CXType_ULong, "", "UL"},
        {CXType_LongLong, "", "LL"},
        {CXType_ULongLong, "", "ULL"},
        {CXType_Short, "(short)", ""},
        {CXType_UShort, "(unsigned short)", ""},
        {CXType_SChar, "(signed char)", ""},
        {CXType_UChar, "(unsigned char)", ""},
    };

    for (size_t i = 0; i < sizeof(decorations) / sizeof(decorations[0]); i++)
        if (decorations[i].kind == kind)
            return gen_arena_format(reader->arena, "%s%s%s", decorations[i].before, number,
                                    decorations[i].after);
    return number;
}

static const char *integer_of(gen_reader *reader, CXCursor instance, unsigned index, CXType type,
                              bool of_auto)
{
    long long value = clang_Cursor_getTemplateArgumentValue(instance, index);
    const char *text;

    switch (type.kind) {
    case CXType_Bool:
        return value ? "true" : "false";
    case CXType_Enum:
        return enumerator_of(reader, type, instance, index, of_auto);
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Char_U:
    case CXType_UChar:
        text = character_of(reader, "", (uint32_t)value & 0xff);
        break;
    case CXType_WChar:
        return character_of(reader, "L", (uint32_t)value);
    case CXType_Char16:
        return character_of(reader, "u", (uint32_t)value & 0xffff);
    case CXType_Char32:
        return character_of(reader, "U", (uint32_t)value);
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
        text = gen_arena_format(reader->arena, "%llu",
                                clang_Cursor_getTemplateArgumentUnsignedValue(instance, index));
        break;
    default:
        text = gen_arena_format(reader->arena, "%lld", value);
    }
    return of_auto ? decorated(reader, type.kind, text) : text;
}

static enum CXChildVisitResult find_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    (void)parent;
    if (clang_isExpression(kind) || kind == CXCursor_TemplateRef)
        *(CXCursor *)data = cursor;
    return CXChildVisit_Continue;
}

/* As clang writes it in an argument: with the arguments of the classes around it, without inline
 * namespaces. */
static const char *name_in_argument(gen_reader *reader, CXCursor declaration)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(declaration));
    CXCursor scope = clang_getCursorSemanticParent(declaration);

    for (; !clang_Cursor_isNull(scope) && !clang_isTranslationUnit(clang_getCursorKind(scope));
         scope = clang_getCursorSemanticParent(scope)) {
        CXType type = clang_getCanonicalType(clang_getCursorType(scope));
        if (type.kind == CXType_Record)
            return gen_arena_format(reader->arena, "%s::%s",
                                    gen_read_written_spelling(reader, type), name);
        if (clang_getCursorKind(scope) != CXCursor_Namespace)
            continue;
        if (clang_Cursor_isAnonymous(scope))
            name = gen_arena_format(reader->arena, "(anonymous namespace)::%s", name);
        else if (!clang_Cursor_isInlineNamespace(scope))
            name = gen_arena_format(reader->arena, "%s::%s",
                                    gen_reader_text(reader, clang_getCursorSpelling(scope)), name);
    }
    return name;
}

static enum CXChildVisitResult find_overloaded(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_OverloadedDeclRef)
        return CXChildVisit_Continue;
    *(CXCursor *)data = clang_getOverloadedDecl(cursor, 0);
    return CXChildVisit_Break;
}

/* A template of functions is, before it is called, not one function to later libclangs. */
static CXCursor declaration_of(CXCursor reference)
{
    CXCursor declaration = clang_getCursorReferenced(reference);

    clang_visitChildren(reference, find_overloaded, &declaration);
    return declaration;
}

/* `&variable`, `function`, `&record::member`, `array`: the address that is a parameter's default,
 * which libclang has no value of; null if it is something else. */
static const char *address_of(gen_reader *reader, CXCursor expression, bool of_reference)
{
    bool taken = false;
    CXCursor declaration;
    CXType type;
    const char *name;

    while (clang_getCursorKind(expression) == CXCursor_UnexposedExpr ||
           clang_getCursorKind(expression) == CXCursor_ParenExpr ||
           clang_getCursorKind(expression) == CXCursor_UnaryOperator) {
        CXCursor part = clang_getNullCursor();
        taken |= clang_getCursorKind(expression) == CXCursor_UnaryOperator;
        clang_visitChildren(expression, find_last, &part);
        expression = part;
    }
    if (clang_getCursorKind(expression) != CXCursor_DeclRefExpr)
        return NULL;
    declaration = declaration_of(expression);
    name = name_in_argument(reader, declaration);
    type = clang_getCanonicalType(clang_getCursorType(declaration));
    if (of_reference || type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray)
        return type.kind == CXType_LValueReference || (taken && of_reference) ? NULL : name;
    return taken || type.kind == CXType_FunctionProto ? gen_arena_format(reader->arena, "&%s", name)
                                                      : NULL;
}

/* The type of the expression that an `auto` gets; libclang 14 wraps it in one of type `auto`. */
static CXType value_type(CXCursor expression)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(expression));

    while (type.kind == CXType_Auto && clang_getCursorKind(expression) == CXCursor_UnexposedExpr) {
        CXCursor part = clang_getNullCursor();
        clang_visitChildren(expression, find_last, &part);
        expression = part;
        type = clang_getCanonicalType(clang_getCursorType(expression));
    }
    return type;
}

const char *gen_read_default_argument(gen_reader *reader, CXCursor instance, unsigned index)
{
    parameter_search search = {index, clang_getNullCursor()};
    CXCursor written = clang_getNullCursor();
    CXType type;
    bool is_auto;

    clang_visitChildren(clang_getSpecializedCursorTemplate(instance), find_parameter, &search);
    type = resolved_type(reader, instance, search.parameter);
    is_auto = type.kind == CXType_Auto;
    clang_visitChildren(search.parameter, find_last, &written);
    if (is_auto)
        type = value_type(written);
    if (clang_getCursorKind(written) == CXCursor_TemplateRef) /* before libclang 16 of no kind */
        return gen_reader_qualified_name(reader, clang_getCursorReferenced(written));
    switch (clang_Cursor_getTemplateArgumentKind(instance, index)) {
    case CXTemplateArgumentKind_Integral:
        return integer_of(reader, instance, index, type, is_auto);
    case CXTemplateArgumentKind_NullPtr:
        return "nullptr";
    case CXTemplateArgumentKind_Declaration:
        return address_of(reader, written, type.kind == CXType_LValueReference);
    default:
        return NULL;
    }
}

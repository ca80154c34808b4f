/* Only later libclangs tell the values of a class template's arguments, but all versions print
 * them. All versions tell those of a function template. */
#include "frontend/types/template_arguments.h"

#include "frontend/types/spelling.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

typedef struct parameter_walk {
    gen_reader *reader;
    gen_template_arguments *arguments;
    size_t capacity;
} parameter_walk;

static bool is_parameter(CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);

    return kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
           kind == CXCursor_TemplateTemplateParameter;
}

static enum CXChildVisitResult visit_parameter(CXCursor cursor, CXCursor parent, CXClientData data)
{
    parameter_walk *walk = data;
    gen_template_arguments *arguments = walk->arguments;

    (void)parent;
    if (!is_parameter(cursor))
        return CXChildVisit_Continue;
    GEN_GROW(walk->reader->arena, arguments->data, arguments->count, &walk->capacity);
    arguments->data[arguments->count++] = (gen_template_argument){
        .name = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor))};
    return CXChildVisit_Continue;
}

/* --- Of a class ------------------------------------------------------------------------------ */

/* The "float, 5" of "a::array<float, 5>"; null if the spelling does not end so. */
static const char *list_of(gen_arena *arena, const char *spelling)
{
    size_t length = strlen(spelling);
    size_t depth = 0;
    size_t begin = length;

    if (!length || spelling[length - 1] != '>')
        return NULL;
    while (begin > 0 && (depth += spelling[begin - 1] == '>', depth -= spelling[begin - 1] == '<'))
        begin--;
    return begin ? gen_arena_copy(arena, spelling + begin, length - 1 - begin) : NULL;
}

/* The first comma outside of brackets, or the end. */
static const char *end_of(const char *text)
{
    size_t depth = 0;

    for (; *text && (*text != ',' || depth); text++) {
        depth += strchr("<([{", *text) != NULL;
        depth -= strchr(">)]}", *text) && depth;
    }
    return text;
}

/* Sets the texts only if there is one for each parameter: a pack may have any number. */
static void fill_texts(gen_reader *reader, gen_template_arguments *arguments, size_t first,
                       const char *list)
{
    size_t count = 1;

    for (const char *end = end_of(list); *end; end = end_of(end + 1))
        count++;
    for (size_t i = first; first + count == arguments->count && i < first + count; i++) {
        const char *end = end_of(list);
        list += *list == ' ';
        arguments->data[i].text = gen_arena_copy(reader->arena, list, (size_t)(end - list));
        list = end + (*end == ',');
    }
}

void gen_read_template_arguments(gen_reader *reader, CXCursor declaration, gen_record *record)
{
    gen_template_arguments *arguments = &record->template_arguments;
    parameter_walk walk = {.reader = reader, .arguments = arguments};

    for (; clang_isDeclaration(clang_getCursorKind(declaration));
         declaration = clang_getCursorSemanticParent(declaration)) {
        CXCursor template = clang_getSpecializedCursorTemplate(declaration);
        size_t first = arguments->count;
        const char *list;
        clang_visitChildren(template, visit_parameter, &walk);
        list = list_of(reader->arena, gen_read_spelling(reader, clang_getCursorType(declaration)));
        /* A partial specialization has its own parameters. */
        if (list && arguments->count > first &&
            clang_getCursorKind(template) == CXCursor_ClassTemplate)
            fill_texts(reader, arguments, first, list);
    }
}

/* --- Of a function --------------------------------------------------------------------------- */

typedef struct argument_walk {
    gen_reader *reader;
    CXCursor function;
    unsigned index; /* of the next parameter */
    gen_template_arguments *arguments;
} argument_walk;

/* The type of a non-type parameter; for an enumeration, its integer type. */
static CXType value_type(const argument_walk *walk, CXCursor parameter)
{
    CXType written = clang_getCursorType(parameter);
    CXType type = clang_getCanonicalType(written);
    const char *name = gen_reader_text(walk->reader, clang_getTypeSpelling(written));

    for (unsigned i = 0; i < walk->index && type.kind == CXType_Unexposed; i++)
        if (strcmp(walk->arguments->data[i].name, name) == 0) /* `template <class T, T N>` */
            type = clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(walk->function, i));
    if (type.kind == CXType_Enum)
        type = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
    return type;
}

static bool is_signed(CXType type)
{
    return type.kind >= CXType_Char_S && type.kind <= CXType_LongLong;
}

static bool is_unsigned(CXType type)
{
    return type.kind >= CXType_Bool && type.kind <= CXType_ULongLong;
}

/* True if one of the arguments' values is mangled like this: "Lh200E" or "LDu200E". */
static bool is_mangled(const char *symbol, const char *value)
{
    for (const char *at = symbol; (at = strstr(at, value)) != NULL; at++)
        if ((at - symbol >= 2 && at[-2] == 'L' && islower((unsigned char)at[-1])) ||
            (at - symbol >= 3 && at[-3] == 'L' && at[-2] == 'D'))
            return true;
    return false;
}

/* The value of an `auto` parameter whose highest bit is set. The symbol tells whether that bit is a
 * sign; null if it does not. */
static const char *text_of_auto(const argument_walk *walk, long long value, unsigned long long bits)
{
    gen_arena *arena = walk->reader->arena;
    const char *symbol = gen_reader_text(walk->reader, clang_Cursor_getMangling(walk->function));
    bool is_negative =
        is_mangled(symbol, gen_arena_format(arena, "n%lluE", 0ULL - (unsigned long long)value));
    bool is_positive = is_mangled(symbol, gen_arena_format(arena, "%lluE", bits));

    if (bits == 1 && strstr(symbol, "Lb1E"))
        return "true";
    if (is_negative == is_positive)
        return NULL;
    return is_negative ? gen_arena_format(arena, "%lld", value)
                       : gen_arena_format(arena, "%llu", bits);
}

/* libclang extends the value to 64 bits both with and without its sign. The type decides which is
 * right. */
static const char *text_of_value(const argument_walk *walk, CXCursor parameter)
{
    CXType type = value_type(walk, parameter);
    unsigned long long bits;
    long long value;

    if (type.kind == CXType_Int128 || type.kind == CXType_UInt128)
        return NULL;
    value = clang_Cursor_getTemplateArgumentValue(walk->function, walk->index);
    bits = clang_Cursor_getTemplateArgumentUnsignedValue(walk->function, walk->index);
    if (type.kind == CXType_Bool)
        return value ? "true" : "false";
    if (value < 0 && is_signed(type))
        return gen_arena_format(walk->reader->arena, "%lld", value);
    if (value < 0 && !is_unsigned(type))
        return text_of_auto(walk, value, bits);
    return gen_arena_format(walk->reader->arena, "%llu", bits);
}

static enum CXChildVisitResult visit_argument(CXCursor cursor, CXCursor parent, CXClientData data)
{
    argument_walk *walk = data;
    gen_template_argument *argument = &walk->arguments->data[walk->index];
    CXType type;

    (void)parent;
    if (!is_parameter(cursor))
        return CXChildVisit_Continue;
    switch (clang_Cursor_getTemplateArgumentKind(walk->function, walk->index)) {
    case CXTemplateArgumentKind_Type:
        type = clang_Cursor_getTemplateArgumentType(walk->function, walk->index);
        argument->text = gen_read_spelling(walk->reader, clang_getCanonicalType(type));
        if (clang_Type_getSizeOf(type) > 0) /* otherwise an error, such as an incomplete type */
            argument->size = (uint64_t)clang_Type_getSizeOf(type);
        break;
    case CXTemplateArgumentKind_Integral:
        argument->text = text_of_value(walk, cursor);
        break;
    default:
        break;
    }
    walk->index++;
    return CXChildVisit_Continue;
}

void gen_read_function_arguments(gen_reader *reader, CXCursor function, CXCursor pattern,
                                 gen_template_arguments *arguments)
{
    parameter_walk names = {.reader = reader, .arguments = arguments};
    argument_walk values = {.reader = reader, .function = function, .arguments = arguments};

    *arguments = (gen_template_arguments){0};
    clang_visitChildren(pattern, visit_parameter, &names);
    if ((int)arguments->count == clang_Cursor_getNumTemplateArguments(function))
        clang_visitChildren(pattern, visit_argument, &values);
}

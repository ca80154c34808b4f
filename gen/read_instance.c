#include "reader.h"

#include <ctype.h>
#include <string.h>

/* libclang leaves arguments that are the template's defaults out of a type's spelling, or does not,
 * or some of them, as its version goes. Here all of them are written. */

#define MAX_ARGUMENTS 64 /* of a template; with more the spelling stays as it is */

typedef struct span {
    const char *begin;
    size_t length;
} span;

/* The piece of a spelling from `c` to the next of `ends` that is in no brackets and no literal, or
 * to the end. */
static span piece_of(const char *c, const char *ends)
{
    span piece = {c, 0};
    int depth = 0;

    for (; *c; c++) {
        if (*c == '\'' || *c == '"') {
            const char quote = *c;
            for (c++; *c && *c != quote; c++)
                c += *c == '\\' && c[1];
            if (!*c)
                break;
        } else if (depth == 0 && strchr(ends, *c)) {
            break;
        } else if (strchr("<([{", *c)) {
            depth++;
        } else if (strchr(">)]}", *c)) {
            depth--;
        }
    }
    piece.length = (size_t)(c - piece.begin);
    return piece;
}

/* Where the name after the last "::" that is in no brackets begins. */
static size_t start_of_name(const char *spelling)
{
    size_t start = 0;

    for (const char *c = spelling; *c;) {
        span piece = piece_of(c, ":");
        c = piece.begin + piece.length;
        if (c[0] == ':' && c[1] == ':')
            start = (size_t)(c + 2 - spelling);
        while (*c == ':')
            c++;
    }
    return start;
}

/* The constants of an enumeration have unique names, but not unique values: the first is taken, as
 * clang does. */
typedef struct constant_search {
    gen_reader *reader;
    long long value;
    const char *name;
} constant_search;

static enum CXChildVisitResult find_constant(CXCursor cursor, CXCursor parent, CXClientData data)
{
    constant_search *search = data;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl ||
        clang_getEnumConstantDeclValue(cursor) != search->value)
        return CXChildVisit_Continue;
    search->name = gen_reader_text(search->reader, clang_getCursorSpelling(cursor));
    return CXChildVisit_Break;
}

static const char *enumerator_of(gen_reader *reader, CXType type, long long value)
{
    CXCursor declaration = clang_getTypeDeclaration(type);
    const char *name = gen_read_written_spelling(reader, type);
    constant_search search = {reader, value, NULL};

    clang_visitChildren(declaration, find_constant, &search);
    if (!search.name)
        return gen_arena_format(reader->arena, "(%s)%lld", name, value);
    return gen_arena_format(reader->arena, "%s::%s", name, search.name);
}

typedef struct parameter_search {
    unsigned index;
    CXType type; /* invalid if it is no value */
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
    if (kind == CXCursor_NonTypeTemplateParameter)
        search->type = clang_getCanonicalType(clang_getCursorType(cursor));
    return CXChildVisit_Break;
}

/* The value of a template's argument as clang spells it, or null if it is none that is known here.
 */
static const char *value_of(gen_reader *reader, CXCursor instance, unsigned index)
{
    parameter_search search = {index, {CXType_Invalid, {0}}};
    long long value;

    if (clang_Cursor_getTemplateArgumentKind(instance, index) != CXTemplateArgumentKind_Integral)
        return NULL;
    value = clang_Cursor_getTemplateArgumentValue(instance, index);
    clang_visitChildren(clang_getSpecializedCursorTemplate(instance), find_parameter, &search);
    switch (search.type.kind) {
    case CXType_Bool:
        return value ? "true" : "false";
    case CXType_Enum:
        return enumerator_of(reader, search.type, value);
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Char_U:
    case CXType_UChar:
        if (isprint((int)value & 0xff) && value != '\'' && value != '\\')
            return gen_arena_format(reader->arena, "'%c'", (char)value);
        return NULL;
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
        return gen_arena_format(reader->arena, "%llu",
                                clang_Cursor_getTemplateArgumentUnsignedValue(instance, index));
    default:
        return gen_arena_format(reader->arena, "%lld", value);
    }
}

/* Arguments of an instance, those in `written` and those that it leaves out; null if one is not
 * known. */
static const char *arguments_of(gen_reader *reader, CXType type, const char *written)
{
    int count = clang_Type_getNumTemplateArguments(type);
    const char *all = "";

    if (count < 0 || count > MAX_ARGUMENTS)
        return NULL;
    for (int i = 0; i < count; i++) {
        CXType argument = clang_Type_getTemplateArgumentAsType(type, (unsigned)i);
        span piece = piece_of(written, ",>");
        const char *text;

        if (argument.kind != CXType_Invalid)
            text = gen_read_written_spelling(reader, clang_getCanonicalType(argument));
        else if (piece.length > 0)
            text = gen_arena_copy(reader->arena, piece.begin, piece.length);
        else
            text = value_of(reader, clang_getTypeDeclaration(type), (unsigned)i);
        if (!text)
            return NULL;
        all = gen_arena_format(reader->arena, "%s%s%s", all, i > 0 ? ", " : "", text);
        written = piece.begin + piece.length;
        written += strspn(written, *written == ',' ? ", " : "");
    }
    return all;
}

/* A record's name, of which `spelling` is clang's, with the arguments of each template in it. */
static const char *name_of(gen_reader *reader, CXType type, const char *spelling)
{
    CXCursor parent = clang_getCursorSemanticParent(clang_getTypeDeclaration(type));
    enum CXCursorKind kind = clang_getCursorKind(parent);
    size_t start = start_of_name(spelling);
    const char *scope = gen_arena_copy(reader->arena, spelling, start);
    const char *name = spelling + start;
    size_t stem = strcspn(name, "<");
    const char *arguments = NULL;

    if (start > 2 &&
        (kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl)) {
        CXType outer = clang_getCanonicalType(clang_getCursorType(parent));
        const char *written = gen_arena_copy(reader->arena, spelling, start - 2);
        scope = gen_arena_format(reader->arena, "%s::", name_of(reader, outer, written));
    }
    if (name[stem] == '<')
        arguments = arguments_of(reader, type, name + stem + 1);
    if (!arguments)
        return gen_arena_format(reader->arena, "%s%s", scope, name);
    return gen_arena_format(reader->arena, "%s%.*s<%s>", scope, (int)stem, name, arguments);
}

static CXType record_behind(CXType type)
{
    for (;;) {
        switch (type.kind) {
        case CXType_Pointer:
        case CXType_LValueReference:
        case CXType_RValueReference:
            type = clang_getPointeeType(type);
            break;
        case CXType_ConstantArray:
        case CXType_IncompleteArray:
            type = clang_getArrayElementType(type);
            break;
        default:
            return type;
        }
    }
}

const char *gen_read_all_arguments(gen_reader *reader, CXType type, const char *spelling)
{
    CXType record = record_behind(type);
    const char *name;
    const char *found;

    if (record.kind != CXType_Record || !strchr(spelling, '<'))
        return spelling;
    name = gen_read_plain_name(reader, record);
    found = strstr(spelling, name);
    if (!found)
        return spelling;
    return gen_arena_format(reader->arena, "%.*s%s%s", (int)(found - spelling), spelling,
                            name_of(reader, record, name), found + strlen(name));
}

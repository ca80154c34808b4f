/* Prints types by their libclang kinds. libclang's own spelling of a class has some or none of the
 * default template arguments, depending on its version. Here all are printed. */
#include "frontend/types/spelling.h"

#include "support/text.h"

#include <ctype.h>
#include <string.h>

static const char *spell(gen_reader *reader, CXType type, const char *qualifiers,
                         const char *declarator);

/* --- Template arguments ---------------------------------------------------------------------- */

/* False for the operators in "1 << 2", "a > b" and "a->b". */
static bool is_bracket(const char *c)
{
    return *c == '<' ? c[-1] != ' ' && c[-1] != '<' : *c == '>' && c[-1] != ' ' && c[-1] != '-';
}

/* Appends the argument at the beginning of `printed`, or only skips it if `text` is null. Returns
 * its end. Leaves out what is in angle brackets, where libclang's versions differ. */
static const char *copy_argument(gen_text *text, const char *printed)
{
    int angles = 0;
    int brackets = 0;
    char quote = '\0';

    for (const char *c = printed; *c; c++) {
        if (!quote && angles + brackets == 0 && (*c == ',' || *c == '>'))
            return c;
        angles += !quote && *c == '<' && is_bracket(c);
        if (text && angles == 0)
            gen_text_append(text, c, *c == '\\' && c[1] ? 2 : 1);
        angles -= !quote && *c == '>' && is_bracket(c) && angles > 0;
        brackets += !quote && strchr("([{", *c);
        brackets -= !quote && strchr(")]}", *c);
        if (*c == '\\' && c[1])
            c++;
        else if (*c == quote)
            quote = '\0';
        else if (!quote && (*c == '\'' || *c == '"'))
            quote = *c;
    }
    return printed + strlen(printed);
}

/* The arguments as libclang prints them, all of them, at the declaration of a class: "int, 4> {}"
 * of "template<> struct array<int, 4> {}". */
static const char *printed_arguments(gen_reader *reader, CXCursor class, const char *name)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(class);
    const char *before = gen_arena_format(reader->arena, " %s<", name);
    const char *printed;

    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    printed = gen_reader_text(reader, clang_getCursorPrettyPrinted(class, policy));
    clang_PrintingPolicy_dispose(policy);
    printed = strstr(printed, before);
    return printed ? printed + strlen(before) : "";
}

/* Appends "<int, 4>". If a specialization does not write all arguments, the list ends before the
 * first value that it leaves out. */
static void append_arguments(gen_reader *reader, gen_text *text, CXCursor class, const char *name)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(class));
    const int count = clang_Type_getNumTemplateArguments(type);
    const char *printed = count > 0 ? printed_arguments(reader, class, name) : "";

    if (count < 0)
        return;
    gen_text_puts(text, "<");
    for (int i = 0; i < count; i++) {
        CXType argument = clang_Type_getTemplateArgumentAsType(type, (unsigned)i);
        bool is_type = argument.kind != CXType_Invalid;
        printed += strspn(printed, "<>, "); /* a pack is printed in brackets */
        if (!is_type && (!*printed || strcmp(printed, "{}") == 0))
            break;
        gen_text_puts(text, i > 0 ? ", " : "");
        if (is_type)
            gen_text_puts(text,
                          gen_read_written_spelling(reader, clang_getCanonicalType(argument)));
        printed = copy_argument(is_type ? NULL : text, printed);
    }
    gen_text_puts(text, ">");
}

/* --- Classes and enumerations ---------------------------------------------------------------- */

/* "(unnamed at b.cu:1:2)", the same in every folder. */
static const char *unnamed(gen_reader *reader, CXCursor declaration)
{
    CXString path;
    unsigned line;
    unsigned column;
    const char *name;
    const char *slash;

    clang_getPresumedLocation(clang_getCursorLocation(declaration), &path, &line, &column);
    name = gen_reader_text(reader, path);
    slash = strrchr(name, '/');
    return gen_arena_format(reader->arena, "(unnamed at %s:%u:%u)", slash ? slash + 1 : name, line,
                            column);
}

static const char *name_of(gen_reader *reader, CXCursor declaration)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(declaration));
    const char *colon;

    if (clang_Cursor_isAnonymous(declaration))
        return unnamed(reader, declaration);
    if (*name)
        return name;
    /* Only the typedef names the class. libclang 14 has that name only in the type. */
    name = gen_reader_text(reader, clang_getTypeSpelling(clang_getCursorType(declaration)));
    colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

/* Appends "a::b<int>::", without functions, which some libclangs leave out, and without inline
 * namespaces. */
static void append_scopes(gen_reader *reader, gen_text *text, CXCursor declaration)
{
    CXCursor scope = clang_getCursorSemanticParent(declaration);
    const char *name;

    switch (clang_getCursorKind(scope)) {
    case CXCursor_Namespace:
        append_scopes(reader, text, scope);
        if (clang_Cursor_isAnonymous(scope))
            gen_text_puts(text, "(anonymous namespace)::");
        else if (!clang_Cursor_isInlineNamespace(scope))
            gen_text_printf(text, "%s::", gen_reader_text(reader, clang_getCursorSpelling(scope)));
        return;
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
        append_scopes(reader, text, scope);
        if (clang_Cursor_isAnonymous(scope))
            return;
        name = name_of(reader, scope);
        gen_text_puts(text, name);
        append_arguments(reader, text, scope, name);
        gen_text_puts(text, "::");
        return;
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
        append_scopes(reader, text, scope);
        return;
    default:
        return;
    }
}

static const char *spell_class(gen_reader *reader, CXCursor declaration)
{
    const char *name = name_of(reader, declaration);
    const char *copy;
    gen_text text;

    gen_text_initialize(&text);
    append_scopes(reader, &text, declaration);
    gen_text_puts(&text, name);
    append_arguments(reader, &text, declaration, name);
    copy = gen_arena_string(reader->arena, text.data ? text.data : "");
    gen_text_deinitialize(&text);
    return copy;
}

/* --- Types ----------------------------------------------------------------------------------- */

static const char *without_qualifiers(const char *spelling)
{
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

static const char *qualifiers_of(CXType type)
{
    static const char *const all[] = {"",
                                      "const",
                                      "volatile",
                                      "const volatile",
                                      "__restrict",
                                      "const __restrict",
                                      "volatile __restrict",
                                      "const volatile __restrict"};

    return all[(clang_isConstQualifiedType(type) ? 1 : 0) +
               (clang_isVolatileQualifiedType(type) ? 2 : 0) +
               (clang_isRestrictQualifiedType(type) ? 4 : 0)];
}

/* `mark` comes before the declarator: "*", "&", "array<int>::*". */
static const char *spell_pointer(gen_reader *reader, CXType pointee, const char *mark,
                                 const char *qualifiers, const char *declarator)
{
    bool in_brackets = pointee.kind == CXType_FunctionProto ||
                       pointee.kind == CXType_ConstantArray ||
                       pointee.kind == CXType_IncompleteArray;

    declarator = gen_arena_format(reader->arena, in_brackets ? "(%s%s%s%s)" : "%s%s%s%s", mark,
                                  qualifiers, *qualifiers && *declarator ? " " : "", declarator);
    return spell(reader, pointee, qualifiers_of(pointee), declarator);
}

/* " const", " noexcept": only libclang's spelling has these. */
static const char *after_parameters(gen_reader *reader, CXType function)
{
    const char *end = strrchr(gen_reader_text(reader, clang_getTypeSpelling(function)), ')');

    return end ? end + 1 : "";
}

static const char *spell_function(gen_reader *reader, CXType type, const char *declarator)
{
    const int count = clang_getNumArgTypes(type);
    const char *parameters = "";

    for (int i = 0; i < count; i++)
        parameters = gen_arena_format(
            reader->arena, "%s%s%s", parameters, i > 0 ? ", " : "",
            gen_read_written_spelling(reader, clang_getArgType(type, (unsigned)i)));
    if (clang_isFunctionTypeVariadic(type))
        parameters =
            gen_arena_format(reader->arena, "%s%s...", parameters, *parameters ? ", " : "");
    declarator = gen_arena_format(reader->arena, "%s(%s)%s", declarator, parameters,
                                  after_parameters(reader, type));
    type = clang_getResultType(type);
    return spell(reader, type, qualifiers_of(type), declarator);
}

/* Prints a canonical type. A declarator grows outward, as in C: "(*)", then "(*)(int)". */
static const char *spell(gen_reader *reader, CXType type, const char *qualifiers,
                         const char *declarator)
{
    CXType part = clang_getPointeeType(type);
    const char *name;

    switch (type.kind) {
    case CXType_Pointer:
        return spell_pointer(reader, part, "*", qualifiers, declarator);
    case CXType_LValueReference:
        return spell_pointer(reader, part, "&", qualifiers, declarator);
    case CXType_RValueReference:
        return spell_pointer(reader, part, "&&", qualifiers, declarator);
    case CXType_MemberPointer:
        name = spell_class(reader, clang_getTypeDeclaration(clang_Type_getClassType(type)));
        return spell_pointer(reader, part, gen_arena_format(reader->arena, "%s::*", name),
                             qualifiers, declarator);
    case CXType_ConstantArray:
        declarator =
            gen_arena_format(reader->arena, "%s[%lld]", declarator, clang_getArraySize(type));
        return spell(reader, clang_getArrayElementType(type), qualifiers, declarator);
    case CXType_IncompleteArray:
        declarator = gen_arena_format(reader->arena, "%s[]", declarator);
        return spell(reader, clang_getArrayElementType(type), qualifiers, declarator);
    case CXType_FunctionProto:
        return spell_function(reader, type, declarator);
    case CXType_Record:
    case CXType_Enum:
        name = spell_class(reader, clang_getTypeDeclaration(type));
        break;
    default:
        name = without_qualifiers(gen_reader_text(reader, clang_getTypeSpelling(type)));
    }
    return gen_arena_format(reader->arena, "%s%s%s%s%s", qualifiers, *qualifiers ? " " : "", name,
                            *declarator && *declarator != '[' ? " " : "", declarator);
}

/* True if every libclang spells the type as its author wrote it. They differ in whether they
 * qualify names in a namespace. */
static bool is_stable(CXType type)
{
    for (;;) {
        CXType inner = type;
        if (type.kind == CXType_Elaborated)
            inner = clang_Type_getNamedType(type);
        else if (type.kind == CXType_Pointer || type.kind == CXType_LValueReference)
            inner = clang_getPointeeType(type);
        if (inner.kind == CXType_Invalid || clang_equalTypes(inner, type))
            break;
        type = inner;
    }
    if (type.kind == CXType_Typedef)
        return gen_reader_is_global(clang_getTypeDeclaration(type));
    return type.kind >= CXType_FirstBuiltin && type.kind <= CXType_LastBuiltin;
}

const char *gen_read_written_spelling(gen_reader *reader, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);

    if (is_stable(type))
        return gen_reader_text(reader, clang_getTypeSpelling(type));
    return spell(reader, canonical, qualifiers_of(canonical), "");
}

const char *gen_read_spelling(gen_reader *reader, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);

    if (clang_getPointeeType(canonical).kind == CXType_Invalid && is_stable(type))
        return without_qualifiers(gen_reader_text(reader, clang_getTypeSpelling(type)));
    return spell(reader, canonical, "", "");
}

const char *gen_read_identifier(gen_reader *reader, const char *spelling)
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

#include "frontend/types/spelling.h"

#include "frontend/types/named_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *gen_read_standard_name(const char *spelling)
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

/* Where ":12:3)" ends that began at `c`, or null. */
static const char *end_of_position(const char *c)
{
    for (int i = 0; i < 2; i++) {
        if (*c++ != ':' || !isdigit((unsigned char)*c))
            return NULL;
        while (isdigit((unsigned char)*c))
            c++;
    }
    return *c == ')' ? c : NULL;
}

/* Copies "(unnamed struct at a/b.cu:1:2)" as "(unnamed at b.cu:1:2)", which is what some libclangs
 * say; others say anonymous. Returns the end of what was read. */
static const char *copy_unnamed(char **end, const char *c)
{
    const char *at = strstr(c, " at ");
    const char *name = at ? at + 4 : NULL;
    const char *close = NULL;

    for (const char *next = name; next && *next && !close; next++) {
        if (*next == '/' || *next == '\\')
            name = next + 1;
        close = end_of_position(next);
    }
    if (!close) {
        *(*end)++ = *c;
        return c + 1;
    }
    *end += sprintf(*end, "(unnamed at %.*s)", (int)(close - name), name);
    return close + 1;
}

/* Without what differs from one libclang, or one folder, to another: the blank in "float [4]", too.
 * Never longer than the spelling. */
static char *plain_spelling(gen_reader *reader, CXType type)
{
    const char *c = gen_reader_text(reader, clang_getTypeSpelling(type));
    char *stable = gen_arena_string(reader->arena, c);
    char *end = stable;

    while (*c) {
        bool unnamed = strncmp(c, "(unnamed ", 9) == 0 || (strncmp(c, "(anonymous ", 11) == 0 &&
                                                           strncmp(c + 11, "namespace)", 10) != 0);
        if (unnamed)
            c = copy_unnamed(&end, c);
        else if (*c == ' ' && c[1] == '[')
            c++;
        else
            *end++ = *c++;
    }
    *end = '\0';
    return stable;
}

static char *stable_spelling(gen_reader *reader, CXType type)
{
    const char *plain = plain_spelling(reader, type);
    return gen_arena_string(reader->arena, gen_read_all_arguments(reader, type, plain));
}

static bool is_global(CXCursor declaration)
{
    CXCursor parent = clang_getCursorSemanticParent(declaration);
    enum CXCursorKind kind = clang_getCursorKind(parent);

    return clang_isTranslationUnit(kind) || kind == CXCursor_LinkageSpec ||
           kind == CXCursor_UnexposedDecl;
}

/* Whether a type reads the same from every libclang as its author wrote it: some qualify a name
 * in a namespace, and some do not. */
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
        return is_global(clang_getTypeDeclaration(type));
    return type.kind >= CXType_FirstBuiltin && type.kind <= CXType_LastBuiltin;
}

const char *gen_read_written_spelling(gen_reader *reader, CXType type)
{
    return stable_spelling(reader, is_stable(type) ? type : clang_getCanonicalType(type));
}

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

const char *gen_read_plain_name(gen_reader *reader, CXType type)
{
    return without_qualifiers(plain_spelling(reader, type));
}

const char *gen_read_spelling(gen_reader *reader, CXType type)
{
    return without_qualifiers(gen_read_written_spelling(reader, type));
}

const char *gen_read_pointer_spelling(gen_reader *reader, CXType type)
{
    char *spelling = stable_spelling(reader, type);
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

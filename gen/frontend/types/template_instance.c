#include "frontend/types/template_instance.h"

#include "frontend/types/named_parts.h"
#include "frontend/types/spelling.h"
#include "frontend/types/template_argument.h"

#include <string.h>

/* libclang leaves arguments that are the template's defaults out of a type's spelling, or does not,
 * or some of them, as its version goes. Here all of them are written. */

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
size_t gen_start_of_name(const char *spelling)
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

/* Arguments of an instance, those in `written` and those that it leaves out; null if one is not
 * known. */
static const char *arguments_of(gen_reader *reader, CXType type, const char *written)
{
    int count = clang_Type_getNumTemplateArguments(type);
    const char *all = "";

    if (count < 0 || count > GEN_MAX_TEMPLATE_ARGUMENTS)
        return NULL;
    for (int i = 0; i < count; i++) {
        CXType argument = clang_Type_getTemplateArgumentAsType(type, (unsigned)i);
        span piece = piece_of(written, ",>");
        const char *text;

        if (argument.kind != CXType_Invalid)
            text = gen_read_written_spelling(reader, clang_getCanonicalType(argument));
        else if (piece.length > 0)
            text = gen_read_all_names(reader,
                                      gen_arena_copy(reader->arena, piece.begin, piece.length));
        else
            text = gen_read_default_argument(reader, clang_getTypeDeclaration(type), (unsigned)i);
        if (!text)
            return NULL;
        all = gen_arena_format(reader->arena, "%s%s%s", all, i > 0 ? ", " : "", text);
        written = piece.begin + piece.length;
        written += strspn(written, *written == ',' ? ", " : "");
    }
    return all;
}

const char *gen_read_full_name(gen_reader *reader, CXType type, const char *spelling)
{
    CXCursor parent = clang_getCursorSemanticParent(clang_getTypeDeclaration(type));
    enum CXCursorKind kind = clang_getCursorKind(parent);
    size_t start = gen_start_of_name(spelling);
    const char *scope = gen_arena_copy(reader->arena, spelling, start);
    const char *name = spelling + start;
    size_t stem = strcspn(name, "<");
    const char *arguments = NULL;

    if (kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate ||
        kind == CXCursor_CXXMethod)
        scope = ""; /* some libclangs name the function, and some do not */
    else if (start > 2 && (kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl ||
                           kind == CXCursor_UnionDecl)) {
        CXType outer = clang_getCanonicalType(clang_getCursorType(parent));
        const char *written = gen_arena_copy(reader->arena, spelling, start - 2);
        scope = gen_arena_format(reader->arena, "%s::", gen_read_full_name(reader, outer, written));
    }
    if (name[stem] == '<')
        arguments = arguments_of(reader, type, name + stem + 1);
    if (!arguments)
        return gen_arena_format(reader->arena, "%s%s", scope, name);
    return gen_arena_format(reader->arena, "%s%.*s<%s>", scope, (int)stem, name, arguments);
}

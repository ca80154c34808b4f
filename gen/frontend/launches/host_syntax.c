#include "frontend/launches/host_syntax.h"

#include <ctype.h>
#include <string.h>

#define DEPTH 16 /* of conversions, addresses and the like around each other */

/* --- Children --------------------------------------------------------------------------------- */

typedef struct child_search {
    unsigned wanted, count;
    CXCursor found;
} child_search;

static enum CXChildVisitResult visit_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    child_search *search = data;

    (void)parent;
    search->found = cursor;
    return search->count++ == search->wanted ? CXChildVisit_Break : CXChildVisit_Continue;
}

CXCursor gen_host_child(CXCursor cursor, unsigned number)
{
    child_search search = {number, 0, clang_getNullCursor()};

    clang_visitChildren(cursor, visit_child, &search);
    return search.count > number ? search.found : clang_getNullCursor();
}

static enum CXChildVisitResult visit_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_isExpression(clang_getCursorKind(cursor)))
        *(CXCursor *)data = cursor;
    return CXChildVisit_Continue;
}

CXCursor gen_host_last_expression(CXCursor cursor)
{
    CXCursor found = clang_getNullCursor();

    clang_visitChildren(cursor, visit_last, &found);
    return found;
}

CXCursor gen_host_unwrapped(CXCursor expression)
{
    for (unsigned depth = 0; depth < DEPTH; depth++) {
        switch (clang_getCursorKind(expression)) {
        case CXCursor_ParenExpr:
        case CXCursor_UnexposedExpr:
        case CXCursor_CStyleCastExpr:
        case CXCursor_CXXStaticCastExpr:
        case CXCursor_CXXConstCastExpr:
        case CXCursor_CXXReinterpretCastExpr:
        case CXCursor_CXXFunctionalCastExpr:
            expression = gen_host_last_expression(expression);
            break;
        default:
            return expression;
        }
    }
    return expression;
}

/* --- Text ------------------------------------------------------------------------------------- */

/* The file's text up to the cursor; inside a macro, up to its use. Sets the length. */
static const char *text_before(CXCursor cursor, size_t *length)
{
    CXFile file = NULL;
    unsigned offset = 0;
    size_t size = 0;
    const char *text;

    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &file, NULL, NULL,
                          &offset);
    text =
        file ? clang_getFileContents(clang_Cursor_getTranslationUnit(cursor), file, &size) : NULL;
    *length = text && offset < size ? offset : 0;
    return text && offset < size ? text : NULL;
}

unsigned gen_host_offset(CXCursor cursor)
{
    size_t length;

    text_before(cursor, &length);
    return (unsigned)length;
}

static char unary_operator(CXCursor expression)
{
    size_t at;
    const char *text = text_before(expression, &at);

    if (!text)
        return 0;
    if (strchr("&*!~", text[at]))
        return text[at];
    return text[at] == '-' && text[at + 1] != '-' ? '-' : 'i';
}

static unsigned end_offset(CXCursor cursor)
{
    unsigned offset = 0;

    clang_getFileLocation(clang_getRangeEnd(clang_getCursorExtent(cursor)), NULL, NULL, NULL,
                          &offset);
    return offset;
}

/* What is between the operands, but for blanks and parentheses. Neither inside a macro, nor if a
 * comment is there. */
static char binary_operator(CXCursor expression)
{
    static const char *const names[] = {"=", "+", "-", "*", "/", "%", "<<", ">>"};
    const unsigned begin = end_offset(gen_host_child(expression, 0));
    size_t end, count = 0;
    const char *text = text_before(gen_host_child(expression, 1), &end);
    char name[4] = "";

    for (size_t at = begin; text && at < end && count < sizeof(name); at++)
        if (!isspace((unsigned char)text[at]) && !strchr("()\\", text[at]))
            name[count++] = text[at];
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && count < sizeof(name); i++)
        if (strcmp(name, names[i]) == 0)
            return name[0];
    return 0;
}

char gen_host_operator(CXCursor expression)
{
    switch (clang_getCursorKind(expression)) {
    case CXCursor_UnaryOperator:
        return unary_operator(expression);
    case CXCursor_BinaryOperator:
        return binary_operator(expression);
    default:
        return 0;
    }
}

const char *gen_host_constant_name(gen_reader *reader, CXCursor expression)
{
    size_t at, length = 0;
    const char *text = text_before(expression, &at);

    if (!text || isdigit((unsigned char)text[at]) ||
        clang_getCursorKind(expression) == CXCursor_UnaryExpr) /* sizeof */
        return "";
    while (isalnum((unsigned char)text[at + length]) || text[at + length] == '_')
        length++;
    return gen_arena_copy(reader->arena, text + at, length);
}

bool gen_host_evaluate(CXCursor expression, int64_t *out)
{
    CXEvalResult result = clang_Cursor_Evaluate(expression);
    const bool is_integer = result && clang_EvalResult_getKind(result) == CXEval_Int;

    *out = is_integer ? clang_EvalResult_getAsLongLong(result) : 0;
    if (result)
        clang_EvalResult_dispose(result);
    return is_integer;
}

/* --- Roots ------------------------------------------------------------------------------------ */

/* An element of an array of pointers, or the first of another array; else the null cursor. */
static CXCursor subscripted(CXCursor expression, CXCursor array, CXCursor index)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(expression));
    int64_t value;

    return type.kind == CXType_Pointer || (gen_host_evaluate(index, &value) && value == 0)
               ? array
               : clang_getNullCursor();
}

/* The object or argument that a call such as "x.data()" or "raw_pointer_cast(x)" is about. */
static CXCursor subject_of_call(gen_reader *reader, CXCursor call)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(call));

    if (strcmp(name, "data") == 0 || strcmp(name, "get") == 0)
        return gen_host_child(gen_host_child(call, 0), 0);
    if (strcmp(name, "raw_pointer_cast") == 0 || strcmp(name, "operator&") == 0)
        return clang_Cursor_getArgument(call, 0);
    if (strcmp(name, "operator[]") == 0)
        return subscripted(call, clang_Cursor_getArgument(call, 0),
                           clang_Cursor_getArgument(call, 1));
    return clang_getNullCursor();
}

CXCursor gen_host_root(gen_reader *reader, CXCursor expression)
{
    for (unsigned depth = 0; depth < DEPTH; depth++) {
        const CXCursor inner = gen_host_unwrapped(expression);
        const char sign = gen_host_operator(inner);

        switch (clang_getCursorKind(inner)) {
        case CXCursor_DeclRefExpr:
        case CXCursor_MemberRefExpr:
            return clang_getCursorReferenced(inner);
        case CXCursor_UnaryOperator:
            expression =
                sign == '&' || sign == '*' ? gen_host_child(inner, 0) : clang_getNullCursor();
            break;
        case CXCursor_ArraySubscriptExpr:
            expression = subscripted(inner, gen_host_child(inner, 0), gen_host_child(inner, 1));
            break;
        case CXCursor_CallExpr:
            expression = subject_of_call(reader, inner);
            break;
        default:
            return clang_getNullCursor();
        }
    }
    return clang_getNullCursor();
}

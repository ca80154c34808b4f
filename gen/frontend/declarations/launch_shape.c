#include "frontend/declarations/launch_shape.h"

#include "frontend/kernels/symbol.h"
#include "frontend/reader/declaration_walk.h"

#include <string.h>

#define DEPTH     8 /* of expressions around an extent */
#define SHAPE     1 /* clang's call that passes the shape on */
#define BLOCK     1 /* the argument of that call */
#define MOST_AXIS 1024

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

/* The child with this number, or the null cursor. */
static CXCursor child(CXCursor cursor, unsigned wanted)
{
    child_search search = {wanted, 0, clang_getNullCursor()};

    clang_visitChildren(cursor, visit_child, &search);
    return search.count > wanted ? search.found : clang_getNullCursor();
}

static enum CXChildVisitResult visit_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_isExpression(clang_getCursorKind(cursor)))
        *(CXCursor *)data = cursor;
    return CXChildVisit_Continue;
}

/* The last expression in it: the initializer of a variable. Else the null cursor. */
static CXCursor last_expression(CXCursor cursor)
{
    CXCursor found = clang_getNullCursor();

    clang_visitChildren(cursor, visit_last, &found);
    return found;
}

static bool evaluate(CXCursor expression, uint32_t *out)
{
    CXEvalResult result = clang_Cursor_Evaluate(expression);
    const bool is_integer = result && clang_EvalResult_getKind(result) == CXEval_Int;
    const long long value = is_integer ? clang_EvalResult_getAsLongLong(result) : 0;

    if (result)
        clang_EvalResult_dispose(result);
    *out = (uint32_t)value;
    return value > 0 && value <= MOST_AXIS;
}

/* The variable that the expression is, without conversions; else the null cursor. */
static CXCursor variable_of(CXCursor expression)
{
    for (unsigned depth = 0; depth < DEPTH && !clang_Cursor_isNull(expression); depth++) {
        const CXCursor variable = clang_getCursorReferenced(expression);

        if (clang_getCursorKind(expression) == CXCursor_DeclRefExpr)
            return clang_getCursorKind(variable) == CXCursor_VarDecl ? variable
                                                                     : clang_getNullCursor();
        expression = child(expression, 0);
    }
    return clang_getNullCursor();
}

static bool read_extent(CXCursor expression, uint32_t *out)
{
    CXCursor variable;

    if (evaluate(expression, out))
        return true;
    variable = variable_of(expression);
    return !clang_Cursor_isNull(variable) && evaluate(last_expression(variable), out);
}

static bool is_dim3(gen_reader *reader, CXCursor expression)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(expression));
    const CXCursor class = clang_getTypeDeclaration(type);

    return strcmp(gen_reader_text(reader, clang_getCursorSpelling(class)), "dim3") == 0;
}

/* The arguments of a constructor; those that are left out are 1. */
static bool read_arguments(CXCursor call, int count, uint32_t block[3])
{
    for (int i = 0; i < count && i < 3; i++) {
        if (!read_extent(clang_Cursor_getArgument(call, (unsigned)i), &block[i]) && i == 0)
            return false;
    }
    return true;
}

/* Reads what an expression of type dim3 is made of. */
static bool read_block(gen_reader *reader, CXCursor expression, uint32_t block[3])
{
    for (unsigned depth = 0; depth < DEPTH && !clang_Cursor_isNull(expression); depth++) {
        const enum CXCursorKind kind = clang_getCursorKind(expression);
        const int count = kind == CXCursor_CallExpr ? clang_Cursor_getNumArguments(expression) : 0;

        if (count > 0 && !is_dim3(reader, clang_Cursor_getArgument(expression, 0)))
            return is_dim3(reader, expression) && read_arguments(expression, count, block);
        if (kind == CXCursor_DeclRefExpr)
            expression = last_expression(clang_getCursorReferenced(expression));
        else
            expression = count > 0 ? clang_Cursor_getArgument(expression, 0) : child(expression, 0);
    }
    return false;
}

static void add(gen_reader *reader, CXCursor kernel, const uint32_t block[3])
{
    gen_launched_block *added;
    const char *symbol = gen_read_has_c_linkage(reader, kernel)
                             ? gen_reader_text(reader, clang_getCursorSpelling(kernel))
                             : gen_read_symbol(reader, kernel);

    if (!symbol)
        return;
    for (const gen_launched_block *known = reader->model->launched_blocks; known;
         known = known->next) {
        if (strcmp(known->symbol, symbol) == 0 &&
            memcmp(known->block, block, 3 * sizeof(*block)) == 0)
            return;
    }
    added = GEN_NEW(reader->arena, gen_launched_block);
    added->symbol = symbol;
    memcpy(added->block, block, sizeof(added->block));
    GEN_APPEND(gen_launched_block, reader->model->launched_blocks, added);
}

static enum CXChildVisitResult visit_expression(CXCursor cursor, CXCursor parent, CXClientData data)
{
    gen_reader *reader = data;
    uint32_t block[3] = {1, 1, 1};
    CXCursor shape;
    const char *name;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    shape = child(cursor, SHAPE);
    if (clang_Cursor_isNull(shape) || clang_getCursorKind(shape) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    name = gen_reader_text(reader, clang_getCursorSpelling(shape));
    if (strcmp(name, "cudaConfigureCall") != 0 && strcmp(name, "__cudaPushCallConfiguration") != 0)
        return CXChildVisit_Recurse;
    if (read_block(reader, clang_Cursor_getArgument(shape, BLOCK), block) &&
        (block[0] > 1 || block[1] > 1 || block[2] > 1)) /* else its members are set one by one */
        add(reader, clang_getCursorReferenced(cursor), block);
    return CXChildVisit_Continue;
}

static void visit_function(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    (void)data;
    if (declaration->in_system || declaration->in_template ||
        !gen_declaration_has_image_body(declaration) ||
        declaration->kind == CXCursor_FunctionTemplate)
        return;
    clang_visitChildren(declaration->cursor, visit_expression, reader);
}

void gen_read_launch_shapes(gen_reader *reader, CXTranslationUnit unit)
{
    gen_reader_visit_declarations(reader, unit, visit_function, NULL);
}

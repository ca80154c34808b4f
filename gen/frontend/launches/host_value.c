#include "frontend/launches/host_value.h"

#include "frontend/launches/host_syntax.h"

#include <string.h>

#define DEPTH 12
#define MOST  (INT64_C(1) << 40) /* of constants */

/* --- Reading ---------------------------------------------------------------------------------- */

static const gen_host_value *constant(gen_host_code *code, int64_t value, const char *name)
{
    gen_host_value *made = GEN_NEW(code->reader->arena, gen_host_value);

    *made = (gen_host_value){.variable = clang_getNullCursor(), .name = name, .constant = value};
    return value >= 0 && value <= MOST ? made : NULL;
}

static bool is_constant(const gen_host_value *value)
{
    return !value->operation && clang_Cursor_isNull(value->variable);
}

static bool is_integer(CXCursor expression)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(expression));

    return type.kind >= CXType_Bool && type.kind <= CXType_Int128;
}

static const gen_host_value *leaf(gen_host_code *code, CXCursor variable)
{
    const enum CXCursorKind kind = clang_getCursorKind(variable);
    gen_host_value *made = GEN_NEW(code->reader->arena, gen_host_value);

    made->variable = variable;
    /* others may not hold what they get */
    return is_integer(variable) && clang_Type_getSizeOf(clang_getCursorType(variable)) >= 4 &&
                   (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ||
                    kind == CXCursor_FieldDecl)
               ? made
               : NULL;
}

static const gen_host_value *read_expression(gen_host_code *code, CXCursor expression, int depth);

static const gen_host_value *read_operation(gen_host_code *code, CXCursor expression, int depth)
{
    const char sign = gen_host_operator(expression);
    const gen_host_value *left = read_expression(code, gen_host_child(expression, 0), depth);
    const gen_host_value *right = read_expression(code, gen_host_child(expression, 1), depth);
    gen_host_value *made = GEN_NEW(code->reader->arena, gen_host_value);

    made->operation = sign == '<' ? '*' : sign == '>' ? '/' : sign;
    made->variable = clang_getNullCursor();
    if ((sign == '<' || sign == '>') && right)
        right = is_constant(right) && right->constant < 40
                    ? constant(code, INT64_C(1) << right->constant, "")
                    : NULL;
    made->left = left;
    made->right = right;
    return left && right && sign && strchr("+-*/%<>", sign) ? made : NULL;
}

static const gen_host_value *read_expression(gen_host_code *code, CXCursor expression, int depth)
{
    const CXCursor inner = gen_host_unwrapped(expression);
    const gen_host_value *found = NULL;
    int64_t value;

    if (clang_Cursor_isNull(inner) || depth == 0 || !is_integer(inner))
        return NULL;
    switch (clang_getCursorKind(inner)) {
    case CXCursor_BinaryOperator:
        found = read_operation(code, inner, depth - 1);
        break;
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        found = leaf(code, clang_getCursorReferenced(inner));
        break;
    default:
        break;
    }
    if (!found && gen_host_evaluate(inner, &value))
        found = constant(code, value, gen_host_constant_name(code->reader, inner));
    return found;
}

const gen_host_value *gen_host_value_read(gen_host_code *code, CXCursor expression)
{
    return read_expression(code, expression, DEPTH);
}

/* --- Variables -------------------------------------------------------------------------------- */

const gen_host_value *gen_host_value_follow(gen_host_code *code, CXCursor variable,
                                            const gen_host_write **write)
{
    const bool is_parameter = clang_getCursorKind(variable) == CXCursor_ParmDecl;
    const CXCursor owner = clang_getCursorSemanticParent(variable);

    *write = NULL;
    for (const gen_host_write *w = code->writes.first; w; w = w->next) {
        if (!clang_equalCursors(w->target, variable))
            continue;
        if (*write || (is_parameter && clang_equalCursors(w->function, owner)))
            return NULL; /* a parameter that is assigned has two values */
        *write = w;
    }
    return *write && !clang_Cursor_isNull((*write)->value)
               ? gen_host_value_read(code, (*write)->value)
               : NULL;
}

static bool is_local(CXCursor variable)
{
    const enum CXCursorKind owner = clang_getCursorKind(clang_getCursorSemanticParent(variable));

    return owner == CXCursor_FunctionDecl || owner == CXCursor_CXXMethod ||
           owner == CXCursor_Constructor;
}

bool gen_host_value_stays(const gen_host_code *code, const gen_host_value *value, CXCursor function,
                          unsigned offset)
{
    size_t writes = 0;

    if (value->operation)
        return gen_host_value_stays(code, value->left, function, offset) &&
               gen_host_value_stays(code, value->right, function, offset);
    for (const gen_host_write *w = code->writes.first; w; w = w->next) {
        if (!clang_equalCursors(w->target, value->variable))
            continue;
        if (clang_equalCursors(w->function, function) && w->offset > offset)
            return false;
        writes++;
    }
    return writes < 2 || is_local(value->variable);
}

/* What the variable stands for; else the value itself. */
static const gen_host_value *followed(gen_host_code *code, const gen_host_value *value)
{
    const gen_host_write *write;
    const gen_host_value *next;

    if (value->operation || is_constant(value))
        return value;
    next = gen_host_value_follow(code, value->variable, &write);
    return next && gen_host_value_stays(code, next, write->function, write->offset) ? next : value;
}

const gen_host_value *gen_host_value_constant(gen_host_code *code, const gen_host_value *value)
{
    for (int depth = 0; depth < DEPTH && !is_constant(value); depth++)
        value = followed(code, value);
    return is_constant(value) ? value : NULL;
}

static bool are_equal(gen_host_code *code, const gen_host_value *a, const gen_host_value *b,
                      int depth)
{
    const gen_host_value *left = followed(code, a), *right = followed(code, b);

    if (depth == 0)
        return false;
    if (!a->operation && !b->operation && !is_constant(a) &&
        clang_equalCursors(a->variable, b->variable))
        return true;
    if (left != a || right != b)
        return are_equal(code, left, right, depth - 1);
    if (!a->operation || a->operation != b->operation)
        return !a->operation && !b->operation && is_constant(a) && is_constant(b) &&
               a->constant == b->constant;
    return (are_equal(code, a->left, b->left, depth - 1) &&
            are_equal(code, a->right, b->right, depth - 1)) ||
           (strchr("*+", a->operation) && are_equal(code, a->left, b->right, depth - 1) &&
            are_equal(code, a->right, b->left, depth - 1));
}

bool gen_host_value_equals(gen_host_code *code, const gen_host_value *a, const gen_host_value *b)
{
    return are_equal(code, a, b, DEPTH);
}

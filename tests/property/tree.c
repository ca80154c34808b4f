#include "tree.h"

#include "signature.h"

#include <string.h>

/* C's precedence; 0: the operation is written as a function. */
static const struct {
    const char *text;
    int precedence;
} notations[EXACT_OPS] = {
    [EXACT_NEGATE] = {"-", 12},
    [EXACT_PLUS] = {"+", 12},
    [EXACT_NOT] = {"!", 12},
    [EXACT_IS_POW2] = {"is_pow2", 0},
    [EXACT_ADD] = {"+", 10},
    [EXACT_SUBTRACT] = {"-", 10},
    [EXACT_MULTIPLY] = {"*", 11},
    [EXACT_DIVIDE] = {"/", 11},
    [EXACT_REMAINDER] = {"%", 11},
    [EXACT_EQUAL] = {"==", 7},
    [EXACT_NOT_EQUAL] = {"!=", 7},
    [EXACT_LESS] = {"<", 8},
    [EXACT_LESS_EQUAL] = {"<=", 8},
    [EXACT_GREATER] = {">", 8},
    [EXACT_GREATER_EQUAL] = {">=", 8},
    [EXACT_AND] = {"&&", 3},
    [EXACT_OR] = {"||", 2},
    [EXACT_BIT_AND] = {"&", 6},
    [EXACT_BIT_OR] = {"|", 4},
    [EXACT_BIT_XOR] = {"^", 5},
    [EXACT_SHIFT_LEFT] = {"<<", 9},
    [EXACT_SHIFT_RIGHT] = {">>", 9},
    [EXACT_MIN] = {"min", 0},
    [EXACT_MAX] = {"max", 0},
    [EXACT_CEIL_DIV] = {"ceil_div", 0},
    [EXACT_CONDITIONAL] = {"?", 1},
};

tree *tree_new(tree_pool *pool)
{
    tree *out;

    if (pool->count == TREE_POOL_ROOM)
        return NULL;
    out = &pool->nodes[pool->count++];
    memset(out, 0, sizeof(*out));
    return out;
}

tree *tree_constant(tree_pool *pool, uint64_t value)
{
    tree *out = tree_new(pool);

    if (!out)
        return NULL;
    out->kind = TREE_CONSTANT;
    out->is_constant = true;
    out->value = exact_of(value);
    snprintf(out->text, sizeof(out->text), "%llu", (unsigned long long)value);
    return out;
}

tree *tree_dimension(tree_pool *pool, tree_kind kind, unsigned axis)
{
    tree *out = tree_new(pool);

    if (!out)
        return NULL;
    out->kind = kind;
    out->axis = axis;
    return out;
}

tree *tree_leaf(const tree_material *material)
{
    uint64_t choice = dice_below(material->chance, 12);
    unsigned axis =
        dice_percent(material->chance, 70) ? 0 : (unsigned)dice_below(material->chance, 3);
    tree *out;

    if (choice == 0 && material->grid)
        return tree_dimension(material->pool, TREE_GRID, axis);
    if (choice == 1 && material->block)
        return tree_dimension(material->pool, TREE_BLOCK, axis);
    out = tree_new(material->pool);
    if (out)
        material->leaf(material, out);
    return out;
}

static bool is_division(exact_op op)
{
    return op == EXACT_DIVIDE || op == EXACT_REMAINDER || op == EXACT_CEIL_DIV;
}

static bool is_bits(exact_op op)
{
    return op >= EXACT_BIT_AND && op <= EXACT_SHIFT_RIGHT;
}

static bool settles(exact_op op, const tree *left)
{
    return left->is_constant && ((op == EXACT_AND && !left->value.magnitude) ||
                                 (op == EXACT_OR && left->value.magnitude));
}

/* True if the generator refuses the operation: its constants leave it without a value. */
static bool is_refused(const tree *at)
{
    const tree *left = at->left;
    const tree *right = at->right;

    if (right && is_division(at->op) && right->is_constant && !right->value.magnitude)
        return true;
    if (right && is_bits(at->op) &&
        ((left->is_constant && left->value.negative) ||
         (right->is_constant && right->value.negative)))
        return true;
    return at->is_constant && at->value.none;
}

tree *tree_operation(tree_pool *pool, exact_op op, tree *left, tree *right)
{
    tree *out;

    if (!left || (!right && !exact_is_unary(op)))
        return NULL;
    out = tree_new(pool);
    if (!out)
        return NULL;
    out->kind = TREE_OPERATION;
    out->op = op;
    out->left = left;
    out->right = exact_is_unary(op) ? NULL : right;
    out->is_constant =
        settles(op, left) || (left->is_constant && (!out->right || right->is_constant));
    if (out->is_constant)
        out->value =
            out->right ? exact_binary(op, left->value, right->value) : exact_unary(op, left->value);
    return is_refused(out) ? NULL : out;
}

tree *tree_conditional(tree_pool *pool, tree *condition, tree *chosen, tree *otherwise)
{
    const tree *folded;
    tree *out;

    if (!condition || !chosen || !otherwise)
        return NULL;
    out = tree_new(pool);
    if (!out)
        return NULL;
    out->kind = TREE_OPERATION;
    out->op = EXACT_CONDITIONAL;
    out->left = condition;
    out->right = chosen;
    out->otherwise = otherwise;
    folded = condition->value.magnitude ? chosen : otherwise;
    out->is_constant = condition->is_constant && folded->is_constant;
    if (out->is_constant)
        out->value = folded->value;
    return out;
}

/* A long chain of one operation, grouped from the left. */
static tree *chain(const tree_material *material)
{
    tree *out = tree_leaf(material);

    for (uint64_t left = 5 + dice_below(material->chance, 30); left; left--) {
        exact_op op = (exact_op)dice_below(material->chance, EXACT_OPS);
        tree *longer =
            op == EXACT_CONDITIONAL
                ? tree_conditional(material->pool, tree_leaf(material), tree_leaf(material), out)
                : tree_operation(material->pool, op, out, tree_leaf(material));
        out = longer ? longer : out;
    }
    return out;
}

static tree *tree_inner(const tree_material *material, unsigned height)
{
    if (!height || material->pool->count > TREE_POOL_ROOM - 200 ||
        dice_percent(material->chance, 20))
        return tree_leaf(material);
    for (int attempt = 0; attempt < 8; attempt++) {
        exact_op op = (exact_op)dice_below(material->chance, EXACT_OPS);
        tree *left = tree_inner(material, height - 1);
        tree *right = exact_is_unary(op) ? NULL : tree_inner(material, height - 1);
        if (op >= EXACT_SHIFT_LEFT && op <= EXACT_SHIFT_RIGHT && dice_percent(material->chance, 60))
            right = tree_constant(material->pool, dice_below(material->chance, 12));
        tree *out = op == EXACT_CONDITIONAL ? tree_conditional(material->pool, left, right,
                                                               tree_inner(material, height - 1))
                                            : tree_operation(material->pool, op, left, right);
        if (out)
            return out;
        if (material->pool->count > TREE_POOL_ROOM - 200)
            break;
    }
    return tree_leaf(material);
}

tree *tree_random(const tree_material *material, unsigned height)
{
    if (height > 3 && material->pool->count < TREE_POOL_ROOM - 400 &&
        dice_percent(material->chance, 5))
        return chain(material);
    return tree_inner(material, height);
}

static void print(FILE *out, const tree *at, int lowest, dice *c)
{
    bool is_operation = at->kind == TREE_OPERATION;
    int precedence = is_operation ? notations[at->op].precedence : 0;
    bool is_function = is_operation && !precedence;
    bool wrapped = (is_operation && !is_function && precedence < lowest) || dice_percent(c, 5);
    int compares = precedence == 7 || precedence == 8; /* which do not chain */

    if (wrapped)
        fputs("(", out);
    if (at->kind == TREE_GRID || at->kind == TREE_BLOCK) {
        fprintf(out, "%s.%c", at->kind == TREE_GRID ? "gridDim" : "blockDim", "xyz"[at->axis]);
    } else if (!is_operation) {
        fputs(at->text, out);
    } else if (is_function) {
        fprintf(out, "%s(", notations[at->op].text);
        print(out, at->left, 0, c);
        if (at->right) {
            fputs(", ", out);
            print(out, at->right, 0, c);
        }
        fputs(")", out);
    } else if (at->otherwise) {
        print(out, at->left, 2, c);
        fputs(" ? ", out);
        print(out, at->right, 1, c);
        fputs(" : ", out);
        print(out, at->otherwise, 1, c);
    } else if (!at->right) {
        fprintf(out, "%s ", notations[at->op].text);
        print(out, at->left, precedence, c);
    } else {
        print(out, at->left, precedence + compares, c);
        fprintf(out, " %s ", notations[at->op].text);
        print(out, at->right, precedence + 1, c);
    }
    if (wrapped)
        fputs(")", out);
}

void tree_print(FILE *out, const tree *at, dice *chance)
{
    print(out, at, 0, chance);
}

exact tree_value(const tree *at, const tree_values *values)
{
    switch (at->kind) {
    case TREE_CONSTANT:
        return at->value;
    case TREE_NUMBER:
        return scalar_read(&scalar_types[at->type],
                           (const unsigned char *)values->params[at->param] + at->offset);
    case TREE_GRID:
        return exact_of(values->grid[at->axis]);
    case TREE_BLOCK:
        return exact_of(values->block[at->axis]);
    default:
        break;
    }
    if (at->otherwise)
        return exact_conditional(tree_value(at->left, values), tree_value(at->right, values),
                                 tree_value(at->otherwise, values));
    if (!at->right)
        return exact_unary(at->op, tree_value(at->left, values));
    return exact_binary(at->op, tree_value(at->left, values), tree_value(at->right, values));
}

bool tree_names_shape(const tree *at)
{
    if (at->is_constant) /* the generator folds it */
        return false;
    if (at->kind != TREE_OPERATION)
        return at->kind == TREE_GRID || at->kind == TREE_BLOCK;
    if (at->otherwise && at->left->is_constant)
        return tree_names_shape(at->left->value.magnitude ? at->right : at->otherwise);
    return tree_names_shape(at->left) || (at->right && tree_names_shape(at->right)) ||
           (at->otherwise && tree_names_shape(at->otherwise));
}

tree *tree_part(tree *at, size_t index)
{
    if (at->kind != TREE_OPERATION)
        return NULL;
    if (index == 0)
        return at->left;
    return index == 1 ? at->right : index == 2 ? at->otherwise : NULL;
}

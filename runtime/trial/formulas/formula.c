#include "trial/formulas/formula.h"

#include "check/evaluate.h"

#include <string.h>

#define LARGEST (INT64_C(1) << 62)

/* --- Variables -------------------------------------------------------------------------------- */

static void add_variable(formula_variables *variables, const trial_subject *subject,
                         trial_number number)
{
    const size_t i = variables->count;

    if (i == VARIABLES)
        return;
    variables->numbers[i] = number;
    trial_number_name(subject, &number, variables->names[i], sizeof(variables->names[i]));
    variables->count++;
}

void formula_variables_initialize(formula_variables *variables, const trial_subject *subject)
{
    const custub_kernel_info *info = subject->info;
    const uint32_t axes = info->dimensions ? info->dimensions : 3;

    memset(variables, 0, sizeof(*variables));
    variables->info = info;
    for (size_t i = 0; i < subject->number_count && variables->count < VARIABLES - 6; i++) {
        if (subject->numbers[i].kind == TRIAL_ARGUMENT)
            add_variable(variables, subject, subject->numbers[i]);
    }
    variables->parameters = variables->count;
    for (uint32_t axis = 0; axis < axes; axis++) {
        if (!(info->flags & CUSTUB_KERNEL_ONE_BLOCK_X << axis))
            add_variable(variables, subject, (trial_number){TRIAL_GRID, 0, 0, 0, axis});
        if (!(info->flags & CUSTUB_KERNEL_ONE_THREAD_X << axis))
            add_variable(variables, subject, (trial_number){TRIAL_BLOCK, 0, 0, 0, axis});
    }
}

void formula_variables_get(const formula_variables *variables, const trial_subject *subject,
                           const trial_candidate *candidate, int64_t values[VARIABLES])
{
    for (size_t i = 0; i < variables->count; i++) {
        const trial_number *number = &variables->numbers[i];

        if (number->kind == TRIAL_ARGUMENT)
            values[i] = trial_number_get(candidate, subject, number);
        else
            values[i] = (int64_t)(number->kind == TRIAL_BLOCK ? candidate->block[number->axis]
                                                              : candidate->grid[number->axis]);
    }
}

/* --- Building --------------------------------------------------------------------------------- */

formula formula_constant(int64_t value)
{
    formula f = {1, {{CUSTUB_OP_CONSTANT, 0, 0, 0, value}}};

    return f;
}

formula formula_variable(size_t variable)
{
    formula f = {1, {{CUSTUB_OP_PARAMETER, 0, 0, (uint8_t)variable, 0}}};

    return f;
}

static bool is_constant(const formula *f, int64_t value)
{
    return f->count == 1 && f->nodes[0].op == CUSTUB_OP_CONSTANT && f->nodes[0].constant == value;
}

formula formula_rows(size_t rows, const formula *pitch, const formula *columns)
{
    const formula variable = formula_variable(rows), one = formula_constant(1);
    const formula last = formula_of(CUSTUB_OP_SUBTRACT, &variable, &one);
    const formula rest = formula_of(CUSTUB_OP_MULTIPLY, &last, pitch);

    return formula_of(CUSTUB_OP_ADD, &rest, columns);
}

bool formula_equals(const formula *a, const formula *b)
{
    bool is_equal = a->count == b->count;

    for (size_t i = 0; is_equal && i < a->count; i++) {
        const formula_node *m = &a->nodes[i];
        const formula_node *n = &b->nodes[i];

        is_equal = m->op == n->op && m->left == n->left && m->right == n->right &&
                   m->variable == n->variable && m->constant == n->constant;
    }
    return is_equal;
}

bool formula_is_of_one(custub_op op)
{
    return op == CUSTUB_OP_NEGATE || op == CUSTUB_OP_NOT || op == CUSTUB_OP_IS_POW2;
}

/* Appends the nodes, and returns the index of the last one. */
static uint8_t append(formula *to, const formula *from)
{
    const uint8_t begin = to->count;

    for (uint8_t i = 0; i < from->count; i++) {
        formula_node node = from->nodes[i];

        node.left = (uint8_t)(node.left + begin);
        node.right = (uint8_t)(node.right + begin);
        to->nodes[to->count++] = node;
    }
    return (uint8_t)(to->count - 1);
}

/* The operand that the whole is equal to, or null. */
static const formula *neutral(custub_op op, const formula *left, const formula *right)
{
    switch (op) {
    case CUSTUB_OP_MULTIPLY:
        return is_constant(left, 1) ? right : is_constant(right, 1) ? left : NULL;
    case CUSTUB_OP_ADD:
        return is_constant(left, 0) ? right : is_constant(right, 0) ? left : NULL;
    case CUSTUB_OP_SUBTRACT:
        return is_constant(right, 0) ? left : NULL;
    case CUSTUB_OP_DIVIDE:
    case CUSTUB_OP_CEIL_DIV:
        return is_constant(right, 1) ? left : NULL;
    default:
        return NULL;
    }
}

formula formula_of(custub_op op, const formula *left, const formula *right)
{
    formula result = {0};
    formula_node node = {(uint8_t)op, 0, 0, 0, 0};
    const bool is_one = formula_is_of_one(op);

    if (left->count == 0 || (!is_one && right->count == 0) ||
        left->count + (is_one ? 0 : right->count) + 1 > FORMULA_NODES)
        return result;
    if (!is_one && neutral(op, left, right))
        return *neutral(op, left, right);
    node.left = append(&result, left);
    node.right = is_one ? node.left : append(&result, right);
    result.nodes[result.count++] = node;
    return result;
}

/* --- Value ------------------------------------------------------------------------------------ */

static int64_t multiply(int64_t a, int64_t b)
{
    const double product = (double)a * (double)b;

    return product > (double)LARGEST || product < -(double)LARGEST ? INT64_MIN : a * b;
}

static int64_t apply(uint8_t op, int64_t a, int64_t b)
{
    switch (op) {
    case CUSTUB_OP_NEGATE:
        return -a;
    case CUSTUB_OP_NOT:
        return !a;
    case CUSTUB_OP_IS_POW2:
        return a > 0 && (a & (a - 1)) == 0;
    case CUSTUB_OP_ADD:
        return a + b;
    case CUSTUB_OP_SUBTRACT:
        return a - b;
    case CUSTUB_OP_MULTIPLY:
        return multiply(a, b);
    case CUSTUB_OP_DIVIDE:
        return b ? a / b : INT64_MIN;
    case CUSTUB_OP_REMAINDER:
        return b ? a % b : INT64_MIN;
    case CUSTUB_OP_EQUAL:
        return a == b;
    case CUSTUB_OP_LESS_EQUAL:
        return a <= b;
    case CUSTUB_OP_MIN:
        return a < b ? a : b;
    case CUSTUB_OP_MAX:
        return a > b ? a : b;
    case CUSTUB_OP_CEIL_DIV:
        return b ? a / b + (a % b != 0 && (a < 0) == (b < 0)) : INT64_MIN;
    default:
        return INT64_MIN;
    }
}

int64_t formula_value(const formula *f, const int64_t values[VARIABLES])
{
    int64_t results[FORMULA_NODES];

    if (f->count == 0)
        return INT64_MIN;
    for (uint8_t i = 0; i < f->count; i++) {
        const formula_node *node = &f->nodes[i];

        if (node->op == CUSTUB_OP_CONSTANT)
            results[i] = node->constant;
        else if (node->op == CUSTUB_OP_PARAMETER)
            results[i] = values[node->variable];
        else
            results[i] = apply(node->op, results[node->left], results[node->right]);
        if (results[i] == INT64_MIN || results[i] > LARGEST || results[i] < -LARGEST)
            return INT64_MIN;
    }
    return results[f->count - 1];
}

/* --- What people prefer ----------------------------------------------------------------------- */

static uint32_t constant_cost(int64_t value)
{
    return value < 2 ? 2 : value <= 4 ? 3 : (value & (value - 1)) == 0 ? 4 : 8;
}

static uint32_t operation_cost(uint8_t op)
{
    switch (op) {
    case CUSTUB_OP_MULTIPLY:
        return 1;
    case CUSTUB_OP_ADD:
    case CUSTUB_OP_SUBTRACT:
        return 2;
    case CUSTUB_OP_DIVIDE:
    case CUSTUB_OP_CEIL_DIV:
        return 3;
    default:
        return 10;
    }
}

uint32_t formula_cost(const formula *f, const formula_variables *variables)
{
    uint32_t cost = 0;

    for (uint8_t i = 0; i < f->count; i++) {
        const formula_node *node = &f->nodes[i];

        if (node->op == CUSTUB_OP_CONSTANT)
            cost += constant_cost(node->constant);
        else if (node->op == CUSTUB_OP_PARAMETER)
            cost += node->variable < variables->parameters ? 3 : 4;
        else
            cost += operation_cost(node->op);
    }
    return cost;
}

bool formula_has(const formula *f, custub_op op)
{
    for (uint8_t i = 0; i < f->count; i++) {
        if (f->nodes[i].op == op)
            return true;
    }
    return false;
}

bool formula_is_product(const formula *f)
{
    return !formula_has(f, CUSTUB_OP_ADD) && !formula_has(f, CUSTUB_OP_SUBTRACT);
}

bool formula_names(const formula *f, size_t variable)
{
    for (uint8_t i = 0; i < f->count; i++) {
        if (f->nodes[i].op == CUSTUB_OP_PARAMETER && f->nodes[i].variable == variable)
            return true;
    }
    return false;
}

bool formula_names_shape(const formula *f, const formula_variables *variables)
{
    for (uint8_t i = 0; i < f->count; i++) {
        if (f->nodes[i].op == CUSTUB_OP_PARAMETER && f->nodes[i].variable >= variables->parameters)
            return true;
    }
    return false;
}

bool formula_has_quotient(const formula *f)
{
    return formula_has(f, CUSTUB_OP_CEIL_DIV) || formula_has(f, CUSTUB_OP_DIVIDE);
}

#include "trial/formulas/formula.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *text;
    int precedence; /* 0: a function */
} operators[] = {
    [CUSTUB_OP_IS_POW2] = {"is_pow2", 0},   [CUSTUB_OP_ADD] = {" + ", 3},
    [CUSTUB_OP_SUBTRACT] = {" - ", 3},      [CUSTUB_OP_MULTIPLY] = {" * ", 4},
    [CUSTUB_OP_DIVIDE] = {" / ", 4},        [CUSTUB_OP_REMAINDER] = {" % ", 4},
    [CUSTUB_OP_EQUAL] = {" == ", 1},        [CUSTUB_OP_LESS_EQUAL] = {" <= ", 2},
    [CUSTUB_OP_MIN] = {"min", 0},           [CUSTUB_OP_MAX] = {"max", 0},
    [CUSTUB_OP_CEIL_DIV] = {"ceil_div", 0},
};

static void add_text(char out[FORMULA_TEXT], const char *text)
{
    const size_t length = strlen(out);

    snprintf(out + length, FORMULA_TEXT - length, "%s", text);
}

/* a * (b / c) is not a * b / c. */
static int right_precedence(const formula *f, const formula_node *node)
{
    const int own = operators[node->op].precedence;
    const bool is_associative = node->op == CUSTUB_OP_ADD || node->op == CUSTUB_OP_MULTIPLY;

    return own && !(is_associative && f->nodes[node->right].op == node->op) ? own + 1 : own;
}

static void node_text(const formula *f, const formula_variables *variables, uint8_t index,
                      int precedence, char out[FORMULA_TEXT])
{
    const formula_node *node = &f->nodes[index];
    const int own = operators[node->op].precedence;
    char number[32];

    if (node->op == CUSTUB_OP_CONSTANT || node->op == CUSTUB_OP_PARAMETER) {
        snprintf(number, sizeof(number), "%" PRId64, node->constant);
        add_text(out, node->op == CUSTUB_OP_CONSTANT ? number : variables->names[node->variable]);
        return;
    }
    add_text(out, own ? own < precedence ? "(" : "" : operators[node->op].text);
    add_text(out, own ? "" : "(");
    node_text(f, variables, node->left, own, out);
    if (!formula_is_of_one((custub_op)node->op)) {
        add_text(out, own ? operators[node->op].text : ", ");
        node_text(f, variables, node->right, right_precedence(f, node), out);
    }
    add_text(out, own && own >= precedence ? "" : ")");
}

void formula_text(const formula *f, const formula_variables *variables, char out[FORMULA_TEXT])
{
    out[0] = '\0';
    if (f->count)
        node_text(f, variables, (uint8_t)(f->count - 1), 0, out);
}

/* A node's code is that of its operands, then its own. The nodes are in this order already. */
uint32_t formula_code(const formula *f, const formula_variables *variables,
                      uint32_t out[FORMULA_WORDS])
{
    uint32_t count = 0;

    for (uint8_t i = 0; i < f->count; i++) {
        const formula_node *node = &f->nodes[i];
        const trial_number *number = &variables->numbers[node->variable];

        if (node->op != CUSTUB_OP_PARAMETER) {
            out[count++] = node->op;
        } else if (number->kind == TRIAL_ARGUMENT) {
            out[count++] = CUSTUB_OP_PARAMETER;
            out[count++] = number->param;
            out[count++] = number->offset;
            out[count++] = number->scalar;
        } else {
            out[count++] = number->kind == TRIAL_BLOCK ? CUSTUB_OP_BLOCK : CUSTUB_OP_GRID;
            out[count++] = number->axis;
        }
        if (node->op == CUSTUB_OP_CONSTANT) {
            out[count++] = (uint32_t)((uint64_t)node->constant & UINT32_MAX);
            out[count++] = (uint32_t)((uint64_t)node->constant >> 32);
        }
    }
    return count;
}

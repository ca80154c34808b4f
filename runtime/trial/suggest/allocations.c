#include "trial/suggest/allocations.h"

#include "trial/suggest/counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE  4096
#define DEPTH 16 /* of the stack */

/* --- Reading ---------------------------------------------------------------------------------- */

/* The variable of "p1", "g0" or "b0"; no nodes if formulas cannot name it. */
static formula variable_of(const char *word, const formula_variables *variables)
{
    const uint32_t number = (uint32_t)strtoul(word + 1, NULL, 10);

    for (size_t i = 0; i < variables->count; i++) {
        const trial_number *n = &variables->numbers[i];

        if (word[0] == 'p'
                ? n->kind == TRIAL_ARGUMENT && n->param == number && n->offset == 0
                : n->kind == (word[0] == 'g' ? TRIAL_GRID : TRIAL_BLOCK) && n->axis == number)
            return formula_variable(i);
    }
    return (formula){0};
}

static custub_op operation_of(char sign)
{
    switch (sign) {
    case '+':
        return CUSTUB_OP_ADD;
    case '-':
        return CUSTUB_OP_SUBTRACT;
    case '*':
        return CUSTUB_OP_MULTIPLY;
    case '/':
        return CUSTUB_OP_DIVIDE;
    default:
        return CUSTUB_OP_REMAINDER;
    }
}

/* Reads postfix notation; destroys the text. */
static formula read_formula(char *text, const formula_variables *variables)
{
    formula stack[DEPTH];
    size_t depth = 0;

    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n")) {
        const bool is_operator = strchr("+-*/%", word[0]) != NULL;

        if (is_operator ? depth < 2 : depth == DEPTH)
            return (formula){0};
        depth -= is_operator ? 2 : 0;
        stack[depth] = is_operator
                           ? formula_of(operation_of(word[0]), &stack[depth], &stack[depth + 1])
                       : strchr("pgb", word[0]) ? variable_of(word, variables)
                                                : formula_constant(strtoll(word, NULL, 10));
        depth++;
    }
    return depth == 1 ? stack[0] : (formula){0};
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static formula reduced(const formula *f, uint8_t at, int64_t *size);

/* A sum is divided by what both of its parts share with the size. */
static formula reduced_sum(const formula *f, const formula_node *node, int64_t *size)
{
    int64_t of_left = *size, of_right = *size;
    formula left = reduced(f, node->left, &of_left);
    formula right = reduced(f, node->right, &of_right);

    if (of_left == of_right) {
        *size = of_left;
    } else {
        of_left = of_right = 1;
        left = reduced(f, node->left, &of_left);
        right = reduced(f, node->right, &of_right);
    }
    return formula_of((custub_op)node->op, &left, &right);
}

/* A product, with a constant as the first factor. */
static formula reduced_product(const formula *f, const formula_node *node, int64_t *size)
{
    const formula left = reduced(f, node->left, size);
    const formula right = reduced(f, node->right, size);
    const bool ends_with_constant = right.count == 1 && right.nodes[0].op == CUSTUB_OP_CONSTANT;

    return ends_with_constant ? formula_of(CUSTUB_OP_MULTIPLY, &right, &left)
                              : formula_of(CUSTUB_OP_MULTIPLY, &left, &right);
}

/* The part of the formula that ends at the node, divided by what it shares with the size; the size
 * is divided by the same. */
static formula reduced(const formula *f, uint8_t at, int64_t *size)
{
    const formula_node *node = &f->nodes[at];
    int64_t shared, one = 1;
    formula left, right;

    switch (node->op) {
    case CUSTUB_OP_CONSTANT:
        shared = common_divisor(node->constant, *size);
        *size /= shared;
        return formula_constant(node->constant / shared);
    case CUSTUB_OP_PARAMETER:
        return formula_variable(node->variable);
    case CUSTUB_OP_MULTIPLY:
        return reduced_product(f, node, size);
    case CUSTUB_OP_ADD:
    case CUSTUB_OP_SUBTRACT:
        return reduced_sum(f, node, size);
    default:
        left = reduced(f, node->left, &one);
        right = reduced(f, node->right, &one);
        return formula_of((custub_op)node->op, &left, &right);
    }
}

/* Elements of so many bytes. */
static formula elements_of(const formula *bytes, int64_t size)
{
    formula result, divisor;

    if (bytes->count == 0)
        return *bytes;
    result = reduced(bytes, (uint8_t)(bytes->count - 1), &size);
    divisor = formula_constant(size);
    return formula_of(CUSTUB_OP_DIVIDE, &result, &divisor);
}

static void add(allocations *all, const formula_variables *variables, uint32_t param,
                const formula *bytes)
{
    const custub_kernel_info *info = variables->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];
        const formula count = hypothesis_is_sized(info, i)
                                  ? *bytes
                                  : elements_of(bytes, (int64_t)pointer->element_size);

        if (pointer->param != param || pointer->flags & CUSTUB_POINTER_FIELD)
            continue;
        if (count.count && all->count[i] < ALLOCATIONS)
            all->list[i][all->count[i]++] = count;
        else
            all->has_others[i] = true;
    }
}

void allocations_read(allocations *all, const char *path, const formula_variables *variables)
{
    const char *symbol = variables->info->symbol;
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[LINE], name[LINE];

    while (file && fgets(line, sizeof(line), file)) {
        uint32_t param;
        int end;

        if (sscanf(line, "buffer %4095s %" SCNu32 " %n", name, &param, &end) == 2 &&
            strcmp(name, symbol) == 0) {
            const formula bytes =
                line[end] == '?' ? (formula){0} : read_formula(line + end, variables);

            add(all, variables, param, &bytes);
        }
    }
    if (file)
        fclose(file);
}

/* --- Taking ----------------------------------------------------------------------------------- */

/* True if an explored launch touched more. */
static bool is_contradicted(const suggestion *s, uint32_t pointer, const formula *count)
{
    int64_t values[VARIABLES];

    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];
        const uint64_t end = launch->touched[pointer].end;

        if (!launch->is_made || launch->end != TRIAL_RAN || end == 0)
            continue;
        formula_variables_get(&s->variables, &s->explored.subject, &launch->candidate, values);
        if (formula_value(count, values) < (int64_t)end)
            return true;
    }
    return false;
}

static void take(suggestion *s, uint32_t pointer, const formula *allocated)
{
    s->found.counts[pointer] = *allocated;
    s->counts[pointer].reason = REASON_NONE;
    s->counts[pointer].is_allocated = true;
}

/* A constant says how large the program's own data is, not what the kernel needs: it is only a
 * guess. */
static bool is_constant(const suggestion *s, const formula *count)
{
    for (size_t i = 0; i < s->variables.count; i++) {
        if (formula_names(count, i))
            return false;
    }
    return true;
}

static void guess(suggestion *s, uint32_t pointer, const formula *allocated)
{
    if (!s->counts[pointer].guess.count && !is_contradicted(s, pointer, allocated))
        s->counts[pointer].guess = *allocated;
}

bool allocations_take(suggestion *s, uint32_t pointer)
{
    suggested_count *count = &s->counts[pointer];

    while (count->allocations < s->allocated.count[pointer]) {
        const formula *next = &s->allocated.list[pointer][count->allocations++];

        if (is_constant(s, next)) {
            guess(s, pointer, next);
        } else if (!is_contradicted(s, pointer, next)) {
            take(s, pointer, next);
            return true;
        }
    }
    return false;
}

void allocations_doubt(suggestion *s, uint32_t pointer, const char *why)
{
    suggested_count *count = &s->counts[pointer];

    suggestion_drop_limit(s, pointer);
    count->guess = s->found.counts[pointer];
    count->is_allocated = false;
    count->reason = REASON_SHAPE;
    s->found.counts[pointer] = (formula){0};
    snprintf(count->why, sizeof(count->why), "%s", why);
}

void allocations_guess(suggestion *s, uint32_t pointer)
{
    const allocations *all = &s->allocated;

    if (all->count[pointer] == 1 && !all->has_others[pointer])
        s->counts[pointer].guess = all->list[pointer][0];
}

void allocations_find(suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i) &&
            (s->counts[i].reason == REASON_SHAPE || s->counts[i].reason == REASON_GUARD))
            allocations_take(s, i);
    }
}

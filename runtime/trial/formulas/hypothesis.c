#include "trial/formulas/hypothesis.h"

#include <stdlib.h>
#include <string.h>

bool hypothesis_lacks_count(const custub_kernel_info *info, uint32_t pointer)
{
    return !info->pointers[pointer].count.code;
}

bool hypothesis_is_sized(const custub_kernel_info *info, uint32_t pointer)
{
    return info->pointers[pointer].element_size == 0 ||
           strcmp(info->pointers[pointer].element, "void") == 0;
}

/* True if the condition is "2 <= a", and the other one "1 <= a". */
static bool is_higher(const formula *condition, const formula *other)
{
    formula changed = *other;

    if (condition->count != 3 || other->count != 3 ||
        condition->nodes[0].op != CUSTUB_OP_CONSTANT ||
        condition->nodes[2].op != CUSTUB_OP_LESS_EQUAL ||
        condition->nodes[0].constant < other->nodes[0].constant)
        return false;
    changed.nodes[0].constant = condition->nodes[0].constant;
    return formula_equals(&changed, condition);
}

/* The same, or true if the condition is "a % 32 == 0", and the other one "a % 16 == 0". */
static bool includes(const formula *condition, const formula *other)
{
    formula changed = *other;

    if (is_higher(condition, other))
        return true;
    if (condition->count != 5 || other->count != 5 ||
        condition->nodes[2].op != CUSTUB_OP_REMAINDER || other->nodes[1].constant == 0 ||
        condition->nodes[1].constant % other->nodes[1].constant != 0)
        return false;
    changed.nodes[1].constant = condition->nodes[1].constant;
    return formula_equals(&changed, condition);
}

bool hypothesis_requires(const hypothesis *h, const formula *condition)
{
    for (size_t i = 0; i < h->requirement_count; i++) {
        if (formula_equals(&h->requirements[i], condition))
            return true;
    }
    return false;
}

void hypothesis_require(hypothesis *h, const formula *condition)
{
    if (hypothesis_requires(h, condition))
        return;
    for (size_t i = 0; i < h->requirement_count; i++) {
        if (includes(&h->requirements[i], condition))
            return;
        if (includes(condition, &h->requirements[i])) {
            h->requirements[i] = *condition;
            return;
        }
    }
    if (h->requirement_count < REQUIREMENTS && condition->count)
        h->requirements[h->requirement_count++] = *condition;
}

static int64_t difference(const formula_node *m, const formula_node *n)
{
    return m->variable != n->variable   ? m->variable - n->variable
           : m->constant != n->constant ? m->constant - n->constant
                                        : m->op - n->op;
}

static int compare(const void *left, const void *right)
{
    const formula *f = left, *g = right;
    int64_t sign = f->count - g->count;

    for (size_t i = 0; sign == 0 && i < f->count; i++)
        sign = difference(&f->nodes[i], &g->nodes[i]);
    return (sign > 0) - (sign < 0);
}

void hypothesis_order_requirements(hypothesis *h)
{
    qsort(h->requirements, h->requirement_count, sizeof(h->requirements[0]), compare);
}

/* True if a condition is "a % 64 == 0" of this variable, and 64 a multiple of the divisor. */
static bool requires_multiple(const hypothesis *h, uint8_t variable, int64_t divisor)
{
    for (size_t i = 0; i < h->requirement_count; i++) {
        const formula *f = &h->requirements[i];

        if (f->count == 5 && f->nodes[0].op == CUSTUB_OP_PARAMETER &&
            f->nodes[0].variable == variable && f->nodes[1].op == CUSTUB_OP_CONSTANT &&
            f->nodes[1].constant % divisor == 0 && f->nodes[2].op == CUSTUB_OP_REMAINDER &&
            f->nodes[3].op == CUSTUB_OP_CONSTANT && f->nodes[3].constant == 0 &&
            f->nodes[4].op == CUSTUB_OP_EQUAL)
            return true;
    }
    return false;
}

/* True if the conditions say that the value of the node is a multiple of the divisor. */
static bool is_multiple(const hypothesis *h, const formula *f, uint8_t at, int64_t divisor)
{
    const formula_node *node = &f->nodes[at];

    return node->op == CUSTUB_OP_PARAMETER
               ? requires_multiple(h, node->variable, divisor)
               : node->op == CUSTUB_OP_MULTIPLY && (is_multiple(h, f, node->left, divisor) ||
                                                    is_multiple(h, f, node->right, divisor));
}

bool hypothesis_lets_round(const hypothesis *h, const formula *f)
{
    for (uint8_t i = 0; i < f->count; i++) {
        const formula_node *node = &f->nodes[i];
        const formula_node *divisor = &f->nodes[node->right];

        if ((node->op == CUSTUB_OP_DIVIDE || node->op == CUSTUB_OP_CEIL_DIV) &&
            (divisor->op != CUSTUB_OP_CONSTANT || divisor->constant == 0 ||
             !is_multiple(h, f, node->left, divisor->constant)))
            return true;
    }
    return false;
}

void hypothesis_relate(hypothesis *h, custub_relation relation)
{
    size_t place = h->relation_count;

    for (size_t i = 0; i < h->relation_count; i++) {
        if (h->relations[i].pointer == relation.pointer && h->relations[i].other == relation.other)
            return;
    }
    if (h->relation_count == RELATIONS)
        return;
    for (; place > 0 && h->relations[place - 1].other > relation.other; place--)
        h->relations[place] = h->relations[place - 1];
    h->relations[place] = relation;
    h->relation_count++;
}

/* --- The description -------------------------------------------------------------------------- */

/* Text and code of an expression. */
typedef struct compiled {
    char text[FORMULA_TEXT];
    uint32_t code[FORMULA_WORDS];
} compiled;

/* All that a library of one kernel needs, in one piece of memory. */
typedef struct description {
    custub_library_info library; /* first: the caller frees it */
    custub_kernel_info kernel;
    custub_pointer_info pointers[TRIAL_POINTERS];
    custub_expr requirements[REQUIREMENTS + TRIAL_POINTERS];
    custub_relation relations[RELATIONS + TRIAL_POINTERS];
    compiled compiled[3 * TRIAL_POINTERS + REQUIREMENTS + 7];
    size_t compiled_count;
    const formula_variables *variables;
} description;

static void set(description *d, custub_expr *to, const formula *f)
{
    compiled *c = &d->compiled[d->compiled_count];

    if (f->count == 0)
        return;
    d->compiled_count++;
    formula_text(f, d->variables, c->text);
    *to = (custub_expr){c->text, c->code, formula_code(f, d->variables, c->code)};
}

static void set_pointers(description *d, const hypothesis *h)
{
    custub_kernel_info *kernel = &d->kernel;

    for (uint32_t i = 0; i < kernel->pointer_count; i++) {
        custub_pointer_info *pointer = &d->pointers[i];
        const formula low = formula_constant(h->lows[i]);

        *pointer = kernel->pointers[i];
        if (h->counts[i].count && hypothesis_is_sized(kernel, i))
            pointer->flags |= CUSTUB_POINTER_SIZED;
        if (h->counts[i].count && h->or_null[i])
            pointer->flags |= CUSTUB_POINTER_OR_NULL;
        set(d, &pointer->count, &h->counts[i]);
        if (h->highs[i].count) {
            set(d, &pointer->low, &low);
            set(d, &pointer->high, &h->highs[i]);
        }
        if (h->aligned[i])
            pointer->aligned = h->aligned[i];
    }
    kernel->pointers = d->pointers;
}

static void set_requirements(description *d, const hypothesis *h)
{
    custub_kernel_info *kernel = &d->kernel;
    uint32_t count =
        kernel->requirement_count < TRIAL_POINTERS ? kernel->requirement_count : TRIAL_POINTERS;

    if (count)
        memcpy(d->requirements, kernel->requirements, count * sizeof(*d->requirements));
    for (size_t i = 0; i < h->requirement_count; i++)
        set(d, &d->requirements[count++], &h->requirements[i]);
    kernel->requirements = d->requirements;
    kernel->requirement_count = count;
}

static void set_relations(description *d, const hypothesis *h)
{
    custub_kernel_info *kernel = &d->kernel;
    uint32_t count =
        kernel->relation_count < TRIAL_POINTERS ? kernel->relation_count : TRIAL_POINTERS;

    if (count)
        memcpy(d->relations, kernel->relations, count * sizeof(*d->relations));
    for (size_t i = 0; i < h->relation_count; i++)
        d->relations[count++] = h->relations[i];
    kernel->relations = d->relations;
    kernel->relation_count = count;
}

custub_library_info *hypothesis_describe(const hypothesis *h, const custub_library_info *library,
                                         const formula_variables *variables)
{
    description *d = calloc(1, sizeof(*d));

    if (!d)
        return NULL;
    d->variables = variables;
    d->library = *library;
    d->kernel = *variables->info;
    d->library.kernels = &d->kernel;
    d->library.kernel_count = 1;
    set_pointers(d, h);
    set_requirements(d, h);
    set_relations(d, h);
    for (size_t axis = 0; axis < 3; axis++) {
        set(d, &d->kernel.threads[axis], &h->threads[axis]);
        set(d, &d->kernel.block[axis], &h->block[axis]);
    }
    set(d, &d->kernel.shared, &h->shared);
    if (h->grid_stride)
        d->kernel.flags |= CUSTUB_KERNEL_GRID_STRIDE;
    return &d->library;
}

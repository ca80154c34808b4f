#include "signature.h"

#include <string.h>

/* What leaves are made from. */
typedef struct leaves {
    const signature *signature;
    const file_types *types;
} leaves;

static const char digits[] = "01";

static void spell_binary(char *out, uint64_t value)
{
    unsigned shift = 63;

    while (shift && !(value >> shift))
        shift--;
    *out++ = '0';
    *out++ = 'b';
    for (; shift; shift--)
        *out++ = digits[value >> shift & 1];
    *out++ = digits[value & 1];
    *out = 0;
}

static void spell(tree *out, uint64_t value, dice *c)
{
    static const char *const suffixes[] = {"", "", "", "u", "ull", "L"};
    unsigned long long v = value;
    size_t room = sizeof(out->text);

    switch (dice_below(c, 8)) {
    case 0:
        snprintf(out->text, room, "0x%llX", v);
        break;
    case 1:
        snprintf(out->text, room, "0%llo", v);
        break;
    case 2:
        if (value < UINT64_C(1) << 40) {
            spell_binary(out->text, value);
            break;
        }
        /* fall through */
    case 3:
        if (value >= 1000) {
            snprintf(out->text, room, "%llu'%03llu", v / 1000, v % 1000);
            break;
        }
        /* fall through */
    default:
        snprintf(out->text, room, "%llu", v);
        break;
    }
    strcat(out->text, suffixes[dice_below(c, 6)]);
}

static void leaf_literal(tree *out, dice *c)
{
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     255,
                                     256,
                                     65535,
                                     65536,
                                     INT32_MAX,
                                     UINT64_C(1) << 31,
                                     UINT32_MAX,
                                     UINT64_C(1) << 32,
                                     INT64_MAX,
                                     UINT64_C(1) << 63,
                                     UINT64_MAX - 1,
                                     UINT64_MAX};
    uint64_t choice = dice_below(c, 10);
    uint64_t value = dice_below(c, 40);

    if (choice == 0)
        value = dice_magnitude(c);
    else if (choice == 1)
        value = edges[dice_below(c, sizeof(edges) / sizeof(edges[0]))];
    out->value = exact_of(value);
    spell(out, value, c);
}

static void leaf_sizeof(tree *out, const file_types *types, dice *c)
{
    uint64_t choice = dice_below(c, 3);

    if (choice == 0) {
        const record *r = &types->records[dice_below(c, RECORDS)];
        out->value = exact_of(r->size);
        snprintf(out->text, sizeof(out->text), "sizeof(%s)", r->name);
    } else if (choice == 1) {
        const scalar_type *t = &scalar_types[dice_below(c, scalar_type_count)];
        out->value = exact_of(t->size);
        snprintf(out->text, sizeof(out->text), "sizeof(%s)", t->name);
    } else {
        const element *e = &elements[dice_below(c, element_count - 2)];
        out->value = exact_of(e->size);
        snprintf(out->text, sizeof(out->text), "sizeof(%s)", e->name);
    }
}

static void leaf_constant(tree *out, const file_types *types, dice *c)
{
    uint64_t choice = dice_below(c, 10);

    out->kind = TREE_CONSTANT;
    out->is_constant = true;
    if (choice < 2) {
        const constant *named = &types->constants[dice_below(c, CONSTANTS)];
        out->value = named->value;
        strcpy(out->text, named->name);
    } else if (choice == 2) {
        leaf_sizeof(out, types, c);
    } else if (choice == 3) {
        bool value = dice_percent(c, 50);
        out->value = exact_of(value);
        strcpy(out->text, value ? "true" : "false");
    } else {
        leaf_literal(out, c);
    }
}

static bool leaf_number(tree *out, const signature *s, dice *c)
{
    unsigned first = (unsigned)dice_below(c, s->param_count ? s->param_count : 1);

    for (unsigned i = 0; i < s->param_count; i++) {
        unsigned at = (first + i) % s->param_count;
        const kernel_param *p = &s->params[at];
        if (p->kind != PARAM_SCALAR && (p->kind != PARAM_RECORD || !p->record->number_count))
            continue;
        out->kind = TREE_NUMBER;
        out->param = at;
        out->type = p->type;
        strcpy(out->text, p->name);
        if (p->kind == PARAM_RECORD) {
            const record_number *n = &p->record->numbers[dice_below(c, p->record->number_count)];
            out->type = n->type;
            out->offset = n->offset;
            strcat(out->text, n->path);
        }
        return true;
    }
    return false;
}

static void leaf(const tree_material *material, tree *out)
{
    const leaves *from = material->context;

    if (dice_percent(material->chance, 40) || !leaf_number(out, from->signature, material->chance))
        leaf_constant(out, from->types, material->chance);
}

/* --- Expressions that launches often meet --------------------------------------------------- */

static tree *operation(const tree_material *m, exact_op op, tree *left, tree *right)
{
    tree *out = tree_operation(m->pool, op, left, right);

    return out ? out : left;
}

static tree *number(const tree_material *m)
{
    const leaves *from = m->context;
    tree *out = tree_new(m->pool);

    if (out && !leaf_number(out, from->signature, m->chance))
        leaf_constant(out, from->types, m->chance);
    return out;
}

static tree *small(const tree_material *m, uint64_t below)
{
    return tree_constant(m->pool, 1 + dice_below(m->chance, below));
}

static tree *tame(const tree_material *m)
{
    tree *n = number(m);

    switch (dice_below(m->chance, 10)) {
    case 0:
        return operation(m, EXACT_MULTIPLY, n, small(m, 12));
    case 1:
        return operation(m, EXACT_MULTIPLY, n, number(m));
    case 2:
        return operation(m, EXACT_CEIL_DIV, n, small(m, 40));
    case 3:
        return operation(m, EXACT_MAX, n, small(m, 3));
    case 4:
        return operation(m, EXACT_SUBTRACT, n, small(m, 3));
    case 5:
        return operation(m, EXACT_ADD, n, tree_leaf(m));
    case 6:
        return m->grid ? operation(m, EXACT_MULTIPLY, tree_dimension(m->pool, TREE_GRID, 0),
                                   small(m, 300))
                       : n;
    default:
        return n;
    }
}

static tree *count_random(const tree_material *m)
{
    return dice_percent(m->chance, 65) ? tame(m)
                                       : tree_random(m, 1 + (unsigned)dice_below(m->chance, 6));
}

static tree *block_random(const tree_material *m)
{
    static const uint64_t sizes[] = {1, 2, 4, 8, 16, 32, 64, 100, 128, 256, 512, 1024, 1025};

    if (dice_percent(m->chance, 70))
        return tree_constant(m->pool, sizes[dice_below(m->chance, 13)]);
    return operation(m, EXACT_MIN, operation(m, EXACT_MAX, count_random(m), small(m, 2)),
                     small(m, 128));
}

static tree *shared_random(const tree_material *m)
{
    switch (dice_below(m->chance, 5)) {
    case 0:
        return small(m, 60000);
    case 1:
        return operation(m, EXACT_MIN, count_random(m), small(m, 250000));
    case 2:
        return count_random(m);
    default:
        return operation(m, EXACT_MULTIPLY, tree_dimension(m->pool, TREE_BLOCK, 0), small(m, 64));
    }
}

static tree *requirement_random(const tree_material *m)
{
    exact_op compare = (exact_op)(EXACT_EQUAL + dice_below(m->chance, 6));
    tree *block = tree_dimension(m->pool, TREE_BLOCK, 0);

    switch (dice_below(m->chance, 8)) {
    case 0:
        return operation(m, EXACT_IS_POW2, block, NULL);
    case 1:
        return operation(m, EXACT_EQUAL, operation(m, EXACT_REMAINDER, number(m), small(m, 4)),
                         tree_constant(m->pool, 0));
    case 2:
        return operation(m, EXACT_EQUAL, operation(m, EXACT_REMAINDER, block, small(m, 32)),
                         tree_constant(m->pool, 0));
    case 3:
        return operation(m, EXACT_GREATER_EQUAL, number(m), small(m, 2));
    case 4:
        return operation(m, EXACT_OR, operation(m, compare, number(m), number(m)),
                         operation(m, EXACT_NOT, number(m), NULL));
    case 5:
        return operation(m, compare, tame(m), tree_random(m, 3));
    default:
        return tree_random(m, 1 + (unsigned)dice_below(m->chance, 6));
    }
}

/* --- Signatures ----------------------------------------------------------------------------- */

/* True if CUSTUB_ELEMENT can name it. */
static bool can_be_address(const element *e)
{
    return e->view && !strchr(e->name, '*') && strcmp(e->name, "later") != 0;
}

static void buffer_random(kernel_param *out, unsigned index, unsigned count, dice *c)
{
    out->kind = PARAM_BUFFER;
    out->element = &elements[dice_percent(c, 35) ? 0 : dice_below(c, element_count)];
    out->is_const = dice_percent(c, 50);
    out->is_restrict = dice_percent(c, 40);
    out->in_struct = dice_percent(c, 25);
    out->is_address = can_be_address(out->element) && dice_percent(c, 20);
    out->is_restrict &= !out->is_address;
    out->size = out->in_struct ? 16 : 8;
    out->align = 8;
    snprintf(out->name, sizeof(out->name), "b%u", index);
    (void)count;
}

static void param_random(kernel_param *out, const file_types *types, unsigned index, unsigned count,
                         dice *c)
{
    uint64_t choice = dice_below(c, 10);

    if (choice < 4) {
        out->kind = PARAM_SCALAR;
        out->type = (unsigned)dice_below(c, scalar_type_count);
        out->size = scalar_types[out->type].size;
        out->align = out->size;
        snprintf(out->name, sizeof(out->name), "n%u", index);
    } else if (choice == 4) {
        out->kind = PARAM_FLOAT;
        out->size = dice_percent(c, 50) ? 4 : 8;
        out->align = out->size;
        snprintf(out->name, sizeof(out->name), "a%u", index);
    } else if (choice == 5) {
        out->kind = PARAM_RECORD;
        out->record = &types->records[dice_below(c, RECORDS)];
        out->size = out->record->size;
        out->align = out->record->align;
        snprintf(out->name, sizeof(out->name), "r%u", index);
    } else {
        buffer_random(out, index, count, c);
    }
}

static void shape_rules_random(signature *s, tree_material m)
{
    dice *c = m.chance;
    unsigned dimensions = s->dimensions ? s->dimensions : 3;
    unsigned rank = dice_percent(c, 60) ? 1 : 1 + (unsigned)dice_below(c, dimensions);

    m.grid = m.block = false;
    if (dice_percent(c, 75))
        for (unsigned axis = 0; axis < rank; axis++)
            s->threads[axis] = count_random(&m);
    s->is_stride = s->threads[0] && dice_percent(c, 20);
    rank = dice_percent(c, 60) ? 1 : 1 + (unsigned)dice_below(c, dimensions);
    if (dice_percent(c, 20))
        for (unsigned axis = 0; axis < rank; axis++)
            s->block[axis] = block_random(&m);
    if (dice_percent(c, 5))
        for (unsigned axis = 0; axis < 3; axis++)
            s->cluster[axis] = axis && !dice_percent(c, 30) ? 1 : 1 + (unsigned)dice_below(c, 4);
}

static void contract_random(signature *s, tree_material m)
{
    dice *c = m.chance;

    shape_rules_random(s, m);
    m.grid = false;
    m.block = true;
    s->has_dynamic_shared = dice_percent(c, 25);
    if (dice_percent(c, s->has_dynamic_shared ? 80 : 5))
        s->shared = shared_random(&m);
    m.grid = true;
    for (unsigned i = 0; i < MOST_REQUIREMENTS && dice_percent(c, 30); i++)
        s->requirements[i] = requirement_random(&m);
    for (unsigned i = 0; i < s->param_count; i++) {
        kernel_param *p = &s->params[i];
        if (p->kind != PARAM_BUFFER || !dice_percent(c, 80))
            continue;
        p->need = count_random(&m);
        p->is_sized = p->element->is_unsized || dice_percent(c, 15);
        p->may_be_null = dice_percent(c, 20);
    }
}

/* Limits threads to what one block can cover. */
static tree *cap_threads(tree *threads, tree_material *m)
{
    return operation(m, EXACT_MIN, threads, tree_constant(m->pool, 1 + dice_below(m->chance, 32)));
}

/* Chooses which components of blockIdx and threadIdx the body reads, so that the generator accepts
 * it: every axis that needs threads can be covered. */
static void indices_random(signature *s, tree_material m)
{
    dice *c = m.chance;
    bool reads_any = false;

    for (unsigned axis = 0; axis < s->dimensions && !s->tells_dimensions; axis++) {
        bool is_free = !s->block[0] && !s->launch_bounds;
        s->reads_block[axis] = dice_percent(c, 70);
        s->reads_thread[axis] = dice_percent(c, 70);
        if (s->threads[axis] && !s->reads_block[axis] && !s->is_stride &&
            !(is_free && s->reads_thread[axis]))
            s->reads_block[axis] = true;
        if (s->threads[axis] && !s->reads_block[axis] && !s->is_stride)
            s->threads[axis] = cap_threads(s->threads[axis], &m);
        reads_any |= s->reads_block[axis] || s->reads_thread[axis];
    }
    for (unsigned axis = 0; axis < s->dimensions && reads_any; axis++) {
        s->one_block[axis] = !s->reads_block[axis] && s->cluster[axis] <= 1;
        s->one_thread[axis] = !s->reads_thread[axis] && !s->block[axis];
    }
}

static void relations_random(signature *s, dice *c)
{
    for (unsigned i = 0; i < s->param_count; i++) {
        kernel_param *p = &s->params[i];
        if (p->kind == PARAM_BUFFER && dice_percent(c, 10))
            p->aligned = 1u << dice_below(c, 12);
        for (unsigned other = 0; other < i; other++) {
            const kernel_param *o = &s->params[other];
            uint64_t choice = dice_below(c, 10);
            if (p->kind != PARAM_BUFFER || o->kind != PARAM_BUFFER || choice > 2)
                continue;
            if (choice == 0)
                p->aliases |= 1u << other;
            else if (p->need && o->need)
                *(choice == 1 ? &p->disjoint : &p->same_or_disjoint) |= 1u << other;
        }
    }
}

void signature_random(signature *out, const file_types *types, unsigned number, dice *chance)
{
    static const unsigned bounds[] = {32, 64, 100, 128, 256, 512, 1024};
    leaves from = {out, types};
    tree_material m = {&out->pool, chance, leaf, &from, true, true};

    memset(out, 0, offsetof(signature, pool));
    out->pool.count = 0;
    snprintf(out->name, sizeof(out->name), "kernel%u", number);
    out->param_count = 1 + (unsigned)dice_below(chance, dice_percent(chance, 10) ? MOST_PARAMS : 8);
    for (unsigned i = 0; i < out->param_count; i++)
        param_random(&out->params[i], types, i, out->param_count, chance);
    signature_lay_out(out);
    out->dimensions = (unsigned)dice_below(chance, 4);
    out->tells_dimensions = out->dimensions && dice_percent(chance, 25);
    if (dice_percent(chance, 15))
        out->launch_bounds = bounds[dice_below(chance, 7)];
    contract_random(out, m);
    m.grid = m.block = false;
    indices_random(out, m);
    relations_random(out, chance);
    out->is_cooperative = dice_percent(chance, 6);
}

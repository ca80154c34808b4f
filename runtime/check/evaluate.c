#include "check/evaluate.h"

#include <stddef.h>
#include <string.h>

typedef custub_int unary_operation(custub_int a);
typedef custub_int binary_operation(custub_int a, custub_int b);

static unary_operation *const unary_operations[] = {
    [CUSTUB_OP_NEGATE] = custub_int_negate,
    [CUSTUB_OP_NOT] = custub_int_not,
    [CUSTUB_OP_IS_POW2] = custub_int_is_pow2,
};

static binary_operation *const binary_operations[] = {
    [CUSTUB_OP_ADD] = custub_int_add,
    [CUSTUB_OP_SUBTRACT] = custub_int_subtract,
    [CUSTUB_OP_MULTIPLY] = custub_int_multiply,
    [CUSTUB_OP_DIVIDE] = custub_int_divide,
    [CUSTUB_OP_REMAINDER] = custub_int_remainder,
    [CUSTUB_OP_EQUAL] = custub_int_equal,
    [CUSTUB_OP_NOT_EQUAL] = custub_int_not_equal,
    [CUSTUB_OP_LESS] = custub_int_less,
    [CUSTUB_OP_LESS_EQUAL] = custub_int_less_equal,
    [CUSTUB_OP_GREATER] = custub_int_greater,
    [CUSTUB_OP_GREATER_EQUAL] = custub_int_greater_equal,
    [CUSTUB_OP_AND] = custub_int_and,
    [CUSTUB_OP_OR] = custub_int_or,
    [CUSTUB_OP_BIT_AND] = custub_int_bit_and,
    [CUSTUB_OP_BIT_OR] = custub_int_bit_or,
    [CUSTUB_OP_BIT_XOR] = custub_int_bit_xor,
    [CUSTUB_OP_SHIFT_LEFT] = custub_int_shift_left,
    [CUSTUB_OP_SHIFT_RIGHT] = custub_int_shift_right,
    [CUSTUB_OP_MIN] = custub_int_min,
    [CUSTUB_OP_MAX] = custub_int_max,
    [CUSTUB_OP_CEIL_DIV] = custub_int_ceil_div,
};

#define OPERATION_COUNT (sizeof(binary_operations) / sizeof(binary_operations[0]))

_Static_assert(OPERATION_COUNT == CUSTUB_OP_CONDITIONAL, "every operation has a function");

#define SCALAR(name, NAME, type, class)                                                            \
    [CUSTUB_SCALAR_##NAME] = {SCALAR_TEXT_##class(#type), SCALAR_MOST_##class(type), sizeof(type), \
                              CUSTUBI_SCALAR_##class},
#define SCALAR_TEXT_BOOL(text)     "bool"
#define SCALAR_TEXT_SIGNED(text)   text
#define SCALAR_TEXT_UNSIGNED(text) text
#define SCALAR_TEXT_FLOAT(text)    text
#define SCALAR_TEXT_BITS(text)     &text[sizeof("custub_") - 1]
#define SCALAR_MOST_BOOL(type)     1
#define SCALAR_MOST_SIGNED(type)   UINT64_MAX >> (65 - 8 * sizeof(type))
#define SCALAR_MOST_UNSIGNED(type) UINT64_MAX >> (64 - 8 * sizeof(type))
#define SCALAR_MOST_FLOAT(type)    0
#define SCALAR_MOST_BITS(type)     0
const custubi_scalar custubi_scalars[CUSTUBI_SCALARS] = {
    [CUSTUB_SCALAR_NONE] = {"nothing", 0, 0, CUSTUBI_SCALAR_UNKNOWN}, CUSTUB_SCALAR_TABLE(SCALAR)};

/* The state of an evaluation. */
typedef struct machine {
    const uint32_t *next;
    const uint32_t *end;
    void *const *arguments;
    const custub_dim3 *grid;
    const custub_dim3 *block;
    custub_int stack[CUSTUB_EXPR_DEPTH];
    size_t depth;
} machine;

static int push(machine *m, custub_int value)
{
    if (m->depth == CUSTUB_EXPR_DEPTH)
        return 0;
    m->stack[m->depth++] = value;
    return 1;
}

/* The operand words of an instruction; null if the code ends too early. */
static const uint32_t *take(machine *m, ptrdiff_t count)
{
    const uint32_t *words = m->next;

    if (m->end - m->next < count)
        return NULL;
    m->next += count;
    return words;
}

/* Copies the value, which need not be aligned. Every host of custub is little-endian. */
static custub_int load(const char *at, uint32_t scalar)
{
    const custubi_scalar *type = custubi_scalar_of(scalar);
    uint32_t shift = 64 - 8 * type->size;
    uint64_t bits = 0;

    if (!custubi_scalar_is_integer(type))
        return custub_int_none();
    memcpy(&bits, at, type->size);
    if (type->class == CUSTUBI_SCALAR_SIGNED)
        return custub_int_of_i64((int64_t)(bits << shift) >> shift);
    return type->class == CUSTUBI_SCALAR_BOOL ? custub_int_of_bool(bits != 0)
                                              : custub_int_of_u64(bits);
}

static int push_constant(machine *m)
{
    const uint32_t *words = take(m, 2);

    return words && push(m, custub_int_of_u64((uint64_t)words[1] << 32 | words[0]));
}

static int push_parameter(machine *m)
{
    const uint32_t *words = take(m, 3);
    const char *argument;

    if (!words || !m->arguments)
        return 0;
    argument = m->arguments[words[0]];
    return argument && push(m, load(argument + words[1], words[2]));
}

static int push_dimension(machine *m, const custub_dim3 *shape)
{
    const uint32_t *words = take(m, 1);

    if (!words || !shape || words[0] > 2)
        return 0;
    return push(m, custub_int_of_u64(words[0] == 0   ? shape->x
                                     : words[0] == 1 ? shape->y
                                                     : shape->z));
}

static int choose(machine *m)
{
    custub_int *top = m->stack + m->depth;

    if (m->depth < 3)
        return 0;
    top[-3] = custub_int_conditional(top[-3], top[-2], top[-1]);
    m->depth -= 2;
    return 1;
}

static int operate(machine *m, uint32_t op)
{
    custub_int *top = m->stack + m->depth;

    if (op >= OPERATION_COUNT)
        return 0;
    if (binary_operations[op]) {
        if (m->depth < 2)
            return 0;
        top[-2] = binary_operations[op](top[-2], top[-1]);
        m->depth--;
        return 1;
    }
    if (m->depth < 1)
        return 0;
    top[-1] = unary_operations[op](top[-1]);
    return 1;
}

static int step(machine *m)
{
    uint32_t op = *m->next++;

    switch (op) {
    case CUSTUB_OP_CONSTANT:
        return push_constant(m);
    case CUSTUB_OP_PARAMETER:
        return push_parameter(m);
    case CUSTUB_OP_GRID:
        return push_dimension(m, m->grid);
    case CUSTUB_OP_BLOCK:
        return push_dimension(m, m->block);
    case CUSTUB_OP_CONDITIONAL:
        return choose(m);
    default:
        return operate(m, op);
    }
}

static machine start(const custub_expr *expr, void *const *arguments, const custub_dim3 *grid,
                     const custub_dim3 *block)
{
    machine m;

    m.next = expr->code;
    m.end = expr->code + expr->length;
    m.arguments = arguments;
    m.grid = grid;
    m.block = block;
    m.depth = 0;
    return m;
}

custub_int custubi_evaluate(const custub_expr *expr, void *const *arguments,
                            const custub_dim3 *grid, const custub_dim3 *block)
{
    const uint32_t *code = expr->code;
    machine m;

    if (!code)
        return custub_int_none();
    /* Most expressions are one parameter. */
    if (expr->length == 4 && code[0] == CUSTUB_OP_PARAMETER && arguments && arguments[code[1]])
        return load((const char *)arguments[code[1]] + code[2], code[3]);
    m = start(expr, arguments, grid, block);
    while (m.next < m.end) {
        if (!step(&m))
            return custub_int_none();
    }
    return m.depth == 1 ? m.stack[0] : custub_int_none();
}

const char *custubi_evaluate_comparison(const custub_expr *expr, void *const *arguments,
                                        const custub_dim3 *grid, const custub_dim3 *block,
                                        custub_int sides[2])
{
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    machine m = start(expr, arguments, grid, block);
    uint32_t sign;

    if (!expr->code)
        return NULL;
    while (m.end - m.next > 1) {
        if (!step(&m))
            return NULL;
    }
    if (m.next == m.end) /* the last instruction belongs to an operand */
        return NULL;
    sign = *m.next - CUSTUB_OP_EQUAL;
    if (sign >= sizeof(signs) / sizeof(signs[0]) || m.depth != 2)
        return NULL;
    sides[0] = m.stack[0];
    sides[1] = m.stack[1];
    return signs[sign];
}

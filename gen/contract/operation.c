#include "contract/operation.h"

#define UNARY(name)                                                                                \
    {                                                                                              \
        "custub_int_" #name, custub_int_##name, 0                                                  \
    }
#define BINARY(name)                                                                               \
    {                                                                                              \
        "custub_int_" #name, 0, custub_int_##name                                                  \
    }

static const gen_expr_operation operations[] = {
    [CUSTUB_OP_NEGATE] = UNARY(negate),
    [CUSTUB_OP_NOT] = UNARY(not ),
    [CUSTUB_OP_IS_POW2] = UNARY(is_pow2),
    [CUSTUB_OP_ADD] = BINARY(add),
    [CUSTUB_OP_SUBTRACT] = BINARY(subtract),
    [CUSTUB_OP_MULTIPLY] = BINARY(multiply),
    [CUSTUB_OP_DIVIDE] = BINARY(divide),
    [CUSTUB_OP_REMAINDER] = BINARY(remainder),
    [CUSTUB_OP_EQUAL] = BINARY(equal),
    [CUSTUB_OP_NOT_EQUAL] = BINARY(not_equal),
    [CUSTUB_OP_LESS] = BINARY(less),
    [CUSTUB_OP_LESS_EQUAL] = BINARY(less_equal),
    [CUSTUB_OP_GREATER] = BINARY(greater),
    [CUSTUB_OP_GREATER_EQUAL] = BINARY(greater_equal),
    [CUSTUB_OP_AND] = BINARY(and),
    [CUSTUB_OP_OR] = BINARY(or),
    [CUSTUB_OP_BIT_AND] = BINARY(bit_and),
    [CUSTUB_OP_BIT_OR] = BINARY(bit_or),
    [CUSTUB_OP_BIT_XOR] = BINARY(bit_xor),
    [CUSTUB_OP_SHIFT_LEFT] = BINARY(shift_left),
    [CUSTUB_OP_SHIFT_RIGHT] = BINARY(shift_right),
    [CUSTUB_OP_MIN] = BINARY(min),
    [CUSTUB_OP_MAX] = BINARY(max),
    [CUSTUB_OP_CEIL_DIV] = BINARY(ceil_div),
};

_Static_assert(sizeof(operations) / sizeof(operations[0]) == CUSTUB_OP_CEIL_DIV + 1,
               "every operation has an entry");

const gen_expr_operation *gen_expr_operation_of(custub_op op)
{
    return &operations[op];
}

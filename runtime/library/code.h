/* code.h: walks the postfix code of an expression, without evaluating it. */
#ifndef CUSTUBI_CODE_H
#define CUSTUBI_CODE_H

#include <stdbool.h>

#include <custub/describe.h>

#define CUSTUBI_PARAMETER_WORDS 4u /* CUSTUB_OP_PARAMETER and its operands */

/* The words of an instruction, its operands included. */
static inline uint32_t custubi_code_words(uint32_t op)
{
    switch (op) {
    case CUSTUB_OP_CONSTANT:
        return 3;
    case CUSTUB_OP_PARAMETER:
        return CUSTUBI_PARAMETER_WORDS;
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        return 2;
    default:
        return 1;
    }
}

/* The number of instructions. */
static inline uint32_t custubi_code_length(const custub_expr *expr)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < expr->length; i += custubi_code_words(expr->code[i]))
        count++;
    return count;
}

/* True if the expression names gridDim or blockDim. */
static inline bool custubi_code_names_shape(const custub_expr *expr)
{
    for (uint32_t i = 0; i < expr->length; i += custubi_code_words(expr->code[i]))
        if (expr->code[i] == CUSTUB_OP_GRID || expr->code[i] == CUSTUB_OP_BLOCK)
            return true;
    return false;
}

#endif

/* operation.h: the table of the operations of contracts. Each is a function of custub/arith.h: the
 * generator folds constants with it, and the emitted C calls it. */
#ifndef GEN_OPERATION_H
#define GEN_OPERATION_H

/* X(OPERATION, function): CUSTUB_OP_<OPERATION> of custub/describe.h is custub_int_<function>(). */
#define GEN_UNARY_OPERATIONS(X)                                                                    \
    X(NEGATE, negate)                                                                              \
    X(NOT, not )                                                                                   \
    X(IS_POW2, is_pow2)

#define GEN_BINARY_OPERATIONS(X)                                                                   \
    X(ADD, add)                                                                                    \
    X(SUBTRACT, subtract)                                                                          \
    X(MULTIPLY, multiply)                                                                          \
    X(DIVIDE, divide)                                                                              \
    X(REMAINDER, remainder)                                                                        \
    X(EQUAL, equal)                                                                                \
    X(NOT_EQUAL, not_equal)                                                                        \
    X(LESS, less)                                                                                  \
    X(LESS_EQUAL, less_equal)                                                                      \
    X(GREATER, greater)                                                                            \
    X(GREATER_EQUAL, greater_equal)                                                                \
    X(AND, and)                                                                                    \
    X(OR, or)                                                                                      \
    X(BIT_AND, bit_and)                                                                            \
    X(BIT_OR, bit_or)                                                                              \
    X(BIT_XOR, bit_xor)                                                                            \
    X(SHIFT_LEFT, shift_left)                                                                      \
    X(SHIFT_RIGHT, shift_right)                                                                    \
    X(MIN, min)                                                                                    \
    X(MAX, max)                                                                                    \
    X(CEIL_DIV, ceil_div)

#define GEN_TERNARY_OPERATIONS(X) X(CONDITIONAL, conditional)

#endif

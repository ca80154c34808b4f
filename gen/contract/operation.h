/* operation.h: the operations of contracts, in one table. */
#ifndef GEN_OPERATION_H
#define GEN_OPERATION_H

#include <custub/arith.h>
#include <custub/describe.h>

typedef struct gen_expr_operation {
    const char *function; /* of custub/arith.h; null: the operation pushes an operand */
    custub_int (*unary)(custub_int a); /* one of these two computes it */
    custub_int (*binary)(custub_int a, custub_int b);
} gen_expr_operation;

const gen_expr_operation *gen_expr_operation_of(custub_op op);

#endif

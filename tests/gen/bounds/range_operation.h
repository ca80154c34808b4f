/* range_operation.h: what instructions of PTX compute from integers: see "PTX ISA", integer
 * arithmetic instructions. */
#ifndef RANGE_OPERATION_H
#define RANGE_OPERATION_H

#include "bounds/flow/instruction.h"

#define MACHINE_OPERANDS 5                        /* with the result */
#define MACHINE_WINDOW   UINT64_C(0x7f0000000000) /* generic address of shared memory */

/* `v` has the values of the operands, each at its place. */
typedef struct range_operation {
    gen_bounds_opcode opcode;
    uint64_t (*compute)(const struct range_operation *o, const uint64_t *v); /* null: unknown */
    uint32_t bits;                                                           /* of the operands */
    uint32_t result;
    bool is_signed;
    bool is_relu;
    char part; /* of a product: 'l', 'h', 'w' */
} range_operation;

void range_operation_read(range_operation *o, const gen_ptx_statement *s);

/* The lowest bits, and the same as a number of 64 bits of the operation's type. */
uint64_t range_operation_cut(uint64_t value, uint32_t bits);
uint64_t range_operation_typed(const range_operation *o, uint64_t value);

#endif

/* custub/arith.h: the integers of contracts.
 *
 * A custub_int is a mathematical integer in [-2^63, 2^64-1], or has no value. An operation whose exact
 * result lies outside that range, a division by zero, a negative shift or bit operand: no value.
 * An operation on an operand without a value has none either, but for && and ||, where the left
 * operand alone may decide. Generated stubs, the generator's constant folding and the runtime's
 * evaluator all compute with this header and nothing else.
 */
#ifndef CUSTUB_ARITH_H
#define CUSTUB_ARITH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct custub_int {
    uint64_t bits;    /* the value; of a negative one, in two's complement */
    uint8_t negative; /* 1: the value is below zero */
    uint8_t invalid;  /* 1: no value */
} custub_int;

#ifdef __cplusplus
}
#endif
#endif

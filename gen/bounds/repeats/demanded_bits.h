/* demanded_bits.h: which bits of its operands decide bits of what a statement computes. */
#ifndef GEN_BOUNDS_DEMANDED_BITS_H
#define GEN_BOUNDS_DEMANDED_BITS_H

#include "ptx/ptx.h"

#include <stdint.h>

/* Those of the operand of this number, if `bits` of the result matter. A pointer's alignment, for
 * one, is decided by its low bits. */
uint64_t gen_bounds_demanded_bits(const gen_ptx_statement *statement, size_t operand,
                                  uint64_t bits);

#endif

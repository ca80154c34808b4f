/* reaching_value.h: what registers hold at a place: what the writes leave that may be the last. */
#ifndef GEN_BOUNDS_REACHING_VALUE_H
#define GEN_BOUNDS_REACHING_VALUE_H

#include "bounds/ranges/range_analysis.h"

/* What a search for the writes before a block leaves out. */
typedef enum gen_bounds_searching {
    GEN_BOUNDS_ALL_WRITES,
    GEN_BOUNDS_PLAIN_WRITES,  /* of the block itself it does not ask how often it is passed */
    GEN_BOUNDS_WRITES_OUTSIDE /* those of the loop that it is the header of */
} gen_bounds_searching;

/* What all writes leave that may be the last before the block. */
gen_bounds_value gen_bounds_before_block(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                         size_t first, gen_bounds_searching how);

/* What the register holds before the statement, without what branches say. */
gen_bounds_value gen_bounds_written_before(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                           size_t place);

/* What the operand is there, in an operation of so many bits. */
gen_bounds_value gen_bounds_operand_at(gen_bounds_ranges *ranges, const gen_ptx_operand *operand,
                                       uint32_t bits, size_t place);

/* mov r, a: the register a, or null. */
gen_ptx_register *gen_bounds_moved_register(const gen_ptx_statement *statement);

#endif

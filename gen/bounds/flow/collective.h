/* collective.h: instructions that lanes of a warp make together. A lane that is in a slow copy must
 * be back before the next one, or all lanes must be there. */
#ifndef GEN_BOUNDS_COLLECTIVE_H
#define GEN_BOUNDS_COLLECTIVE_H

#include "bounds/flow/control_flow.h"

/* True for what lanes may make together, and for calls of functions that may do so. */
bool gen_bounds_is_collective(const gen_ptx_statement *statement);

/* True if all lanes of the warp make it: they are in the same copy then. */
bool gen_bounds_is_whole_warp(const gen_ptx_statement *statement);

/* Which blocks a collective instruction can still follow in, or after. */
bool *gen_bounds_blocks_before_collectives(const gen_bounds_flow *flow);

/* True if one is at the statement, or can be reached from it. `before`: of the function above. */
bool gen_bounds_reaches_collective(const gen_bounds_flow *flow, const bool *before, size_t place);

#endif

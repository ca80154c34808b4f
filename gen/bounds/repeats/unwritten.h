/* unwritten.h: registers that may have no value where they are read. */
#ifndef GEN_BOUNDS_UNWRITTEN_H
#define GEN_BOUNDS_UNWRITTEN_H

#include "bounds/flow/control_flow.h"

/* True if a way from the function's beginning leads to the statement, and does not write the
 * register, or only under a guard. */
bool gen_bounds_may_be_unwritten(const gen_bounds_flow *flow, const gen_bounds_writes *writes,
                                 size_t place);

#endif

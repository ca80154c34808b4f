/* movement.h: what must be computed earlier so that a region's test knows an access's address. */
#ifndef GEN_BOUNDS_MOVEMENT_H
#define GEN_BOUNDS_MOVEMENT_H

#include "bounds/regions/region.h"

/* Moves the statements before the region that compute the register as the statement `place` reads
 * it. False, and nothing is moved, if that cannot be. */
bool gen_bounds_move_up(gen_bounds_plan *plan, size_t region, gen_ptx_register *reg, size_t place);

/* True if the value that statement `written` wrote, or that the register has where the block of
 * `place` begins, is in its register right before the region. */
bool gen_bounds_is_available(const gen_bounds_plan *plan, size_t region,
                             const gen_ptx_register *reg, size_t written, size_t place);

#endif

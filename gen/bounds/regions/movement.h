/* movement.h: what must be computed earlier so that a region's test knows an access's address, and
 * what can be computed later. */
#ifndef GEN_BOUNDS_MOVEMENT_H
#define GEN_BOUNDS_MOVEMENT_H

#include "bounds/regions/region.h"

/* Moves the statements that compute the guard of an access, and if asked its addresses, before the
 * region. False, and nothing is moved, if that cannot be. */
bool gen_bounds_move_up(gen_bounds_plan *plan, size_t region, const gen_bounds_access *access,
                        bool with_addresses);

/* Chooses the statements of a region that can be done behind it: its accesses do not need them. The
 * two copies of a region then give values from memory only. Where a result of arithmetic came from
 * either copy, ptxas could not join it with the next operation as it does in the raw code
 * (mul.f32 and add.f32), and results would differ in the last bit. `reads`: of each register, a
 * number that no region before had. */
void gen_bounds_sink(gen_bounds_plan *plan, size_t region, size_t *reads);

/* True if the value that statement `written` wrote, or that the register has where the block of
 * `place` begins, is in its register right before the region. */
bool gen_bounds_is_available(const gen_bounds_plan *plan, size_t region,
                             const gen_ptx_register *reg, size_t written, size_t place);

#endif

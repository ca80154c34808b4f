/* loop_test.h: the PTX of the test before a loop, of all accesses that its turns make. */
#ifndef GEN_BOUNDS_LOOP_TEST_H
#define GEN_BOUNDS_LOOP_TEST_H

#include "bounds/code/code.h"
#include "bounds/regions/loop_region.h"

/* Sets %custub_p0: true if all accesses of the region's groups are right. The same in all lanes if
 * the region votes. Where a counter has a step that is only known at run time, a test that is not
 * exact takes it to go up to its bound: it fails for some loops that are right, and needs no
 * division. */
void gen_bounds_write_loop_test(const gen_bounds_code *code, const gen_bounds_loop_region *region,
                                bool is_exact);

/* True if the two tests may differ. */
bool gen_bounds_has_exact_test(const gen_bounds_loop_region *region);

#endif

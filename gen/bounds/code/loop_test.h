/* loop_test.h: the PTX of the test before a loop, of all accesses that its turns make. */
#ifndef GEN_BOUNDS_LOOP_TEST_H
#define GEN_BOUNDS_LOOP_TEST_H

#include "bounds/code/code.h"
#include "bounds/regions/loop_region.h"

/* Sets %custub_p0: true if all accesses of the region's groups are right. The same in all lanes if
 * the region votes. */
void gen_bounds_write_loop_test(const gen_bounds_code *code, const gen_bounds_loop_region *region);

#endif

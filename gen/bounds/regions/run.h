/* run.h: the parts of a region that have a slow copy: accesses in a row, without what is computed
 * from them. A region has one test, and each of its runs begins with a branch to its slow copy. */
#ifndef GEN_BOUNDS_RUN_H
#define GEN_BOUNDS_RUN_H

#include "bounds/regions/region.h"

/* Adds the runs of a region to the plan, and chooses the statements that are done behind them. */
void gen_bounds_find_runs(gen_bounds_plan *plan, size_t region);

#endif

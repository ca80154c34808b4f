/* index_test.h: the comparison of a value with the limits of all groups whose index it is. */
#ifndef GEN_BOUNDS_INDEX_TEST_H
#define GEN_BOUNDS_INDEX_TEST_H

#include "bounds/code/group_test.h"

/* The group's own, and those of the groups of the region behind it that it is the same comparison
 * for. */
void gen_bounds_compare_index(gen_bounds_group_test *test);

#endif

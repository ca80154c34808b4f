/* test_code.h: the PTX of the test before a region, which lets its raw instructions run. */
#ifndef GEN_BOUNDS_TEST_CODE_H
#define GEN_BOUNDS_TEST_CODE_H

#include "bounds/code/code.h"

/* Sets %custub_p0: true if all accesses of the region are right. */
void gen_bounds_write_test(const gen_bounds_code *code, size_t region);

#endif

/* test_code.h: the PTX of the test before a region, which lets its raw instructions run. */
#ifndef GEN_BOUNDS_TEST_CODE_H
#define GEN_BOUNDS_TEST_CODE_H

#include "bounds/limit.h"
#include "bounds/region.h"
#include "support/text.h"

/* Registers that the added code uses: %custub_p<n>, %custub_d<n> and %custub_r<n>. */
#define GEN_BOUNDS_REGISTERS                                                                       \
    ".reg .pred %custub_p<4>;\n.reg .b64 %custub_d<8>;\n.reg .b32 %custub_r<4>;\n"

/* What code is written for. */
typedef struct gen_bounds_code {
    gen_text *out;
    const gen_bounds_plan *plan;
    gen_bounds_limits *limits; /* null: unknown, as in a function that any kernel may call */
    const char *param;         /* name of the further parameter */
    const char *label;         /* begins the names of labels that are added */
    const char *helper;
} gen_bounds_code;

/* Sets %custub_p0: true if all accesses of the region are right. */
void gen_bounds_write_test(const gen_bounds_code *code, size_t region);

#endif

/* record_code.h: the PTX that records a bad access, or measures a right one. */
#ifndef GEN_BOUNDS_RECORD_CODE_H
#define GEN_BOUNDS_RECORD_CODE_H

#include "bounds/code/code.h"

/* No bad access so far. */
void gen_bounds_write_reset(const gen_bounds_code *code);

/* Keeps a bad access at %custub_d3 of the extent %custub_d4, %custub_d5, if it is the first one.
 * %custub_r1: the site, with GEN_BOUNDS_MISALIGNED if the access is inside. */
#define GEN_BOUNDS_MISALIGNED UINT32_C(0x80000000)
void gen_bounds_write_keep(const gen_bounds_code *code);

/* Records the bad access that is kept. `number` makes the labels differ. */
void gen_bounds_write_record(const gen_bounds_code *code, size_t number);

/* Measures an access of %custub_d2 bytes at %custub_d3, in the extent whose base is %custub_d4,
 * with the custub_bounds_measure whose address is %custub_d8. */
void gen_bounds_write_measure(const gen_bounds_code *code, bool is_write, size_t number);

#endif

/* record_code.h: the PTX that records a bad access, or measures a right one. */
#ifndef GEN_BOUNDS_RECORD_CODE_H
#define GEN_BOUNDS_RECORD_CODE_H

#include "bounds/code.h"

/* This bit of %custub_site says that the access is inside, but not aligned. */
#define GEN_BOUNDS_MISALIGNED UINT32_C(0x80000000)

/* Records what %custub_site, %custub_address, %custub_base and %custub_bytes say, if the site is
 * not 0. `number` makes the labels differ. */
void gen_bounds_write_record(const gen_bounds_code *code, size_t number);

/* Measures an access of `size` bytes at %custub_d3, in the extent whose base is %custub_d4, with
 * the custub_bounds_measure whose address is %custub_d8. */
void gen_bounds_write_measure(const gen_bounds_code *code, uint32_t size, bool is_write,
                              size_t number);

#endif

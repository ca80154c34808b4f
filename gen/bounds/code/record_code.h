/* record_code.h: the PTX that records a bad access, or measures a right one. */
#ifndef GEN_BOUNDS_RECORD_CODE_H
#define GEN_BOUNDS_RECORD_CODE_H

#include "bounds/code/code.h"

/* Calls a function that records a bad access at %custub_d3, if it is the launch's first one.
 * %custub_d0: the address of the kernel's parameter; %custub_d7: of a custub_bounds_extent, with
 * the bytes of the access behind it. `access` is a register of 64 bits: the site, with
 * GEN_BOUNDS_MISALIGNED if the access is inside; and in the bits 48 to 55 the bytes of the access,
 * or 0. */
#define GEN_BOUNDS_MISALIGNED UINT32_C(0x80000000)
void gen_bounds_write_record_call(gen_text *out, const char *access);

/* Before the functions, and behind them. */
void gen_bounds_write_record_declaration(gen_text *out);
void gen_bounds_write_record_function(gen_text *out);

/* Measures an access of %custub_d2 bytes at %custub_d3, in the extent whose base is %custub_d4,
 * with the custub_bounds_measure whose address is %custub_d8. If %custub_p3 is set, it is a write.
 * Leads to the label $right. */
void gen_bounds_write_measure(gen_text *out);

#endif

/* record_code.h: the PTX that records a bad access, or measures a right one. */
#ifndef GEN_BOUNDS_RECORD_CODE_H
#define GEN_BOUNDS_RECORD_CODE_H

#include "bounds/code/code.h"

/* Records the bad access in `custub_note`, if %custub_p0, and if it is the launch's first one.
 * %custub_d7: the address of the record; %custub_r2: not 0 if the kernel is to end. Uses
 * %custub_d3. */
void gen_bounds_write_record(gen_text *out);

/* Calls a function that does so, for an access that was compared with several extents.
 * %custub_d0: the address of the kernel's parameter. `access` is a register of 64 bits: the site,
 * with CUSTUB_BOUNDS_MISALIGNED if the access is inside. */
void gen_bounds_write_record_call(gen_text *out, const char *access);

/* Before the functions, and behind them. */
void gen_bounds_write_record_declaration(gen_text *out);
void gen_bounds_write_record_function(gen_text *out);

/* Measures an access of %custub_d2 bytes at %custub_d3, if %custub_p1, with the
 * custub_bounds_measure at %custub_d8 + offset. Uses %custub_d6. */
void gen_bounds_write_measure(gen_text *out, size_t offset);

#define GEN_BOUNDS_MARKS 32 /* bytes, whose bits are in a word */

/* Marks `size` bytes as written, at most GEN_BOUNDS_MARKS. %custub_d3 is a multiple of `size`, a
 * power of two. Uses %custub_d7. */
void gen_bounds_write_marks(gen_text *out, size_t offset, uint32_t size);

/* The same for %custub_d2 bytes at any address, with branches. Leads to the label `<label>right`.
 */
void gen_bounds_write_long_marks(gen_text *out, size_t offset, const char *label);

#endif

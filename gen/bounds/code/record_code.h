/* record_code.h: the PTX that records a bad access, and measures a right one: in place, and as
 * functions. */
#ifndef GEN_BOUNDS_RECORD_CODE_H
#define GEN_BOUNDS_RECORD_CODE_H

#include "bounds/code/code.h"

/* Records an access, if it is the launch's first bad one, and ends the kernel then if the launch
 * asks for that. %custub_d3: its address; %custub_d5 bytes at %custub_d4: what it was compared
 * with, both 0 for several extents; %custub_d6: its size above its site (32 bits each);
 * %custub_d7: the address of the record; %custub_r1: custub_bounds_head.traps. `label` begins the
 * names of labels. */
void gen_bounds_write_record(const gen_bounds_code *code, const char *label);

/* Measures an access of %custub_d2 bytes at %custub_d3 with the custub_bounds_measure at
 * %custub_d8. %custub_r0: 0 if it only reads. Uses %custub_d5 to %custub_d7, too. */
void gen_bounds_write_measure(const gen_bounds_code *code, const char *label);

/* The same by calls, with the address of the kernel's parameter in %custub_d0 for a record. */
void gen_bounds_write_record_call(gen_text *out);
void gen_bounds_write_measure_call(gen_text *out);

/* Before the functions, and behind them. */
void gen_bounds_write_record_declarations(gen_text *out);
void gen_bounds_write_record_functions(gen_text *out);

#endif

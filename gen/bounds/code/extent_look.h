/* extent_look.h: the PTX that slow copies have before an access whose extent is known. It compares
 * the access with its extent, notes it if it is bad, and measures it if the launch asks for that.
 * It calls nothing: what is alive meanwhile would be in registers that functions leave alone, or in
 * memory, also where nothing is called. It has no branches, which would take ptxas its time. */
#ifndef GEN_BOUNDS_EXTENT_LOOK_H
#define GEN_BOUNDS_EXTENT_LOOK_H

#include "bounds/code/code.h"

/* Looks at an access of %custub_d2 bytes at %custub_d3, and sets %custub_p2 if it is right. Leaves
 * %custub_p3 as it is. Between looks and gen_bounds_write_notes(), %custub_p4 is kept. */
void gen_bounds_write_extent_look(const gen_bounds_code *code, const gen_bounds_access *access);

/* Before looks, on the way to each of them. */
void gen_bounds_begin_notes(const gen_bounds_code *code);

/* Behind them: records the first bad access. The kernel must not end, and no loop go on, before. */
void gen_bounds_write_notes(const gen_bounds_code *code);

#endif

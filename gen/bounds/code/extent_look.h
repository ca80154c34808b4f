/* extent_look.h: the PTX that slow copies have before an access whose extent is known. It compares
 * the access with its extent, and keeps it in the log. It has no branches, which would take ptxas
 * its time. */
#ifndef GEN_BOUNDS_EXTENT_LOOK_H
#define GEN_BOUNDS_EXTENT_LOOK_H

#include "bounds/code/code.h"

/* Looks at an access of %custub_d2 bytes at %custub_d3, and sets %custub_p2 if it is right. Leaves
 * %custub_p3 as it is. */
void gen_bounds_write_extent_look(const gen_bounds_code *code, const gen_bounds_access *access);

#endif

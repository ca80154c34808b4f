/* extent_look.h: the functions of PTX that slow copies call before an access whose extent is known.
 * They compare the access with its extent, record it if it is bad, and measure it if the launch
 * asks for that. As code of each access, that would take ptxas most of its time. */
#ifndef GEN_BOUNDS_EXTENT_LOOK_H
#define GEN_BOUNDS_EXTENT_LOOK_H

#include "bounds/code/code.h"

/* Calls the function for an access at %custub_d3, and sets %custub_p2 if it is right. If its bytes
 * are not constant, they are in %custub_d2. Uses %custub_d0, and %custub_d2 to %custub_d5. */
void gen_bounds_write_extent_look(const gen_bounds_code *code, const gen_bounds_access *access);

/* Before the functions, and behind them. */
void gen_bounds_write_extent_look_declarations(gen_text *out);
void gen_bounds_write_extent_looks(gen_text *out);

#endif

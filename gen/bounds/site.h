/* site.h: where an access is in the source. */
#ifndef GEN_BOUNDS_SITE_H
#define GEN_BOUNDS_SITE_H

#include "bounds/addresses/access.h"
#include "bounds/table.h"

/* Adds the site of the access to the table, and sets its number. */
void gen_bounds_add_site(gen_bounds_table *table, const gen_bounds_function *function,
                         uint32_t kernel, gen_bounds_access *access);

/* The place of a statement, for notes. If a function of another file was inlined, it is the place
 * of the outermost call, and `inside` is ", in 'load_row' of helper.cuh:8"; else "". */
gen_place gen_bounds_place(const gen_bounds_function *function, const gen_ptx_statement *statement,
                           const char **inside);

#endif

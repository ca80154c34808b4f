/* site.h: where an access is in the source. */
#ifndef GEN_BOUNDS_SITE_H
#define GEN_BOUNDS_SITE_H

#include "bounds/addresses/access.h"
#include "bounds/table.h"

/* Adds the site of the access to the table, and sets its number. */
void gen_bounds_add_site(gen_bounds_table *table, const gen_bounds_function *function,
                         uint32_t kernel, gen_bounds_access *access);

/* The path of a file of the module, or null. */
const char *gen_bounds_file(const gen_bounds_function *function, uint32_t file);

#endif

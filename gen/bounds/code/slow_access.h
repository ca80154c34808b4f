/* slow_access.h: an access of a slow copy, which is compared with its exact extent. */
#ifndef GEN_BOUNDS_SLOW_ACCESS_H
#define GEN_BOUNDS_SLOW_ACCESS_H

#include "bounds/code/code.h"

/* A bad access is skipped, and kept: what it would load is 0. */
void gen_bounds_write_slow_access(const gen_bounds_code *code, const gen_bounds_access *access);

#endif

/* register_limit.h: how many registers a checked kernel may have. */
#ifndef GEN_BOUNDS_REGISTER_LIMIT_H
#define GEN_BOUNDS_REGISTER_LIMIT_H

#include "ptx/ptx.h"

#include <stdint.h>

/* The value for .maxnreg, or 0 for no limit. `registers` are those of a thread in the raw machine
 * code; 0: not known. With them, a multiprocessor has room for as many warps of the checked kernel,
 * for blocks of all sizes that the raw one can be launched with, and for as many as it promises by
 * __launch_bounds__. For ptxas the value replaces the limits of .maxntid and -maxrregcount. */
uint32_t gen_bounds_register_limit(const gen_ptx_module *module, const gen_ptx_function *kernel,
                                   uint32_t registers);

#endif

/* param_load.h: loads of several values from the parameters at once, as nvcc makes them for sm_100:
 * ld.param.v2.u64 {%rd1, %rd2}, [p]. */
#ifndef GEN_BOUNDS_PARAM_LOAD_H
#define GEN_BOUNDS_PARAM_LOAD_H

#include "ptx/ptx.h"

/* Makes a load for each 8 bytes of those that load pointers, so that each register has one place in
 * the parameters. */
void gen_bounds_split_param_loads(gen_arena *arena, gen_ptx_function *function);

#endif

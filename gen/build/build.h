/* build.h: `custub build`: what `gen` writes, images of all kinds, and a static library of them. */
#ifndef GEN_BUILD_H
#define GEN_BUILD_H

#include "run/isolated_run.h"

/* Prints what goes wrong. The library is moved to its place at the end, so after a failure there is
 * none, or the earlier one. */
gen_result gen_build_run(gen_arena *arena, const gen_options *options);

#endif

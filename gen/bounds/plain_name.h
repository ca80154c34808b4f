/* plain_name.h: the last name of a mangled one, for messages. */
#ifndef GEN_BOUNDS_PLAIN_NAME_H
#define GEN_BOUNDS_PLAIN_NAME_H

#include "support/arena.h"

/* "tile" of "_ZZ6kernelPfE4tile", "atomicMax" of "_ZN…9atomicMaxEPii". A name that is not mangled,
 * or in a way that is not known, is returned as it is. See "Itanium C++ ABI", mangling. */
const char *gen_bounds_plain_name(gen_arena *arena, const char *name);

#endif

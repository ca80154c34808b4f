/* reserved_name.h: names that a generated header cannot use for the program's things. */
#ifndef GEN_RESERVED_NAME_H
#define GEN_RESERVED_NAME_H

#include "support/arena.h"

/* Replaces '$', which nvcc allows in names and C does not, by '_'. */
const char *gen_name_without_dollars(gen_arena *arena, const char *name);

/* The same, with an underscore added to a reserved name. */
const char *gen_name_identifier(gen_arena *arena, const char *name);

#endif

/* reserved_name.h: names that a generated header cannot use for anything of the program's. */
#ifndef GEN_RESERVED_NAME_H
#define GEN_RESERVED_NAME_H

#include "support/arena.h"

/* nvcc allows '$' in names, C does not: it becomes '_'. */
const char *gen_name_without_dollars(gen_arena *arena, const char *name);

/* The same, with an underscore added to a reserved name. */
const char *gen_name_identifier(gen_arena *arena, const char *name);

#endif

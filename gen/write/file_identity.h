/* file_identity.h: whether two paths name one file, be it through links, `./` or `../`. */
#ifndef GEN_FILE_IDENTITY_H
#define GEN_FILE_IDENTITY_H

#include "support/arena.h"

/* The same text for all paths to one file, also to one that does not exist yet. */
const char *gen_file_identity(gen_arena *arena, const char *path);

#endif

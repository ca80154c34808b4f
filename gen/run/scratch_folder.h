/* scratch_folder.h: a folder for the files of one run. */
#ifndef GEN_SCRATCH_FOLDER_H
#define GEN_SCRATCH_FOLDER_H

#include "support/arena.h"

/* Makes a folder in TMPDIR or /tmp; null if that fails. */
const char *gen_scratch_folder_make(gen_arena *arena);

/* Also removes what is in it. `folder` may be null. */
void gen_scratch_folder_remove(gen_arena *arena, const char *folder);

#endif

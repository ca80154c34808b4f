/* scratch_folder.h: a folder of this process alone, for what one run over many files shares. */
#ifndef GEN_SCRATCH_FOLDER_H
#define GEN_SCRATCH_FOLDER_H

#include "support/arena.h"

/* Makes one under TMPDIR, or /tmp; null if that fails. Memory of the arena. */
const char *gen_scratch_folder_create(gen_arena *arena);

/* Removes it with the files in it; null is allowed. */
void gen_scratch_folder_destroy(gen_arena *arena, const char *folder);

#endif

/* own_folder.h: where custub's own headers lie, as seen from the program that runs. */
#ifndef GEN_OWN_FOLDER_H
#define GEN_OWN_FOLDER_H

#include "support/arena.h"

/* The folder that has custub/kernel.h, beside the program's: "/usr/local/include" of
 * /usr/local/bin/custub. Null: there is none. Memory of the arena. */
const char *gen_own_folder(gen_arena *arena);

#endif

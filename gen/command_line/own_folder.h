/* own_folder.h: finds custub's own headers, from the place of the running program. */
#ifndef GEN_OWN_FOLDER_H
#define GEN_OWN_FOLDER_H

#include "support/arena.h"

/* The folder that contains custub/kernel.h, beside the program's: "/usr/local/include" for
 * /usr/local/bin/custub. Null if there is none. In the arena. */
const char *gen_own_folder(gen_arena *arena);

#endif

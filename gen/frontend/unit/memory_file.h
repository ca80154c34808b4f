/* memory_file.h: a text that has to be a file to be read, without one in any folder. */
#ifndef GEN_MEMORY_FILE_H
#define GEN_MEMORY_FILE_H

#include "support/arena.h"

#include <stdbool.h>

typedef struct gen_memory_file {
    const char *path; /* opens for this process, as often as it wants; memory of the arena */
    int descriptor;
} gen_memory_file;

/* False where the system has no such files, or not for this process: there is nothing to close
 * then. */
bool gen_memory_file_open(gen_memory_file *file, gen_arena *arena, const char *text, size_t length);
void gen_memory_file_close(gen_memory_file *file);

#endif

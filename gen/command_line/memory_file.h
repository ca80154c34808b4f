/* memory_file.h: a text that must be opened as a file, but has no path in any folder. */
#ifndef GEN_MEMORY_FILE_H
#define GEN_MEMORY_FILE_H

#include "support/arena.h"

#include <stdbool.h>

typedef struct gen_memory_file {
    const char *path;        /* this process can open it any number of times */
    const char *public_path; /* its children can open it, too */
    int descriptor;
} gen_memory_file;

/* False if the system does not have such files or does not allow them. */
bool gen_memory_file_open(gen_memory_file *file, gen_arena *arena, const char *text, size_t length);
void gen_memory_file_close(gen_memory_file *file);

#endif

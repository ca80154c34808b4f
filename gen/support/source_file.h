/* source_file.h: reads a whole file into the arena. */
#ifndef GEN_SOURCE_FILE_H
#define GEN_SOURCE_FILE_H

#include "support/diag.h"

/* Zero-terminated. Null, with an error in `diag`, if the file cannot be read. */
char *gen_source_file_read(gen_arena *arena, gen_diag *diag, const char *path, size_t *length);

#endif

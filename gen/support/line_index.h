/* line_index.h: where the lines of files begin, so that a thousand messages about one file do not
 * read it a thousand times. */
#ifndef GEN_LINE_INDEX_H
#define GEN_LINE_INDEX_H

#include "support/name_table.h"

#include <stdbool.h>
#include <stdio.h>

/* All zero but for the table's arena is an empty index. */
typedef struct gen_line_index {
    gen_name_table files; /* by path */
} gen_line_index;

/* Moves in `file`, which was opened at `path`, to the beginning of a line, counted from 1; false if
 * the file has fewer. */
bool gen_line_index_seek(gen_line_index *index, const char *path, FILE *file, unsigned line);

#endif

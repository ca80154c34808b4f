/* line_index.h: where the lines of files begin, so that a thousand messages about a file do not
 * read it a thousand times. */
#ifndef GEN_LINE_INDEX_H
#define GEN_LINE_INDEX_H

#include "support/name_table.h"

#include <stdbool.h>
#include <stdio.h>

/* An index of zeros, with the table's arena set, is empty. */
typedef struct gen_line_index {
    gen_name_table files; /* by path */
} gen_line_index;

/* Moves `file`, which was opened at `path`, to the beginning of a line, counted from 1. False if
 * the file has fewer lines. */
bool gen_line_index_seek(gen_line_index *index, const char *path, FILE *file, unsigned line);

#endif

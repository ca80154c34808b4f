/* insertion.h: texts that are to be inserted into a source. */
#ifndef GEN_INSERTION_H
#define GEN_INSERTION_H

#include "support/arena.h"

typedef struct gen_insertion {
    struct gen_insertion *next;
    size_t offset; /* bytes, in the source */
    const char *text;
} gen_insertion;

/* Sorted by their offsets; those with one offset in the order in which they were added. */
typedef struct gen_insertions {
    gen_arena *arena;
    gen_insertion *first;
} gen_insertions;

void gen_insertions_add(gen_insertions *insertions, size_t offset, const char *text);

#endif

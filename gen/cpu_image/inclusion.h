/* inclusion.h: decides which of the program's headers the CPU image copies in place of their
 * #include: those that a host compiler cannot build unchanged, and those that must be copied with
 * them. The others stay included. */
#ifndef GEN_INCLUSION_H
#define GEN_INCLUSION_H

#include "support/arena.h"
#include "model/model.h"

/* A line that the image replaces: an #include, by the header's text or by nothing. */
typedef struct gen_replaced_line {
    struct gen_replaced_line *next;        /* in the same text, sorted by `begin` */
    size_t begin;                          /* of the directive, in bytes */
    size_t end;                            /* of the line's end */
    const gen_image_file *header;          /* the header to copy; null: the line is left out */
    const struct gen_replaced_line *lines; /* the lines of the header's text */
} gen_replaced_line;

/* The replaced lines of the source. `#pragma once` and includes of headers that were copied before
 * are left out. */
const gen_replaced_line *gen_replaced_lines(const gen_model *model, gen_arena *arena);

#endif

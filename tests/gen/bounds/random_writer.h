/* random_writer.h: the parts of a random kernel, and what they know of each other. */
#ifndef RANDOM_WRITER_H
#define RANDOM_WRITER_H

#include "random_launch.h"

typedef struct random_writer {
    gen_text *out;
    unsigned narrow; /* registers so far: %r<n>, %rd<n>, %p<n> */
    unsigned wide;
    unsigned predicates;
    unsigned labels;
    unsigned places[64]; /* registers of 64 bits that hold addresses */
    unsigned place_count;
    bool is_varied;
} random_writer;

/* Some statements; loops and branches nest at most so deep. */
void random_statements(random_writer *w, unsigned depth);

/* One that makes addresses depend on something: on other pointers, guards, choices, memory. */
void random_dependence(random_writer *w, unsigned depth);

#endif

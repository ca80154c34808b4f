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
    unsigned functions; /* that it may call: f0, f1, … */
    unsigned calls;     /* of them, at most */
    bool is_varied;
} random_writer;

/* Some statements; loops and branches nest at most so deep. */
void random_statements(random_writer *w, unsigned depth);

/* A register that holds a pointer. */
unsigned random_pointer(random_writer *w);

/* One that makes addresses depend on something: on other pointers, guards, choices, memory. */
void random_dependence(random_writer *w, unsigned depth);

/* A call of a function, with any pointers and integers. */
void random_call(random_writer *w);

/* Loads what the kernel or function of this name is given: as many pointers and integers as the
 * kernel, which all functions have. */
void random_load_params(random_writer *w, const char *name);
void random_write_params(gen_text *out, const char *name);
void random_write_registers(gen_text *out, const random_writer *w);

/* Appends `count` functions, each of which may call the one before it. */
void random_functions(gen_text *out, unsigned count, bool is_varied);

#endif

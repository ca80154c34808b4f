/* body_walk.h: a walk through a body, and what its single expressions tell. */
#ifndef GEN_BODY_WALK_H
#define GEN_BODY_WALK_H

#include "frontend/bodies/body_facts.h"
#include "frontend/reader/reader.h"

typedef struct gen_body_walk {
    gen_reader *reader;
    gen_body_facts facts;
    unsigned loops; /* number of loops around the current place */
    bool has_switch;
    bool jumps;        /* there is a goto */
    CXCursor captured; /* the call that a capture read last */
} gen_body_walk;

/* The body looks at what other threads may write. In a loop, it may wait for a change. */
void gen_body_note_asking(gen_body_walk *walk);

/* The body calls or reads something unknown. */
void gen_body_note_hidden(gen_body_walk *walk);

/* A host compiler cannot take the body because of what is at the cursor: "inline PTX
 * (tile.cuh:12)". The first reason stays. */
void gen_body_note_unfit(gen_body_walk *walk, CXCursor cursor, const char *reason);

/* The same, with a reason that names its place; null: there is none. */
void gen_body_note_refusal(gen_body_walk *walk, const char *reason);

/* The end of a variable, a parameter or a temporary: a destructor may run. */
void gen_body_read_end_of_value(gen_body_walk *walk, CXCursor value);
/* The same for any value of the type. */
void gen_body_read_end_of_type(gen_body_walk *walk, CXType type);

/* An expression that may read something volatile. */
void gen_body_read_volatile(gen_body_walk *walk, CXCursor cursor);

/* An expression of two operands: `blockIdx.x * blockDim.y` counts rows of threads by blocks along
 * another axis. */
void gen_body_read_binary(gen_body_walk *walk, CXCursor cursor);

/* The use of a name, below `parent`: a built-in variable, shared memory. */
void gen_body_read_name(gen_body_walk *walk, CXCursor cursor, CXCursor parent);

#endif

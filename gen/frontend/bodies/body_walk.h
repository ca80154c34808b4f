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
    bool jumps;        /* the body has a goto */
    CXCursor captured; /* the last call that a capture read */
} gen_body_walk;

/* Notes that the body reads what other threads may write. In a loop, it may wait for a change. */
void gen_body_note_asking(gen_body_walk *walk);

/* Notes that the body calls or reads something unknown. */
void gen_body_note_hidden(gen_body_walk *walk);

/* Notes that a host compiler cannot build the body because of what is at the cursor: "inline PTX
 * (tile.cuh:12)". The first reason stays. */
void gen_body_note_unfit(gen_body_walk *walk, CXCursor cursor, const char *reason);

/* The same, with a reason that names its place. Null has no effect. */
void gen_body_note_refusal(gen_body_walk *walk, const char *reason);

/* Reads the end of a variable, a parameter or a temporary, where a destructor may run. */
void gen_body_read_end_of_value(gen_body_walk *walk, CXCursor value);
/* The same for any value of the type. */
void gen_body_read_end_of_type(gen_body_walk *walk, CXType type);

/* Reads an expression that may read something volatile. */
void gen_body_read_volatile(gen_body_walk *walk, CXCursor cursor);

/* Reads an expression of two operands: `blockIdx.x * blockDim.y` counts rows of threads by blocks
 * along another axis. */
void gen_body_read_binary(gen_body_walk *walk, CXCursor cursor);

/* Reads the use of a name, below `parent`: a built-in variable, shared memory. */
void gen_body_read_name(gen_body_walk *walk, CXCursor cursor, CXCursor parent);

#endif

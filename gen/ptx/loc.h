/* loc.h: .loc, the places in the source. */
#ifndef GEN_PTX_LOC_H
#define GEN_PTX_LOC_H

#include "ptx/reader.h"

typedef struct gen_ptx_place {
    uint32_t file, line, column;
} gen_ptx_place;

typedef struct gen_ptx_loc {
    gen_ptx_place place;
    gen_token function; /* that was inlined; empty: none was */
    gen_ptx_place caller;
} gen_ptx_loc;

bool gen_ptx_read_loc(gen_ptx_reader *reader, gen_ptx_loc *loc);

/* Sets the places of a .loc statement, and remembers it for those that were inlined there. */
void gen_ptx_set_loc(gen_ptx_reader *reader, const gen_ptx_loc *loc, gen_ptx_statement *statement);

#endif

/* statement.h: the statements of a body. */
#ifndef GEN_PTX_STATEMENT_H
#define GEN_PTX_STATEMENT_H

#include "ptx/reader.h"

/* Statements up to the '}' of the body, or to the end of the text that is read. */
bool gen_ptx_read_statements(gen_ptx_reader *reader);

typedef struct gen_ptx_place {
    uint32_t file, line, column;
} gen_ptx_place;

typedef struct gen_ptx_loc {
    gen_ptx_place place;
    gen_token function; /* that was inlined; empty: none was */
    gen_ptx_place caller;
} gen_ptx_loc;

/* .loc */
bool gen_ptx_read_loc(gen_ptx_reader *reader, gen_ptx_loc *loc);

#endif

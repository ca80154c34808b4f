/* statement.h: the statements of a body. */
#ifndef GEN_PTX_STATEMENT_H
#define GEN_PTX_STATEMENT_H

#include "ptx/reader.h"

/* Statements up to the '}' of the body, or to the end of the text that is read. */
bool gen_ptx_read_statements(gen_ptx_reader *reader);

#endif

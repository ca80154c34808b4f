/* overload.h: kernels that share their name with other functions or templates. */
#ifndef GEN_OVERLOAD_H
#define GEN_OVERLOAD_H

#include "frontend/reader.h"

/* Kernels that share their name with other functions or templates. */
void gen_read_note_function(gen_reader *reader, const char *name, CXCursor function);
/* After the whole unit. */
void gen_read_overloads(gen_reader *reader);

#endif

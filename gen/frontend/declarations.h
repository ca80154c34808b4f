/* declarations.h: all declarations of one unit. */
#ifndef GEN_DECLARATIONS_H
#define GEN_DECLARATIONS_H

#include "frontend/reader/reader.h"

/* Constants, named types, shared arrays and kernels of the whole unit. */
void gen_read_file(gen_reader *reader);
/* After all architectures: says which kernels get no launch function. */
void gen_read_note_mangled(gen_reader *reader);

#endif

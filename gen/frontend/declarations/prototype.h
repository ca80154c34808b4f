/* prototype.h: kernels that are declared and not defined, for --prototypes: another compiler makes
 * their code. */
#ifndef GEN_PROTOTYPE_H
#define GEN_PROTOTYPE_H

#include "frontend/reader/reader.h"

/* Notes a declaration of a kernel with C linkage. */
void gen_read_note_prototype(gen_reader *reader, CXCursor function);
/* After the whole unit: reads the kernels among them that it does not define. */
void gen_read_prototypes(gen_reader *reader);

#endif

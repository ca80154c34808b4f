/* redeclaration.h: reads declarations of a kernel besides its definition. */
#ifndef GEN_REDECLARATION_H
#define GEN_REDECLARATION_H

#include "frontend/reader/reader.h"

/* The text of a second place in a message: "saxpy.cu:12". */
const char *gen_read_place_text(gen_reader *reader, gen_place place);
/* True if two functions or templates of one name in one namespace are the same. */
bool gen_read_declares_same(CXCursor a, CXCursor b);
/* Checks a declaration of a kernel that is defined elsewhere: its annotations must also belong to
 * the definition. */
void gen_read_redeclaration(gen_reader *reader, CXCursor function);

#endif

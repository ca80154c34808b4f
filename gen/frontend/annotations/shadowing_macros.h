/* shadowing_macros.h: names of the contract language that are also macros of the file. */
#ifndef GEN_SHADOWING_MACROS_H
#define GEN_SHADOWING_MACROS_H

#include "frontend/reader/reader.h"

/* `text`: what that of the annotation, the `index`-th of the declaration, was before macros were
 * expanded. */
void gen_read_note_written(gen_reader *reader, CXCursor declaration, unsigned index,
                           gen_annotation *annotation, const char *text);
/* After the whole unit: the language's names get their meaning back. */
void gen_read_resolve_written(gen_reader *reader);

#endif

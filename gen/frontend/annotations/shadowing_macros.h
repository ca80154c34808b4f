/* shadowing_macros.h: handles names of the contract language that are also macros of the file. */
#ifndef GEN_SHADOWING_MACROS_H
#define GEN_SHADOWING_MACROS_H

#include "frontend/reader/reader.h"

/* Notes what the author wrote in annotation number `index` of the declaration, before macros were
 * expanded. */
void gen_read_note_written(gen_reader *reader, CXCursor declaration, unsigned index,
                           gen_annotation *annotation, const char *text);
/* After the whole unit: restores the meaning of the language's names. */
void gen_read_resolve_written(gen_reader *reader);

#endif

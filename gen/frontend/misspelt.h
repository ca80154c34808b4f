/* misspelt.h: finds misspelled macros of <custub/kernel.h>. */
#ifndef GEN_MISSPELT_H
#define GEN_MISSPELT_H

#include "frontend/reader/reader.h"
#include "support/text.h"

/* Looks for them at clang's errors. `unit` was parsed without bodies. */
void gen_read_note_misspelt(gen_reader *reader, CXTranslationUnit unit);
/* Writes definitions for the prelude, which replace the words found so far by the right macros. */
void gen_read_write_misspelt(const gen_reader *reader, gen_text *out);
/* Call it after all architectures. */
void gen_read_report_misspelt(gen_reader *reader);

#endif

/* misspelt.h: words that were meant as macros of <custub/kernel.h>. */
#ifndef GEN_MISSPELT_H
#define GEN_MISSPELT_H

#include "frontend/reader/reader.h"
#include "support/text.h"

/* Looks for them where clang found errors. `unit` was parsed without bodies. */
void gen_read_note_misspelt(gen_reader *reader, CXTranslationUnit unit);
/* For the prelude: defines what was found so far as what was meant. */
void gen_read_write_misspelt(const gen_reader *reader, gen_text *out);
/* After all architectures. */
void gen_read_report_misspelt(gen_reader *reader);

#endif

/* misspelt.h: words that were meant as macros of <custub/kernel.h>. */
#ifndef GEN_MISSPELT_H
#define GEN_MISSPELT_H

#include "frontend/reader.h"

/* Words that were meant as macros of <custub/kernel.h>. */
/* Looks for one where clang found an error outside of bodies. */
void gen_read_note_misspelt(gen_reader *reader, CXTranslationUnit unit, CXDiagnostic diagnostic);
/* For the prelude: defines what was found so far as what was meant. */
void gen_read_write_misspelt(const gen_reader *reader, gen_text *out);
/* After all architectures. */
void gen_read_report_misspelt(gen_reader *reader);

#endif

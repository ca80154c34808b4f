/* launch_bounds.h: the numbers of __launch_bounds__ and attributes like it. */
#ifndef GEN_LAUNCH_BOUNDS_H
#define GEN_LAUNCH_BOUNDS_H

#include "frontend/reader/reader.h"

/* Whether this is the text of an error that the prelude provokes, to get the numbers of an
 * attribute. */
bool gen_read_is_about_bounds(const char *text);
void gen_read_note_bounds(gen_reader *reader, CXDiagnostic diagnostic, const char *text);
/* After all errors. */
void gen_read_sort_bounds(gen_reader *reader);
/* `annotation` is that of the attribute. */
void gen_read_bounds(gen_reader *reader, CXCursor attribute, gen_annotation *annotation);

#endif

/* launch_bounds.h: the numbers of __launch_bounds__ and similar attributes. */
#ifndef GEN_LAUNCH_BOUNDS_H
#define GEN_LAUNCH_BOUNDS_H

#include "frontend/reader/reader.h"

/* True for the text of an error that the prelude causes to get the numbers of an attribute. With
 * `keep` the numbers are kept. `instance`: libclang's number of the location that named the
 * instance of a template first, or 0. */
bool gen_read_note_bounds(gen_reader *reader, CXDiagnostic diagnostic, const char *text,
                          unsigned instance, bool keep);
/* Sets the numbers of `annotation`, which was made from `attribute`. */
void gen_read_bounds(gen_reader *reader, CXCursor attribute, gen_annotation *annotation);

#endif

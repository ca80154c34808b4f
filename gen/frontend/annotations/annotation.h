/* annotation.h: the annotations of a declaration, and CUDA's attributes that are read like them. */
#ifndef GEN_ANNOTATION_H
#define GEN_ANNOTATION_H

#include "frontend/reader/reader.h"

/* Those of a function or of a parameter, in the order of the source. */
gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor);
/* Notes that the walk over the unit has met this attribute of `holder`. False if it says nothing
 * about a kernel. */
bool gen_read_note_attribute(gen_reader *reader, CXCursor attribute, CXCursor holder);

#endif

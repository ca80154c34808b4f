/* annotation.h: reads the annotations of a declaration, and the attributes of CUDA that are treated
 * like them. */
#ifndef GEN_ANNOTATION_H
#define GEN_ANNOTATION_H

#include "frontend/reader/reader.h"

/* The annotations of a function or a parameter, in the order of the source. */
gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor);
/* Stores that the walk over the unit has found this attribute of `holder`, which is `declaration`
 * or a parameter of it. False if the attribute does not concern kernels. */
bool gen_read_note_attribute(gen_reader *reader, CXCursor attribute, CXCursor holder,
                             CXCursor declaration);

#endif

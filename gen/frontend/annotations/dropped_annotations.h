/* dropped_annotations.h: annotations that the text has and the declarations lack. */
#ifndef GEN_DROPPED_ANNOTATIONS_H
#define GEN_DROPPED_ANNOTATIONS_H

#include "frontend/reader/reader.h"

/* Any declaration, in the order of the unit: it may be what an annotation leaves behind. */
void gen_read_note_pragma(gen_reader *reader, CXCursor cursor);
/* The attribute of a contract that a declaration got. */
void gen_read_trace_attribute(gen_reader *reader, CXCursor attribute);
/* After the whole unit: reports the annotations that no declaration got. */
void gen_read_dropped_annotations(gen_reader *reader);

#endif

/* dropped_annotations.h: finds annotations in the text that belong to no declaration. */
#ifndef GEN_DROPPED_ANNOTATIONS_H
#define GEN_DROPPED_ANNOTATIONS_H

#include "frontend/reader/reader.h"

/* Call it for every declaration in the unit's order: it may be a pragma that an annotation left. */
void gen_read_note_pragma(gen_reader *reader, CXCursor cursor);
/* Stores that a declaration has this attribute of a contract. */
void gen_read_trace_attribute(gen_reader *reader, CXCursor attribute);
/* After the whole unit: reports the annotations that no declaration has. */
void gen_read_dropped_annotations(gen_reader *reader);

#endif

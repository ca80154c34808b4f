/* annotation.h: annotations and the attributes of CUDA. */
#ifndef GEN_ANNOTATION_H
#define GEN_ANNOTATION_H

#include "frontend/reader.h"

/* Those of a function or of a parameter, in the order of the source. */
gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor);
/* Whether an attribute is what the prelude makes of __device__. */
bool gen_read_is_device_mark(CXCursor attribute);
/* Whether it is custub's own, as opposed to an attribute of CUDA's that the prelude writes down. */
bool gen_read_is_contract(const gen_annotation *annotation);
/* An annotation that has been looked at; false if it says nothing about the kernel. */
bool gen_read_note_attribute(gen_reader *reader, CXCursor attribute, CXCursor holder);
/* Any declaration, in the order of the unit: it may be what an annotation leaves behind. */
void gen_read_note_pragma(gen_reader *reader, CXCursor cursor);
/* After the whole unit: annotations that the file has and nobody has looked at. */
void gen_read_dropped_annotations(gen_reader *reader);

#endif

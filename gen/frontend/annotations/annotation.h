/* annotation.h: reads a declaration's annotations, and the CUDA attributes that are treated like
 * them. */
#ifndef GEN_ANNOTATION_H
#define GEN_ANNOTATION_H

#include "frontend/annotations/dropped_annotations.h"

/* The annotations of a function or a parameter, in the order of the source. */
gen_annotation *gen_read_annotations(gen_reader *reader, CXCursor cursor);
/* The same for the instance of a template that a CUSTUB_STUB names. `instance`: libclang's number
 * of the location where it does. */
gen_annotation *gen_read_instance_annotations(gen_reader *reader, CXCursor cursor,
                                              unsigned instance);
/* Stores that the walk over the unit has found this attribute of `holder`, which is `declaration`
 * or one of its parameters. False if the attribute does not concern kernels. */
bool gen_read_note_attribute(gen_reader *reader, gen_traces *traces, CXCursor attribute,
                             CXCursor holder, CXCursor declaration);

#endif

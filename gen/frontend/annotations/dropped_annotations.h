/* dropped_annotations.h: finds annotations in the text that belong to no declaration. */
#ifndef GEN_DROPPED_ANNOTATIONS_H
#define GEN_DROPPED_ANNOTATIONS_H

#include "frontend/reader/reader.h"

/* The trace of an annotation: its pragmas, or its attribute. Everything that a macro writes has the
 * macro's place, but each attribute also has a location, which declarations that inherit it
 * share. */
typedef struct gen_trace {
    CXFileUniqueID file;
    unsigned offset;
    bool is_attribute;
    CXSourceLocation location;
} gen_trace;

/* The traces in a unit. */
typedef struct gen_traces {
    gen_trace *data;
    size_t count;
    size_t capacity;
    unsigned row; /* how many pragmas in a row so far; the last one is stored after the array's
                     end */
} gen_traces;

/* Call it for each declaration, in the unit's order: it may be a pragma of an annotation. */
void gen_read_note_pragma(gen_reader *reader, gen_traces *traces, CXCursor cursor);
/* Stores that a declaration has this attribute of a contract. */
void gen_read_trace_attribute(gen_reader *reader, gen_traces *traces, CXCursor attribute);
/* After the whole unit: reports the annotations that no declaration has. */
void gen_read_dropped_annotations(gen_reader *reader, gen_traces *traces);

#endif

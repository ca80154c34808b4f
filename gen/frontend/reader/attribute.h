/* attribute.h: reads attributes of <custub/kernel.h> and the prelude, "custub.<key>:<text>". */
#ifndef GEN_ATTRIBUTE_H
#define GEN_ATTRIBUTE_H

#include "frontend/reader/reader.h"

typedef struct gen_attribute {
    gen_annotation_kind kind;
    const char *key;     /* "counted_by" */
    const char *text;    /* "n * 2" */
    const char *written; /* the text before macros were expanded, or null */
} gen_attribute;

/* False for other attributes, and for attributes that only mark a kernel or a device function. */
bool gen_attribute_read(gen_reader *reader, CXCursor cursor, gen_attribute *attribute);
/* True if the declaration has the attribute that the prelude writes for __device__. */
bool gen_attribute_marks_device(CXCursor declaration);

#endif

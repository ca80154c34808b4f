/* launch_bounds.h: the numbers of __launch_bounds__ and similar attributes. */
#ifndef GEN_LAUNCH_BOUNDS_H
#define GEN_LAUNCH_BOUNDS_H

#include "frontend/reader/reader.h"

typedef struct gen_found_sizes {
    unsigned location; /* libclang's internal number; it increases through the text, after macros
                          are expanded */
    gen_sizes sizes;
    unsigned instance; /* of a template: the location that first named the instance; else 0 */
} gen_found_sizes;

typedef struct gen_found_bounds {
    gen_found_sizes *data;
    size_t count;
    size_t capacity;
} gen_found_bounds;

/* Reads the numbers of an attribute from the text of the error that the prelude causes for them.
 * False for any other text. */
bool gen_launch_bounds_parse(const char *text, gen_sizes *sizes);
void gen_launch_bounds_add(gen_found_bounds *bounds, gen_arena *arena, gen_found_sizes found);
/* Sets the numbers of `annotation`, which was made from `attribute`. `instance`: the location where
 * the current CUSTUB_STUB names its kernel, or 0. */
void gen_launch_bounds_read(const gen_found_bounds *bounds, CXCursor attribute, unsigned instance,
                            gen_annotation *annotation);

#endif

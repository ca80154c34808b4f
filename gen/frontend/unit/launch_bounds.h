/* launch_bounds.h: the numbers of __launch_bounds__ and similar attributes. */
#ifndef GEN_LAUNCH_BOUNDS_H
#define GEN_LAUNCH_BOUNDS_H

#include "frontend/reader/reader.h"

typedef struct gen_found_sizes {
    unsigned location; /* libclang's internal number; it increases through the text, after macros
                          are expanded */
    gen_sizes sizes;
    unsigned instance; /* of a template: the location that named it first; else 0 */
} gen_found_sizes;

typedef struct gen_found_bounds {
    gen_found_sizes *data;
    size_t count;
    size_t capacity;
} gen_found_bounds;

/* Reads the text of an error that the prelude causes to get the numbers of an attribute. False for
 * all other texts. */
bool gen_launch_bounds_parse(const char *text, gen_sizes *sizes);
void gen_launch_bounds_add(gen_found_bounds *bounds, gen_arena *arena, gen_found_sizes found);
/* Sets the numbers of `annotation`, which was made from `attribute`. `instance`: the location at
 * which the CUSTUB_STUB that is being read names its kernel, or 0. */
void gen_launch_bounds_read(const gen_found_bounds *bounds, CXCursor attribute, unsigned instance,
                            gen_annotation *annotation);

#endif

/* source_place.h: places in the text of a source that the front end does not tell. */
#ifndef GEN_SOURCE_PLACE_H
#define GEN_SOURCE_PLACE_H

#include "model/model.h"

/* The offset of `__global__` in the declaration whose name begins at `name`; the latter if there is
 * none. */
size_t gen_source_place_global(const gen_model *model, size_t name);

/* The line of an #include before all else but directives, unless a condition is before it; then the
 * beginning, after a byte order mark. */
size_t gen_source_place_include(const gen_model *model);

#endif

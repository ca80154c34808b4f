/* generated_header.h: headers that the generator writes. A source of a program may include them,
 * its own as well, and they may not have been written yet. Kernels do not depend on them, so the
 * generator never reads one: they are empty where __CUSTUB__ is defined. */
#ifndef GEN_GENERATED_HEADER_H
#define GEN_GENERATED_HEADER_H

#include "support/text.h"

#include <stdbool.h>

/* True for "folder/saxpy.custub.h". */
bool gen_is_generated_header(const char *name);

/* True if this is clang's error about one that is not there. */
bool gen_is_generated_header_missing(const char *error);

/* Appends the types to the prelude that a source needs for its own declarations: those of
 * <custub/stub.h>, and the struct of loaded kernels of each header that it includes. */
void gen_prelude_write_generated(gen_text *out, const char *source);

#endif

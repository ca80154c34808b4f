/* printed_body.h: a function's body as text. */
#ifndef GEN_PRINTED_BODY_H
#define GEN_PRINTED_BODY_H

#include "frontend/reader/reader.h"

/* The body without its braces as libclang prints it: macros expanded, no comments. Null if there is
 * no body. */
const char *gen_read_print(gen_reader *reader, CXCursor function);
/* libclang does not show the initializer of `switch (init; condition)`. True if the text has fewer
 * `switch` without one than the `count` that libclang showed. */
bool gen_read_has_initialized_switch(gen_reader *reader, CXCursor function, unsigned count);
/* Why a host compiler cannot build such an initializer, or null. */
const char *gen_read_unfit_switch(gen_reader *reader, CXCursor function);

#endif

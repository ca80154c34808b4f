/* printed_body.h: a function's body as text. */
#ifndef GEN_PRINTED_BODY_H
#define GEN_PRINTED_BODY_H

#include "frontend/reader/reader.h"

/* The text of the function's body without its braces, as libclang writes it: macros
 * are expanded, comments gone. Null if there is none. */
const char *gen_read_print(gen_reader *reader, CXCursor function);
/* Libclang does not show what is before the semicolon of `switch (init; condition)`. Whether the
 * text has fewer `switch` statements without than the `count` that were seen. */
bool gen_read_has_initialized_switch(gen_reader *reader, CXCursor function, unsigned count);
/* Why a host compiler cannot take what is there, or null. */
const char *gen_read_unfit_switch(gen_reader *reader, CXCursor function);

#endif

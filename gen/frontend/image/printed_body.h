/* printed_body.h: a function's body as text. */
#ifndef GEN_PRINTED_BODY_H
#define GEN_PRINTED_BODY_H

#include "frontend/reader/reader.h"

/* The body without its braces as libclang prints it: macros expanded, no comments. Null if there is
 * no body. */
const char *gen_read_print(gen_reader *reader, CXCursor function);
/* libclang does not show the initializer of `switch (init; condition)`. False if the function's
 * text has none. */
bool gen_read_has_initialized_switch(gen_reader *reader, CXCursor function);

#endif

/* template_argument.h: the default arguments of templates. */
#ifndef GEN_TEMPLATE_ARGUMENT_H
#define GEN_TEMPLATE_ARGUMENT_H

#include "frontend/reader/reader.h"

/* A template with more arguments keeps the spelling that libclang gives. */
#define GEN_MAX_TEMPLATE_ARGUMENTS 64

/* The argument that a spelling of the instance leaves out, as clang writes it, or null if its kind
 * is not known here. */
const char *gen_read_default_argument(gen_reader *reader, CXCursor instance, unsigned index);

#endif

/* parameters.h: the parameters of functions, of templates of functions, and of templates. */
#ifndef GEN_PARAMETERS_H
#define GEN_PARAMETERS_H

#include "frontend/reader/reader.h"

/* These take a function or a function template. */
CXCursor gen_read_param_of(CXCursor function, unsigned index);
const char *gen_read_param_name(gen_reader *reader, CXCursor function, unsigned index);
unsigned gen_read_param_count(CXCursor function);

/* These return the parameters of the template itself. A function has none. */
CXCursor gen_read_template_param_of(CXCursor function, unsigned index);
unsigned gen_read_template_param_count(CXCursor function);

#endif

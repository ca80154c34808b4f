/* template_arguments.h: what the parameters of a template are in an instance of it, so that
 * annotations can name them. */
#ifndef GEN_TEMPLATE_ARGUMENTS_H
#define GEN_TEMPLATE_ARGUMENTS_H

#include "frontend/reader/reader.h"

/* Fills those of the record, and of the templates around it, the innermost first. */
void gen_read_template_arguments(gen_reader *reader, CXCursor declaration, gen_record *record);
/* The arguments of an instance of a function template. `pattern`: the declaration whose names the
 * parameters have. */
void gen_read_function_arguments(gen_reader *reader, CXCursor function, CXCursor pattern,
                                 gen_template_arguments *arguments);

#endif

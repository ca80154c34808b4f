/* template_arguments.h: the arguments of a template's instance, by parameter, so that annotations
 * can name them. */
#ifndef GEN_TEMPLATE_ARGUMENTS_H
#define GEN_TEMPLATE_ARGUMENTS_H

#include "frontend/reader/reader.h"

/* Sets the arguments of the record and of the templates around it, the innermost first. */
void gen_read_template_arguments(gen_reader *reader, CXCursor declaration, gen_record *record);
/* Sets the arguments of an instance of a function template. `pattern`: the declaration that names
 * the parameters. */
void gen_read_function_arguments(gen_reader *reader, CXCursor function, CXCursor pattern,
                                 gen_template_arguments *arguments);

#endif

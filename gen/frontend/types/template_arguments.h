/* template_arguments.h: what the parameters of a class template are in an instance of it, so that
 * the annotations of its fields can name them. */
#ifndef GEN_TEMPLATE_ARGUMENTS_H
#define GEN_TEMPLATE_ARGUMENTS_H

#include "frontend/reader/reader.h"

/* Fills those of the record, and of the templates around it, the innermost first. */
void gen_read_template_arguments(gen_reader *reader, CXCursor declaration, gen_record *record);

#endif

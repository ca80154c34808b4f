/* template_instance.h: the name of an instance of a class template, with all its arguments. */
#ifndef GEN_TEMPLATE_INSTANCE_H
#define GEN_TEMPLATE_INSTANCE_H

#include "frontend/reader/reader.h"

/* The name of a record or an enumeration, of which `spelling` is clang's, with all
 * arguments of each class template in it. */
const char *gen_read_full_name(gen_reader *reader, CXType type, const char *spelling);
/* Where the name after the last "::" that is in no brackets begins. */
size_t gen_start_of_name(const char *spelling);

#endif

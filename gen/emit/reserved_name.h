/* reserved_name.h: names that a generated header cannot use for anything of the program's. */
#ifndef GEN_RESERVED_NAME_H
#define GEN_RESERVED_NAME_H

#include <stdbool.h>

bool gen_name_is_reserved(const char *name);

#endif

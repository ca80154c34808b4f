/* overload.h: the program's functions that share a name. */
#ifndef GEN_OVERLOAD_H
#define GEN_OVERLOAD_H

#include "frontend/reader/reader.h"

/* The functions of a unit. The caller sets the tables' arenas. */
typedef struct gen_overloads {
    gen_name_table functions;  /* the first function of each name */
    gen_name_table overloaded; /* names that several functions share */
} gen_overloads;

/* Reads any function of the program. */
void gen_overloads_add(gen_overloads *overloads, const char *name, CXCursor function);
/* True if `name` alone may also mean another function or a template. */
bool gen_overloads_has(const gen_overloads *overloads, CXCursor kernel, const char *name);

#endif

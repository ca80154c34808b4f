/* overload.h: functions of the program with the same name. */
#ifndef GEN_OVERLOAD_H
#define GEN_OVERLOAD_H

#include "frontend/reader/reader.h"

/* The functions of a unit. The tables' arenas are set. */
typedef struct gen_overloads {
    gen_name_table functions;  /* the first function of each name */
    gen_name_table overloaded; /* names of several functions */
} gen_overloads;

/* Reads any function of the program. */
void gen_overloads_add(gen_overloads *overloads, const char *name, CXCursor function);
/* True if `name` alone may also mean another function or a template. */
bool gen_overloads_has(const gen_overloads *overloads, CXCursor kernel, const char *name);

#endif

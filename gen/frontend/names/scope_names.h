/* scope_names.h: names that the program declares in namespaces and classes. */
#ifndef GEN_SCOPE_NAMES_H
#define GEN_SCOPE_NAMES_H

#include "frontend/reader/reader.h"

/* Any declaration of the program's in a namespace or a class. */
void gen_read_declared(gen_reader *reader, CXCursor cursor);
/* Whether it is a class template's instance, or lies in one. */
bool gen_read_is_of_template(CXCursor cursor);
/* A base of the class `holder`. */
void gen_read_base(gen_reader *reader, CXCursor base, CXCursor holder);
/* Any function of the program's. */
void gen_read_note_function(gen_reader *reader, const char *name, CXCursor function);
/* Whether `name` alone may name another function than this kernel, or a template. */
bool gen_read_is_overloaded(gen_reader *reader, CXCursor kernel, const char *name);

#endif

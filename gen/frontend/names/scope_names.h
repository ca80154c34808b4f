/* scope_names.h: stores the names that the program declares in namespaces and classes. */
#ifndef GEN_SCOPE_NAMES_H
#define GEN_SCOPE_NAMES_H

#include "frontend/reader/reader.h"

/* Reads any declaration of the program in a namespace or a class. */
void gen_read_declared(gen_reader *reader, CXCursor cursor);
/* True for a class template's instance, and inside one. */
bool gen_read_is_of_template(CXCursor cursor);
/* The name of an enumerator in the scope around its enumeration. */
const char *gen_read_name_around(gen_reader *reader, CXCursor enumerator);
/* Reads a base of the class `holder`. */
void gen_read_base(gen_reader *reader, CXCursor base, CXCursor holder);
/* Reads any function of the program. */
void gen_read_note_function(gen_reader *reader, const char *name, CXCursor function);
/* True if `name` alone may also mean another function or a template. */
bool gen_read_is_overloaded(gen_reader *reader, CXCursor kernel, const char *name);

#endif

/* overload.h: functions of the program with the same name. */
#ifndef GEN_OVERLOAD_H
#define GEN_OVERLOAD_H

#include "frontend/reader/reader.h"

/* Reads any function of the program. */
void gen_read_note_function(gen_reader *reader, const char *name, CXCursor function);
/* True if `name` alone may also mean another function or a template. */
bool gen_read_is_overloaded(gen_reader *reader, CXCursor kernel, const char *name);

#endif

/* c_naming.h: how C names the structs and enumerations of the program's headers. */
#ifndef GEN_FRONTEND_C_NAMING_H
#define GEN_FRONTEND_C_NAMING_H

#include "frontend/reader/reader.h"

/* Reads a typedef of the program. A type read later has its name. */
void gen_read_typedef(gen_reader *reader, CXCursor cursor);

/* `declaration`: a struct, a union or an enumeration. */
gen_c_naming gen_read_c_naming(gen_reader *reader, CXCursor declaration);

#endif

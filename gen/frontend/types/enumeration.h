/* enumeration.h: integer types, and the values of enumerations. */
#ifndef GEN_ENUMERATION_H
#define GEN_ENUMERATION_H

#include "frontend/reader/reader.h"

bool gen_enumeration_is_unsigned(CXType integer);
/* The bits of an enumerator's value, extended to 64 as its type has it. */
uint64_t gen_enumeration_value(CXCursor enumerator, bool *negative);
/* The name of the first enumerator with these bits, or null. */
const char *gen_enumeration_constant(gen_reader *reader, CXCursor enumeration, uint64_t bits);

#endif

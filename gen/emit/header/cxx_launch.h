/* cxx_launch.h: the part of <stem>.custub.h for C++. Like those of emit.h, its function cannot
 * fail.
 */
#ifndef GEN_CXX_LAUNCH_H
#define GEN_CXX_LAUNCH_H

#include "emit/names/c_name.h"
#include "support/text.h"

/* Writes the names that the structs have in the source, and an overload of each launch function.
 * Kernels that share a name in C++ have it under this name, as far as their types differ. */
void gen_emit_overloads(gen_text *out, const gen_c_names *names, gen_arena *arena);

#endif

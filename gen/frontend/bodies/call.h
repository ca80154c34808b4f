/* call.h: what a call means for the thread that makes it. */
#ifndef GEN_CALL_H
#define GEN_CALL_H

#include "frontend/reader/reader.h"

/* `*this` in a template, to libclang 14 a call of any operator that is in sight. */
bool gen_read_is_own_object(gen_reader *reader, CXCursor call);
/* Whether a thread that calls it once more does something else: it takes the next ticket, or is
 * counted. */
bool gen_read_adds_up(const char *name);
/* Whether a function of CUDA's of this name makes a thread wait for others of its block, or trade
 * values with them. */
bool gen_read_is_barrier(const char *name);
/* True for a barrier or another of the compiler's own functions: it declares them where they are
 * used first. */
bool gen_read_is_builtin(const char *name);
/* Whether a call, below `parent`, of a function of CUDA's or the compiler's tells what other
 * threads did. */
bool gen_read_asks(const char *function, CXCursor parent);
/* Whether the type, or what it points to, is volatile. */
bool gen_read_is_volatile(CXType type);
/* The definition of a function that is called, or null; of an instance of a template with errors,
 * the template's. */
CXCursor gen_read_definition_of(gen_reader *reader, CXCursor function);
bool gen_read_is_function(enum CXCursorKind kind);
bool gen_read_is_assignment(gen_reader *reader, CXCursor function);
/* Whether the function is one that runs without a cursor for its call, written by the program. */
bool gen_read_is_special(gen_reader *reader, CXCursor function);
/* Whether a function that runs on the device launches kernels. */
bool gen_read_launches_kernels(gen_reader *reader, CXCursor function);

#endif

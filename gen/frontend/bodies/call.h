/* call.h: what a call means for the calling thread. */
#ifndef GEN_CALL_H
#define GEN_CALL_H

#include "frontend/reader/reader.h"

/* True for `*this` in a template, which libclang 14 shows as a call of any visible operator. */
bool gen_read_is_own_object(gen_reader *reader, CXCursor call);
/* True if each call has its own effect, for example by taking the next ticket. */
bool gen_read_adds_up(const char *name);
/* True for functions that distinguish or count a warp's threads without threadIdx. */
bool gen_read_adds_lanes(const char *name);
/* True for functions of CUDA or the compiler that tell which thread or block calls. */
bool gen_read_is_index(const char *name);
/* True for CUDA functions that wait for threads of the block, or exchange values with them. */
bool gen_read_is_barrier(const char *name);
/* True for barriers and other functions that the compiler itself declares at their first use. */
bool gen_read_is_builtin(const char *name);
/* True if the call, below `parent`, tells the thread what other threads did. `function`: its name,
 * in CUDA or the compiler. */
bool gen_read_asks(const char *function, CXCursor parent);
/* True if the type, or what it points to, is volatile. */
bool gen_read_is_volatile(CXType type);
/* The definition of a called function, or null. For a template's instance with errors, the
 * template's definition. */
CXCursor gen_read_definition_of(gen_reader *reader, CXCursor function);
bool gen_read_is_function(enum CXCursorKind kind);
bool gen_read_is_assignment(gen_reader *reader, CXCursor function);
/* True for functions of the program that run without a cursor for the call. */
bool gen_read_is_special(gen_reader *reader, CXCursor function);
/* True if a device function launches kernels. */
bool gen_read_launches_kernels(gen_reader *reader, CXCursor function);

#endif

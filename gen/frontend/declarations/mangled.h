/* mangled.h: kernels without C linkage, and templates. They get a launch function by CUSTUB_STUB,
 * or by --all. */
#ifndef GEN_MANGLED_H
#define GEN_MANGLED_H

#include "frontend/reader/reader.h"

/* Reads a declaration of a kernel without C linkage, or of a template. */
void gen_read_mangled(gen_reader *reader, CXCursor function, bool has_annotation);
/* After gen_read_stubs(): with --all, reads those that are not templates. */
void gen_read_all(gen_reader *reader);
/* After gen_read_all(): settles what becomes of those without a launch function. */
void gen_read_settle_mangled(gen_reader *reader);
/* The definition of a kernel without C linkage, "a::b::name", or the null cursor. */
CXCursor gen_read_find_mangled(gen_reader *reader, const char *name);
/* After all architectures: notes kernels that get no launch function. */
void gen_read_note_mangled(gen_reader *reader);

#endif

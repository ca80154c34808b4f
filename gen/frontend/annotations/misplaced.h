/* misplaced.h: annotations that clang keeps, and that no launch function checks. */
#ifndef GEN_MISPLACED_H
#define GEN_MISPLACED_H

#include "frontend/reader/reader.h"

/* `function` is not a kernel, and so can have no contract. */
void gen_read_other_function(gen_reader *reader, CXCursor function);
/* The same of a variable, a field or the name of a type. */
void gen_read_stray_annotations(gen_reader *reader, CXCursor cursor);
/* `function` is a kernel without C linkage, or a template of one. */
void gen_read_mangled_contract(gen_reader *reader, CXCursor function);
/* `function` declares a kernel that this architecture does not define. */
void gen_read_undefined_contract(gen_reader *reader, CXCursor function);
/* After all architectures: those that none defines. */
void gen_read_undefined_contracts(gen_reader *reader);

#endif

/* misplaced.h: finds annotations that clang keeps, but that no launch function checks. */
#ifndef GEN_MISPLACED_H
#define GEN_MISPLACED_H

#include "frontend/annotations/dropped_annotations.h"

/* Reports annotations of a function that is not a kernel. */
void gen_read_other_function(gen_reader *reader, CXCursor function);
/* Notes a field's annotations, and reports those that belong to kernels. */
void gen_read_field_annotations(gen_reader *reader, gen_traces *traces, CXCursor field);
/* Reports annotations of a variable or a type name. */
void gen_read_stray_annotations(gen_reader *reader, gen_traces *traces, CXCursor cursor);
/* Reports the contract of a kernel without C linkage, or of a template. */
void gen_read_mangled_contract(gen_reader *reader, CXCursor function);
/* Stores the contract of a kernel that this architecture declares but does not define. */
void gen_read_undefined_contract(gen_reader *reader, CXCursor function);
/* After all architectures: reports the contracts whose kernels none of them defines. */
void gen_read_undefined_contracts(gen_reader *reader);

#endif

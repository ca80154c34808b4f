/* shared_memory.h: finds the variables in shared memory that a body uses. */
#ifndef GEN_SHARED_MEMORY_H
#define GEN_SHARED_MEMORY_H

#include "frontend/bodies/body_facts.h"
#include "frontend/reader/reader.h"

/* The first reads a variable with `__shared__`; the second, the use of any variable that is not
 * local to a function. */
void gen_read_shared_variable(gen_reader *reader, gen_body_facts *facts, CXCursor variable);
void gen_read_shared_use(gen_reader *reader, gen_body_facts *facts, CXCursor variable);
/* Adds the variables of `from`. A variable counts once, even if a body uses it through several
 * functions. */
void gen_read_merge_shared(gen_reader *reader, gen_body_facts *into, const gen_body_facts *from);
/* The known size in bytes. Leaves out variables whose size depends on a template's arguments. */
uint64_t gen_read_shared_size(gen_reader *reader, const gen_body_facts *facts);

#endif

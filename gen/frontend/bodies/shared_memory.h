/* shared_memory.h: variables in shared memory. */
#ifndef GEN_SHARED_MEMORY_H
#define GEN_SHARED_MEMORY_H

#include "frontend/bodies/body_facts.h"
#include "frontend/reader/reader.h"

/* A variable with `__shared__`; and any other than a function's own that is named. */
void gen_read_shared_variable(gen_reader *reader, gen_body_facts *facts, CXCursor variable);
void gen_read_shared_use(gen_reader *reader, gen_body_facts *facts, CXCursor variable);
/* What a body reaches through several functions counts once. */
void gen_read_merge_shared(gen_reader *reader, gen_body_facts *into, const gen_body_facts *from);
/* Bytes, as far as they are known: of templates only what their arguments do not decide. */
uint64_t gen_read_shared_size(gen_reader *reader, const gen_body_facts *facts);

#endif

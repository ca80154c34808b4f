/* contract_of.h: contracts that are written apart from the kernel, by CUSTUB_CONTRACT_OF. */
#ifndef GEN_CONTRACT_OF_H
#define GEN_CONTRACT_OF_H

#include "frontend/reader/reader.h"

/* Whether a function of this name is a CUSTUB_CONTRACT_OF. */
bool gen_read_is_contract_name(const char *name);
void gen_read_contract(gen_reader *reader, CXCursor function, bool is_kernel);
/* After the whole unit: looks at the annotations of this architecture's, before shadowing macros
 * are resolved. */
void gen_read_note_contracts(gen_reader *reader);
/* After that: gives kernels the contracts that are written apart. */
void gen_read_apply_contracts(gen_reader *reader);
/* After all architectures: contracts without a kernel. */
void gen_read_unmatched_contracts(gen_reader *reader);

#endif

/* contract_of.h: contracts that CUSTUB_CONTRACT_OF declares apart from their kernels. */
#ifndef GEN_CONTRACT_OF_H
#define GEN_CONTRACT_OF_H

#include "frontend/reader/reader.h"

/* True for the name of a function that CUSTUB_CONTRACT_OF declares. */
bool gen_read_is_contract_name(const char *name);
void gen_read_contract(gen_reader *reader, CXCursor function, bool is_global);
/* After the whole unit: reads the annotations of this architecture's contracts, before shadowing
 * macros are resolved. */
void gen_read_note_contracts(gen_reader *reader);
/* After that: gives these contracts to their kernels. */
void gen_read_apply_contracts(gen_reader *reader);
/* After all architectures: reports contracts without a kernel. */
void gen_read_unmatched_contracts(gen_reader *reader);

#endif

/* contract_of.h: contracts that CUSTUB_CONTRACT_OF declares apart from their kernels. */
#ifndef GEN_CONTRACT_OF_H
#define GEN_CONTRACT_OF_H

#include "frontend/declarations/mangled.h"

/* The contracts of the source file, on all architectures. */
typedef struct gen_contracts {
    struct gen_contract *first, *last;
    gen_name_table places; /* keys are names and places; the caller sets its arena */
} gen_contracts;

/* True for the name of a function that CUSTUB_CONTRACT_OF declares. */
bool gen_read_is_contract_name(const char *name);
void gen_read_contract(gen_reader *reader, gen_contracts *contracts, CXCursor function,
                       bool is_global);
/* After the whole unit: reads the annotations of this architecture's contracts, before shadowing
 * macros are resolved. */
void gen_read_note_contracts(gen_reader *reader, const gen_contracts *contracts);
/* Call it after that: gives these contracts to their kernels. */
void gen_read_apply_contracts(gen_reader *reader, const gen_contracts *contracts,
                              const gen_definitions *definitions,
                              const gen_mangled_kernels *mangled, const gen_stub_uses *stubs);
/* After all architectures: reports contracts without a kernel. */
void gen_read_unmatched_contracts(gen_reader *reader, const gen_contracts *contracts);

#endif

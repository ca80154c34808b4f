/* same_contract.h: all architectures share one contract. */
#ifndef GEN_SAME_CONTRACT_H
#define GEN_SAME_CONTRACT_H

#include "frontend/kernels/kernel_reader.h"

/* The first annotation of a kernel's contract, or null. */
const gen_annotation *gen_read_own_contract(const gen_kernel *kernel);
/* Reports kernels whose contract differs from that of an earlier architecture. */
void gen_read_check_same_contracts(gen_reader *reader, const gen_definitions *definitions);

#endif

/* declarations.h: reads all declarations of one unit. */
#ifndef GEN_DECLARATIONS_H
#define GEN_DECLARATIONS_H

#include "frontend/declarations/contract_of.h"

/* Reads constants, named types, shared arrays and kernels. */
void gen_read_file(gen_reader *reader, gen_contracts *contracts);

#endif

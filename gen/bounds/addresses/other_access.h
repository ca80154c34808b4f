/* other_access.h: instructions that touch memory in ways of their own: barriers in shared memory,
 * discarded lines, tensor maps. */
#ifndef GEN_BOUNDS_OTHER_ACCESS_H
#define GEN_BOUNDS_OTHER_ACCESS_H

#include "bounds/addresses/access.h"
#include "bounds/flow/instruction.h"

typedef enum gen_bounds_other_kind {
    GEN_BOUNDS_OTHER_UNKNOWN,   /* what has an address is not checked */
    GEN_BOUNDS_OTHER_HARMLESS,  /* it reads and writes no memory, or memory of its own kind */
    GEN_BOUNDS_OTHER_ACCESS,    /* gen_bounds_read_other_access() */
    GEN_BOUNDS_OTHER_DESCRIPTOR /* it reads what a value describes: not checked */
} gen_bounds_other_kind;

/* What an instruction is that is no load, store, atomic operation, copy or matrix access. */
gen_bounds_other_kind gen_bounds_other_kind_of(const gen_bounds_opcode *opcode);

/* Sets the kind and size of an access to a barrier (mbarrier) in shared memory. */
void gen_bounds_set_barrier(gen_bounds_access *access);

/* Sets what is accessed. False if its form is not known. */
bool gen_bounds_read_other_access(gen_bounds_access *access, const gen_bounds_opcode *opcode);

#endif

/* matrix_access.h: loads and stores of matrices that a warp makes together. */
#ifndef GEN_BOUNDS_MATRIX_ACCESS_H
#define GEN_BOUNDS_MATRIX_ACCESS_H

#include "bounds/addresses/access.h"
#include "bounds/flow/instruction.h"

bool gen_bounds_is_matrix_access(const gen_bounds_opcode *opcode);

/* Sets what is accessed. False if its form is not known. */
bool gen_bounds_read_matrix_access(gen_bounds_access *access, const gen_bounds_opcode *opcode);

#endif

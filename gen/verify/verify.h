/* verify.h: compares the model with the PTX that nvcc made of the same source. */
#ifndef GEN_VERIFY_H
#define GEN_VERIFY_H

#include "model/model.h"
#include "ptx/ptx.h"

/* True if every kernel of the model's architecture `index` is in the PTX with the same parameters
 * and bounds, every unmangled entry of the PTX is in the model, and its text has no mark of a
 * failed assertion. Reports each difference as an error with both values. */
bool gen_verify(const gen_model *model, size_t index, const gen_ptx_module *ptx, gen_diag *diag);

#endif

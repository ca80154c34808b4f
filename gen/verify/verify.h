/* verify.h: the model against what nvcc made of the same source. */
#ifndef GEN_VERIFY_H
#define GEN_VERIFY_H

#include "model/model.h"
#include "verify/ptx.h"

/* Every kernel of the model's architecture `index` is in the PTX with the same parameters and
 * bounds, and every unmangled entry of the PTX is in the model; `ptx`, its text, has no mark of the
 * assertions. Each difference is an error that shows both sides. */
bool gen_verify(const gen_model *model, size_t index, gen_ptx_entry *entries, const char *ptx_path,
                const char *ptx, gen_diag *diag);

#endif

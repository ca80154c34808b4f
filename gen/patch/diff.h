/* diff.h: insertions as a unified diff, which patch(1) and `git apply -p0` take. */
#ifndef GEN_DIFF_H
#define GEN_DIFF_H

#include "model/model.h"
#include "patch/insertion.h"
#include "support/text.h"

/* Nothing is printed if there are no insertions. */
void gen_diff_print(gen_text *out, const gen_model *model, const gen_insertions *insertions);

#endif

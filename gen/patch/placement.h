/* placement.h: where the annotations of kernels belong in the source. */
#ifndef GEN_PLACEMENT_H
#define GEN_PLACEMENT_H

#include "model/model.h"
#include "patch/insertion.h"

/* Adds the insertions for `annotations`: lines of the name of a kernel, the number of a parameter
 * or -1 for the kernel, and the annotations, separated by tabs. The text is changed. A kernel that
 * cannot be edited as a whole is named in a note, and gets none. */
void gen_placement_add(gen_insertions *insertions, const gen_model *model, gen_diag *diag,
                       char *annotations);

#endif

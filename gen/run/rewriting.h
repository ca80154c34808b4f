/* rewriting.h: `custub bounds`: PTX of the model's kernels becomes PTX whose kernels check each
 * access, with a table for the runtime. */
#ifndef GEN_REWRITING_H
#define GEN_REWRITING_H

#include "model/model.h"
#include "support/text.h"

/* A PTX file, for one of the model's architectures. */
typedef struct gen_rewriting_file {
    const char *path;
    const char *text;
    const char *cubin_path;
    const char *cubin; /* null: none */
    size_t cubin_length;
    gen_text *out;
} gen_rewriting_file;

/* Rewrites the files, which share one table. Accesses and kernels that cannot be checked are notes.
 */
void gen_rewriting_run(const gen_model *model, gen_arena *arena, gen_diag *diag,
                       const gen_rewriting_file *files, size_t file_count, gen_text *table);

#endif

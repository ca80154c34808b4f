/* checked_ptx.h: the image of a trial on the GPU: nvcc's PTX, made into PTX whose kernels check
 * each access. The driver compiles it. */
#ifndef GEN_CHECKED_PTX_H
#define GEN_CHECKED_PTX_H

#include "images/source_flags.h"
#include "run/isolated_run.h"

typedef struct gen_checked_ptx {
    gen_arena *arena;
    gen_diag *diag;
    const gen_options *options;    /* of the generator, for one architecture */
    const gen_source_flags *flags; /* of the source */
    const char *name;              /* <folder>/<stem>: what `gen` writes, without endings */
} gen_checked_ptx;

/* Appends the tags and the paths of the PTX and its table, for `gen`. */
void gen_checked_ptx_name_images(const gen_checked_ptx *ptx, gen_words *images);

/* Builds them from what `gen` has written. */
gen_result gen_checked_ptx_build(const gen_checked_ptx *ptx);

#endif

/* image_builder.h: CPU images for tests, from the samples in this folder: the emitter's source,
 * built by the host's C++ compiler while the test runs. */
#ifndef IMAGE_BUILDER_H
#define IMAGE_BUILDER_H

#include "support/arena.h"
#include "model/model.h"

/* What the front end would find of a kernel. */
typedef struct sample_kernel {
    const char *name;
    bool no_barrier;
    unsigned max_threads;
    const char *unfit;
} sample_kernel;

/* A model of the file `name` in this folder; ends the test if it cannot be read. */
gen_model *sample_model(gen_arena *arena, const char *name, const sample_kernel *kernels,
                        size_t count);

/* Marks the body of `function`, the first braces behind "function(". */
void sample_add_unfit_body(gen_arena *arena, gen_model *model, const char *function,
                           const char *reason);
void sample_add_shared_array(gen_arena *arena, gen_model *model, const char *name,
                             const char *enclosing, const char *element);

/* Emits and compiles `model`; the compiler's own flags before `extra` ones, which end with null or
 * may be null. Returns the bytes of the shared object, which the caller frees, or null if the
 * compiler failed. */
unsigned char *sample_build(const gen_model *model, const char *const *extra, size_t *size);

#endif

/* image_builder.h: builds CPU images of the samples while a test runs: emits their source and calls
 * the host's C++ compiler. */
#ifndef IMAGE_BUILDER_H
#define IMAGE_BUILDER_H

#include "support/arena.h"
#include "model/model.h"

/* What the front end would find out about a kernel. */
typedef struct sample_kernel {
    const char *name;
    bool no_barrier;
    unsigned max_threads;
    const char *unfit;
} sample_kernel;

/* Makes a model of the file `name` in samples/. Ends the test if the file cannot be read. */
gen_model *sample_model(gen_arena *arena, const char *name, const sample_kernel *kernels,
                        size_t count);

/* Marks the body of `function` as unfit: the first braces after "function(". */
void sample_add_unfit_body(gen_arena *arena, gen_model *model, const char *function,
                           const char *reason);
void sample_add_shared_array(gen_arena *arena, gen_model *model, const char *name,
                             const char *enclosing, const char *element);

/* Emits and compiles `model`. `extra` are further flags for the compiler, ended by null; it may be
 * null. Returns the bytes of the shared object, which the caller frees, or null if the
 * compiler failed. */
unsigned char *sample_build(const gen_model *model, const char *const *extra, size_t *size);

#endif

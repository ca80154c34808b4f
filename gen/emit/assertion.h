/* assertion.h: what the generator took for true, asserted by every compiler that builds the
 * kernels: `<stem>.nvcc.cu`, which nvcc compiles in place of the source, and the CPU image have it
 * after the source. */
#ifndef GEN_ASSERTION_H
#define GEN_ASSERTION_H

#include "model/model.h"
#include "support/text.h"

typedef enum gen_assert_target {
    GEN_ASSERT_NVCC,
    GEN_ASSERT_CPU /* without the kernels that stay out of the image, and if one is not there */
} gen_assert_target;

/* Text of C++11 for the end of the file: the names that it uses are no macros any more. It includes
 * nothing, makes nothing, and holds under __CUDA_ARCH__ where that is an architecture that has the
 * kernel. */
void gen_emit_assertions(gen_text *out, const gen_model *model, gen_arena *arena,
                         gen_assert_target target);

#endif

/* assertion.h: assertions about what custub read from the source. Every compiler that builds the
 * kernels checks them: they follow the source in `<stem>.nvcc.cu`, which nvcc compiles in place of
 * the source, in the program for NVRTC, and in the CPU image. */
#ifndef GEN_ASSERTION_H
#define GEN_ASSERTION_H

#include "model/model.h"
#include "support/text.h"

typedef enum gen_assert_target {
    GEN_ASSERT_NVCC,
    GEN_ASSERT_NVRTC, /* for all architectures if all that were read have the kernel */
    GEN_ASSERT_CPU    /* without kernels that are left out of the image; a kernel may be missing */
} gen_assert_target;

/* Appends C++11 for the end of the file. It includes only <custub/assertion.h>, undefines the names
 * that it uses, and generates no code. Where __CUDA_ARCH__ is defined, it asserts only for
 * architectures that have the kernel. */
void gen_emit_assertions(gen_text *out, const gen_model *model, gen_arena *arena,
                         gen_assert_target target);

/* Appends the address of a kernel, as a C++ expression. */
void gen_emit_kernel_name(gen_text *out, const gen_kernel *kernel);

/* Appends the `#if` for code of these architectures of the model. */
void gen_emit_architectures(gen_text *out, const gen_model *model, gen_arena *arena,
                            uint32_t architectures);

#endif

#include "emit/emit.h"

#include "emit/assertion.h"

/* nvcc instantiates a template where its address is taken. That also keeps the kernel in the PTX.
 */
static void emit_uses(gen_text *out, const gen_model *model, gen_arena *arena)
{
    const uint32_t all = UINT32_MAX >> (32 - model->architecture_count);
    size_t index = 0;

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, index++) {
        if (!kernel->written)
            continue;
        if (kernel->architectures != all)
            gen_emit_architectures(out, model, arena, kernel->architectures);
        gen_text_printf(out, "static const auto custub_kept_%zu __attribute__((unused)) = (%s);\n",
                        index, kernel->written);
        if (kernel->architectures != all)
            gen_text_puts(out, "#endif\n");
    }
}

/* Only the assertions' own warnings are silenced: offsetof of classes that C does not have. */
void gen_emit_nvcc(gen_text *out, const gen_model *model, gen_arena *arena)
{
    gen_text_puts(out, "/* nvcc compiles this in place of ");
    gen_text_comment(out, model->file);
    gen_text_puts(out, ": the source, and behind it what custub read of it, for nvcc to confirm.\n"
                       " * Written by custub; edits are lost. */\n");
    gen_text_printf(out, "#include \"%s\"\n\n", model->file);
    gen_text_puts(out, "#pragma nv_diagnostic push\n#pragma nv_diag_suppress 1427\n");
    gen_emit_assertions(out, model, arena, GEN_ASSERT_NVCC);
    gen_text_puts(out, "#pragma nv_diagnostic pop\n");
    emit_uses(out, model, arena);
}

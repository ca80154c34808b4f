#include "emit/emit.h"

#include "emit/assertion.h"

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
}

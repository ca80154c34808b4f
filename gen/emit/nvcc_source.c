#include "emit/emit.h"

#include "emit/assertions/assertion.h"

/* nvcc instantiates a template where its address is taken. That also keeps the kernel in the
 * PTX. */
static void emit_uses(gen_text *out, const gen_model *model, gen_arena *arena)
{
    const uint32_t all = gen_model_all_architectures(model);
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

/* Writes the table of all kernels' host functions, as <custub/linked.h> explains. A kernel that
 * only some architectures have may not be declared for the host. */
static void emit_linked(gen_text *out, const gen_model *model, const gen_options *options)
{
    const uint32_t all = gen_model_all_architectures(model);
    const char *visibility = options->exported ? "default" : "hidden";
    const char *mark = model->unit ? "_" : "";
    const char *unit = model->unit ? model->unit : "";
    size_t index = 0;

    gen_text_puts(out, "\n#ifndef __CUDA_ARCH__\n"
                       "static const void *const custub_linked_functions[] = {\n");
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, index++) {
        gen_text_puts(out, "    ");
        if (kernel->architectures != all) {
            gen_text_puts(out, "0");
        } else if (kernel->written) {
            gen_text_printf(out, "(const void *)custub_kept_%zu", index);
        } else {
            gen_text_puts(out, "(const void *)(");
            gen_emit_kernel_name(out, kernel);
            gen_text_puts(out, ")");
        }
        gen_text_puts(out, ",\n");
    }
    gen_text_printf(out,
                    "    0};\nextern \"C\" __attribute__((visibility(\"%s\"))) const "
                    "custub_library_info %s_custub_library%s%s;\n"
                    "extern \"C\" __attribute__((visibility(\"%s\"))) const custub_linked "
                    "%s_custub_linked%s%s =\n    CUSTUB_LINKED(%s_custub_library%s%s, "
                    "custub_linked_functions);\n#endif\n",
                    visibility, model->name, mark, unit, visibility, model->name, mark, unit,
                    model->name, mark, unit);
}

/* Silences only the assertions' own warnings, about offsetof of classes that C does not have. */
void gen_emit_nvcc(gen_text *out, const gen_model *model, gen_arena *arena,
                   const gen_options *options)
{
    gen_text_puts(out, "/* nvcc compiles this in place of ");
    gen_text_comment(out, model->file);
    gen_text_puts(out, ": the source, and behind it what custub read of it, for nvcc to confirm.\n"
                       " * Written by custub; edits are lost. */\n");
    if (options->linked)
        gen_text_puts(out, "#include <custub/linked.h>\n");
    gen_text_printf(out, "#include \"%s\"\n\n", model->file);
    gen_text_puts(out, "#pragma nv_diagnostic push\n#pragma nv_diag_suppress 1427\n");
    gen_emit_assertions(out, model, arena, GEN_ASSERT_NVCC);
    gen_text_puts(out, "#pragma nv_diagnostic pop\n");
    emit_uses(out, model, arena);
    if (options->linked)
        emit_linked(out, model, options);
}

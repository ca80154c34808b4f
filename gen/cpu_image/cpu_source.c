#include "cpu_image/cpu_source.h"

#include "cpu_image/inclusion.h"
#include "cpu_image/kernel_table.h"
#include "cpu_image/loop_guard.h"
#include "cpu_image/source_text.h"
#include "emit/assertions/assertion.h"
#include "emit/assertions/undefine.h"

#include <stdlib.h>
#include <string.h>

/* The line of the next character of `out`, from 1, in the file that begins at `start`. */
static size_t current_line(const gen_text *out, size_t start)
{
    size_t line = 1;

    for (size_t i = start; i < out->length; i++)
        line += out->data[i] == '\n';
    return line;
}

/* Makes the image's compiler print a note at the place of the kernel. */
static void emit_note(gen_text *out, const gen_kernel *kernel)
{
    gen_text note;

    gen_text_initialize(&note);
    gen_text_printf(&note, "kernel '%s' stays out of the CPU image: %s [kernel-not-on-cpu]",
                    kernel->name, kernel->cpu.unfit);
    gen_text_printf(out, "#line %u ", kernel->place.line);
    gen_text_c_string(out, gen_model_file_of(kernel->place));
    gen_text_puts(out, "\n#pragma message(");
    gen_text_c_string(out, note.data ? note.data : kernel->name);
    gen_text_puts(out, ")\n");
    gen_text_deinitialize(&note);
}

/* The notes appear only for one image: the memory checker's image is built from the same source. */
static void emit_notes(gen_text *out, const gen_model *model)
{
    bool any = false;

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        if (!kernel->cpu.unfit)
            continue;
        if (!any)
            gen_text_puts(out, "#if !defined(CUSTUB_CPU_CHECKED)\n");
        any = true;
        emit_note(out, kernel);
    }
    if (any)
        gen_text_puts(out, "#endif\n");
}

/* The highest architecture's number: 90 for "sm_90a". */
static unsigned long highest_architecture(const gen_model *model)
{
    unsigned long highest = 0;

    for (size_t i = 0; i < model->architecture_count; i++) {
        unsigned long number = strtoul(model->architectures[i] + strlen("sm_"), NULL, 10);
        highest = number > highest ? number : highest;
    }
    return highest;
}

/* The host compiler must see the code under conditions on __CUDA_ARCH__ as the front end did. */
static void emit_architecture(gen_text *out, const gen_model *model)
{
    if (model->architecture_count > 0)
        gen_text_printf(out, "#define __CUDA_ARCH__ %lu0\n", highest_architecture(model));
}

/* nvcc accepts kernels with these names, as overloads. In C++, glibc declares these functions with
 * other types than in C (<string.h>), which conflicts with a function of C linkage. */
static void emit_library_names(gen_text *out, const gen_model *model)
{
    static const char *const names[] = {"basename",  "index",   "memchr",     "memrchr",
                                        "rawmemchr", "rindex",  "strcasestr", "strchr",
                                        "strchrnul", "strpbrk", "strrchr",    "strstr"};

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            if (!kernel->written && strcmp(kernel->name, names[i]) == 0)
                gen_text_printf(out, "#define %s custub_cpu_%s\n", names[i], names[i]);
}

static void emit_own_integers(gen_text *out, const gen_model *model)
{
    for (const gen_own_integer *own = model->own_integers; own; own = own->next)
        gen_text_printf(out, "#define %s custub_cpu_%s\n", own->name, own->name);
}

/* True if the front end read a header whose path ends with `end`. */
static bool has_header(const gen_model *model, const char *end)
{
    for (const gen_file_name *file = model->dependencies; file; file = file->next) {
        const size_t length = strlen(file->name);
        if (length >= strlen(end) && strcmp(file->name + length - strlen(end), end) == 0)
            return true;
    }
    return false;
}

/* Tells custub/cpu_device.h which headers to include: the toolkit's halves, only if the file
 * includes them (otherwise the file may define `half` and `half2` itself); the matrices of warps;
 * libcu++, its barriers and functions of PTX; the replacement of its pipelines. */
static void emit_wanted_headers(gen_text *out, const gen_model *model)
{
    bool has_matrices = has_header(model, "/mma.hpp");

    if (has_matrices || has_header(model, "/cuda_fp16.h") || has_header(model, "/cuda_bf16.h") ||
        has_header(model, "/cuda_fp8.h"))
        gen_text_puts(out, "#define CUSTUB_CPU_WITH_HALF 1\n");
    if (has_matrices)
        gen_text_puts(out, "#define CUSTUB_CPU_WITH_MATRIX 1\n");
    if (has_header(model, "/cuda/std/detail/__config"))
        gen_text_puts(out, "#define CUSTUB_CPU_WITH_STANDARD_LIBRARY 1\n");
    if (has_header(model, "/cuda/barrier") || has_header(model, "/cuda/ptx"))
        gen_text_puts(out, "#define CUSTUB_CPU_WITH_BARRIER 1\n");
    if (has_header(model, "/cuda/ptx"))
        gen_text_puts(out, "#define CUSTUB_CPU_WITH_PTX 1\n");
    if (has_header(model, "/cuda/pipeline"))
        gen_text_puts(out, "#define CUSTUB_CPU_WITH_PIPELINE 1\n");
}

static bool mentions(const gen_model *model, const char *name)
{
    if (strstr(model->source, name))
        return true;
    for (const gen_image_file *file = model->image_files; file; file = file->next)
        if (strstr(file->text, name))
            return true;
    return false;
}

/* nvcc defines these before the file begins. */
static void emit_versions(gen_text *out, const gen_model *model)
{
    if (mentions(model, "__CUDACC_VER_") || mentions(model, "CUDART_VERSION"))
        gen_text_puts(out, "#include <custub/cpu/toolkit_version.h>\n");
}

/* Writes an image that every host compiler accepts, without the file's text. */
static void emit_refused_file(gen_text *out, const gen_model *model, const gen_loop_guards *loops)
{
    gen_text_puts(out, "#include <custub/cpu_refused.h>\n");
    emit_notes(out, model);
    gen_emit_cpu_table(out, model, loops);
}

void gen_emit_cpu(gen_text *out, const gen_model *model, gen_arena *arena)
{
    const gen_loop_guards loops = gen_loop_guards_find(model, arena);
    size_t start = out->length;
    gen_text table;

    gen_text_puts(out, "/* The CPU image of ");
    gen_text_comment(out, model->file);
    gen_text_puts(out, ", for a host C++17 compiler. Written by custub; edits are lost. */\n");
    if (model->cpu_refused) {
        emit_refused_file(out, model, &loops);
        return;
    }
    emit_wanted_headers(out, model);
    gen_hide_macros(out, model->option_macros);
    gen_text_puts(out, "#include <custub/cpu_device.h>\n");
    gen_show_macros(out, model->option_macros);
    emit_versions(out, model);
    emit_library_names(out, model);
    emit_own_integers(out, model);
    emit_architecture(out, model);
    gen_emit_cpu_text(out, model, &loops, gen_replaced_lines(model, arena));
    emit_notes(out, model);
    gen_text_printf(out, "\n#line %zu ", current_line(out, start) + 2);
    gen_text_printf(out, "\"%s.cpu.cpp\"\n\n", model->name);
    gen_text_initialize(&table);
    gen_emit_cpu_shared_arrays(&table, model);
    gen_emit_cpu_table(&table, model, &loops);
    gen_emit_undefine_defined(out, model, arena, table.data ? table.data : "");
    gen_text_append(out, table.data ? table.data : "", table.length);
    out->failed |= table.failed;
    gen_text_deinitialize(&table);
    gen_text_puts(out, "\n#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n");
    gen_emit_assertions(out, model, arena, GEN_ASSERT_CPU);
}

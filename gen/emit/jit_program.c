/* <stem>.jit: the program that the runtime gives to NVRTC, as jit.h of the runtime reads it: texts,
 * each with a zero byte at its end. */
#include "emit/emit.h"

#include "emit/assertions/assertion.h"
#include "support/name_table.h"

#include <string.h>

typedef struct jit_emitter {
    gen_text *out;
    const gen_model *model;
    gen_arena *arena;
    const gen_name_table *by_name; /* the first file of each name */
} jit_emitter;

static void end_text(gen_text *out)
{
    gen_text_append(out, "", 1);
}

/* --- Options --------------------------------------------------------------------------------- */

/* Writes macros and the language. Folders are not needed, because the program contains its
 * headers. */
static void emit_options(gen_text *out, const gen_words *flags, const gen_words *options)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *flag = flags->data[i];
        bool is_macro = strncmp(flag, "-D", 2) == 0 || strncmp(flag, "-U", 2) == 0;
        if (!is_macro && strncmp(flag, "-std=", 5) != 0)
            continue;
        gen_text_puts(out, flag);
        if (is_macro && !flag[2] && i + 1 < flags->count)
            gen_text_puts(out, flags->data[++i]);
        end_text(out);
    }
    for (size_t i = 0; i < options->count; i++) {
        gen_text_puts(out, options->data[i]);
        end_text(out);
    }
    end_text(out);
}

/* Writes the names of kernels without C linkage, which NVRTC instantiates if asked for them. Leaves
 * out kernels that some architecture lacks: there the name does not exist. */
static void emit_names(gen_text *out, const gen_model *model)
{
    const uint32_t all = gen_model_all_architectures(model);

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        if (!kernel->written || kernel->architectures != all)
            continue;
        gen_text_puts(out, kernel->written);
        end_text(out);
        gen_text_puts(out, kernel->symbol);
        end_text(out);
    }
    end_text(out);
}

/* True for <custub/kernel.h>, which the runtime supplies. */
static bool is_contracts(const gen_image_file *file)
{
    return strcmp(file->name, "kernel.h") == 0 && strstr(file->text, "CUSTUB_KERNEL_H");
}

/* --- Texts ----------------------------------------------------------------------------------- */

/* NVRTC finds a header only by the text of its #include, so every file gets a unique name. */
static const char *name_of(const jit_emitter *to, const gen_image_file *file)
{
    size_t number = 1;

    if (gen_name_table_find(to->by_name, file->name) == file)
        return file->name;
    for (const gen_image_file *at = to->model->image_files; at && at != file; at = at->next)
        number++;
    return gen_arena_format(to->arena, "%zu/%s", number, file->name);
}

/* The first inclusion at or after `from` in a file, wherever the file is included; null if there is
 * none. Only a guarded file's first inclusion has inclusions inside. `parent` and `file` are null
 * for the source. */
static const gen_inclusion *next_inclusion(const gen_inclusion *inclusions,
                                           const gen_image_file *parent, const gen_image_file *file,
                                           size_t from)
{
    const gen_inclusion *next = NULL;

    for (const gen_inclusion *i = inclusions; i; i = i->next) {
        const gen_inclusion *found;
        if (!i->file)
            continue;
        found = i;
        if (parent != file || i->begin < from)
            found = NULL;
        if (found && (!next || found->begin < next->begin))
            next = found;
        found = next_inclusion(i->inclusions, i->file, file, from);
        if (found && (!next || found->begin < next->begin))
            next = found;
    }
    return next;
}

static void emit_part(gen_text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        gen_text_append(out, text[i] ? &text[i] : " ", 1);
}

/* Writes the text, with the unique names of the program's headers in its #includes. */
static void emit_text(const jit_emitter *to, const gen_image_file *file, const char *text,
                      size_t length)
{
    const gen_inclusion *inclusions = to->model->inclusions;
    const gen_inclusion *i = next_inclusion(inclusions, NULL, file, 0);
    size_t from = 0;

    for (; i; i = next_inclusion(inclusions, NULL, file, i->begin + 1)) {
        if (is_contracts(i->file))
            continue;
        emit_part(to->out, text + from, i->begin - from);
        gen_text_printf(to->out, "#include \"%s\"", name_of(to, i->file));
        from = i->end;
    }
    emit_part(to->out, text + from, length - from);
    end_text(to->out);
}

/* Writes the main file: it includes the source under the source's name, so that messages show its
 * lines, and then has the assertions. */
static void emit_main(const jit_emitter *to)
{
    gen_text_printf(to->out, "%s.nvrtc.cu", to->model->name);
    end_text(to->out);
    gen_text_printf(to->out, "#include \"%s\"\n\n", to->model->file);
    gen_emit_assertions(to->out, to->model, to->arena, GEN_ASSERT_NVRTC);
    end_text(to->out);
    gen_text_puts(to->out, to->model->file);
    end_text(to->out);
    emit_text(to, NULL, to->model->source, to->model->source_length);
}

void gen_emit_jit(gen_text *out, const gen_model *model, gen_arena *arena, const gen_words *flags,
                  const gen_words *options)
{
    gen_name_table by_name = {.arena = arena};
    const jit_emitter to = {out, model, arena, &by_name};

    gen_name_table_put(&by_name, model->file, (void *)(size_t)model);
    for (gen_image_file *file = model->image_files; file; file = file->next)
        if (!gen_name_table_find(&by_name, file->name))
            gen_name_table_put(&by_name, file->name, file);
    emit_options(out, flags, options);
    emit_names(out, model);
    emit_main(&to);
    for (const gen_image_file *file = model->image_files; file; file = file->next) {
        if (is_contracts(file))
            continue;
        gen_text_puts(out, name_of(&to, file));
        end_text(out);
        emit_text(&to, file, file->text, file->length);
    }
}

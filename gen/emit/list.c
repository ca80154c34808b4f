#include "emit/emit.h"

#include "emit/header/comment.h"
#include "contract/expression.h"

#include <inttypes.h>
#include <string.h>

static void write_annotation(gen_text *out, const char *name, const gen_expr *const *components)
{
    if (!components[0])
        return;
    gen_text_printf(out, "  %s(", name);
    for (size_t i = 0; i < 3 && components[i]; i++)
        gen_text_printf(out, "%s%s", i ? ", " : "", components[i]->text);
    gen_text_puts(out, ")");
}

static void write_axes(gen_text *out, const char *format, uint32_t axes)
{
    for (uint32_t i = 0; i < 3; i++)
        if (axes >> i & 1)
            gen_text_printf(out, format, "xyz"[i]);
}

static void write_kernel(gen_text *out, const gen_kernel *kernel)
{
    gen_text_printf(out, "%s:%u  %s", gen_model_file_of(kernel->place), kernel->place.line,
                    kernel->name);
    gen_emit_template_arguments(out, kernel, "  with ");
    write_annotation(out, "THREADS", kernel->threads);
    write_annotation(out, "BLOCK", kernel->block);
    if (kernel->shared)
        write_annotation(out, "SHARED", (const gen_expr *const[]){kernel->shared, NULL, NULL});
    for (size_t i = 0; i < kernel->requirement_count; i++)
        write_annotation(out, "REQUIRES",
                         (const gen_expr *const[]){kernel->requirements[i], NULL, NULL});
    if (kernel->grid_stride)
        gen_text_puts(out, "  GRID_STRIDE");
    if (kernel->cooperative)
        gen_text_puts(out, "  COOPERATIVE");
    if (kernel->max_threads)
        gen_text_printf(out, "  launch bounds %" PRIu32, kernel->max_threads);
    if (kernel->dimensions)
        gen_text_printf(out, "  %" PRIu32 "-D", kernel->dimensions);
    write_axes(out, "  one block in %c", kernel->one_block);
    write_axes(out, "  one thread in %c", kernel->one_thread);
    if (!kernel->dimensions && kernel->unread)
        gen_text_puts(out, "  any dimensions (custub cannot read the whole body)");
    if (kernel->dynamic_shared)
        gen_text_puts(out, "  dynamic shared memory");
    gen_text_puts(out, "\n");
}

static void write_pointer(gen_text *out, const gen_kernel *kernel, const gen_pointer *pointer)
{
    if (pointer->count)
        gen_text_printf(out, "  %s%s(%s)", pointer->sized ? "SIZED_BY" : "COUNTED_BY",
                        pointer->or_null ? "_OR_NULL" : "", pointer->count->text);
    if (pointer->is_element_named)
        gen_text_printf(out, "  ELEMENT(%s%s)", pointer->type->element->is_const ? "const " : "",
                        pointer->type->element->spelling);
    if (pointer->low)
        gen_text_printf(out, "  VALUES(%s, %s)", pointer->low->text, pointer->high->text);
    if (pointer->aligned)
        gen_text_printf(out, "  ALIGNED(%" PRIu32 ")", pointer->aligned);
    for (const gen_relation *relation = pointer->relations;
         relation && relation->pointer == pointer->index; relation = relation->next)
        gen_text_printf(out, "  %s(%s)",
                        gen_annotation_macro(gen_annotation_of_relation(relation->kind)) +
                            strlen("CUSTUB_"),
                        kernel->pointers[relation->other].name);
}

static void write_field(gen_text *out, const gen_kernel *kernel, const gen_pointer *pointer)
{
    gen_text_printf(out, "    %4" PRIu64 " %4" PRIu64 "    %-26s %s",
                    kernel->params[pointer->param].offset + pointer->offset, pointer->type->size,
                    pointer->type->spelling, pointer->name);
    write_pointer(out, kernel, pointer);
    if (pointer->type->is_restrict)
        gen_text_puts(out, "  restrict");
    gen_text_puts(out, "\n");
}

static void write_param(gen_text *out, const gen_kernel *kernel, size_t index)
{
    const gen_param *param = &kernel->params[index];

    gen_text_printf(out, "    %4" PRIu64 " %4" PRIu64 "  %-28s %s", param->offset,
                    param->type->size, param->type->spelling, param->name);
    if (param->pointer)
        write_pointer(out, kernel, param->pointer);
    if (param->type->is_restrict)
        gen_text_puts(out, "  restrict");
    gen_text_puts(out, "\n");
    for (size_t i = 0; i < kernel->pointer_count; i++)
        if (kernel->pointers[i].param == index && kernel->pointers[i].scope)
            write_field(out, kernel, &kernel->pointers[i]);
}

/* Appends the table with its lines broken before contracts. */
static void fit(gen_text *out, gen_text *table, size_t width)
{
    for (char *line = table->data; line && *line;) {
        char *end = strchr(line, '\n');
        *end = '\0';
        gen_text_wrap(out, line, "  ", width, 6);
        gen_text_puts(out, "\n");
        line = end + 1;
    }
    out->failed |= table->failed;
}

static void write_table(gen_text *out, const gen_model *model)
{
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        write_kernel(out, kernel);
        for (size_t i = 0; i < kernel->param_count; i++)
            write_param(out, kernel, i);
    }
    gen_text_printf(out, "%s: %zu kernel%s\n", model->file, model->kernel_count,
                    model->kernel_count == 1 ? "" : "s");
}

void gen_emit_list(gen_text *out, const gen_model *model, size_t width)
{
    gen_text table;

    gen_text_initialize(&table);
    write_table(&table, model);
    fit(out, &table, width);
    gen_text_deinitialize(&table);
}

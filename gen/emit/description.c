#include "emit/emit.h"

#include "emit/expression_text.h"

#include <inttypes.h>
#include <string.h>

static void write_code(gen_text *out, const char *kernel, const char *name, const gen_expr *expr)
{
    if (!expr)
        return;
    gen_text_printf(out, "static const uint32_t %s_%s[] = {", kernel, name);
    gen_emit_code_words(out, expr);
    gen_text_puts(out, "};\n");
}

/* The initializer of a custub_expr whose code is in the array `name`. */
static void write_expr(gen_text *out, const char *kernel, const char *name, const gen_expr *expr)
{
    if (!expr) {
        gen_text_puts(out, "{NULL, NULL, 0}");
        return;
    }
    gen_text_puts(out, "{");
    gen_text_c_string(out, expr->text);
    gen_text_printf(out, ", %s_%s, %zu}", kernel, name, gen_emit_code_length(expr));
}

static void write_codes(gen_text *out, gen_arena *arena, const gen_kernel *kernel, const char *k)
{
    static const char axis[] = "xyz";

    for (size_t i = 0; i < kernel->param_count; i++)
        write_code(out, k, gen_arena_format(arena, "count_%zu", i), kernel->params[i].count);
    for (size_t i = 0; i < 3; i++)
        write_code(out, k, gen_arena_format(arena, "threads_%c", axis[i]), kernel->threads[i]);
    for (size_t i = 0; i < 3; i++)
        write_code(out, k, gen_arena_format(arena, "block_%c", axis[i]), kernel->block[i]);
    write_code(out, k, "shared", kernel->shared);
    for (size_t i = 0; i < kernel->requirement_count; i++)
        write_code(out, k, gen_arena_format(arena, "requires_%zu", i), kernel->requirements[i]);
}

static void write_flags(gen_text *out, const char *const *names, const bool *set, size_t count)
{
    bool started = false;

    for (size_t i = 0; i < count; i++) {
        if (!set[i])
            continue;
        gen_text_printf(out, "%s%s", started ? " | " : "", names[i]);
        started = true;
    }
    if (!started)
        gen_text_puts(out, "0");
}

static const char *kind_name(custub_param_kind kind)
{
    static const char *const names[] = {
        [CUSTUB_PARAM_SCALAR] = "CUSTUB_PARAM_SCALAR",
        [CUSTUB_PARAM_BUFFER] = "CUSTUB_PARAM_BUFFER",
        [CUSTUB_PARAM_STRUCT] = "CUSTUB_PARAM_STRUCT",
        [CUSTUB_PARAM_OPAQUE] = "CUSTUB_PARAM_OPAQUE",
    };

    return names[kind];
}

/* The scalar of the value, or of a buffer's elements. */
static custub_scalar scalar_of(const gen_param *param)
{
    const gen_type *type = param->type;

    if (type->kind == GEN_TYPE_POINTER)
        return type->element->kind == GEN_TYPE_SCALAR ? type->element->scalar : CUSTUB_SCALAR_NONE;
    return param->kind == CUSTUB_PARAM_SCALAR ? type->scalar : CUSTUB_SCALAR_NONE;
}

static void write_param(gen_text *out, gen_arena *arena, const char *k, const gen_param *param,
                        size_t index)
{
    const gen_type *type = param->type;
    const gen_type *element = type->kind == GEN_TYPE_POINTER ? type->element : NULL;
    bool has_elements = element && element->size > 0;
    const char *const names[] = {"CUSTUB_PARAM_READ_ONLY", "CUSTUB_PARAM_RESTRICT",
                                 "CUSTUB_PARAM_OR_NULL", "CUSTUB_PARAM_SIZED"};
    const bool set[] = {element && element->is_const, type->is_restrict, param->or_null,
                        param->sized};

    gen_text_puts(out, "    {.name = ");
    gen_text_c_string(out, param->name);
    gen_text_puts(out, ",\n     .type = ");
    gen_text_c_string(out, type->spelling);
    gen_text_printf(out, ",\n     .kind = %s,\n     .scalar = %s,\n", kind_name(param->kind),
                    gen_scalar_row_of(scalar_of(param))->constant);
    gen_text_printf(out,
                    "     .offset = %" PRIu64 ",\n     .size = %" PRIu64 ",\n     .align = %" PRIu32
                    ",\n     .line = %u,\n     .flags = ",
                    param->offset, type->size, type->align, param->place.line);
    write_flags(out, names, set, 4);
    if (element) {
        gen_text_puts(out, ",\n     .element = ");
        gen_text_c_string(out, element->spelling);
        gen_text_printf(out, ",\n     .element_size = %" PRIu64 ",\n     .element_align = %" PRIu32,
                        element->size, has_elements ? element->align : 1);
    }
    if (param->count) {
        gen_text_puts(out, ",\n     .count = ");
        write_expr(out, k, gen_arena_format(arena, "count_%zu", index), param->count);
    }
    if (param->aligned)
        gen_text_printf(out, ",\n     .aligned = %" PRIu32, param->aligned);
    gen_text_puts(out, "},\n");
}

static void write_relations(gen_text *out, const gen_kernel *kernel, const char *k)
{
    if (!kernel->relation_count)
        return;
    gen_text_printf(out, "static const custub_relation %s_relations[] = {\n", k);
    for (const gen_relation *relation = kernel->relations; relation; relation = relation->next)
        gen_text_printf(out, "    {%zu, %zu, %s},\n", relation->param, relation->other,
                        relation->kind == CUSTUB_RELATION_DISJOINT ? "CUSTUB_RELATION_DISJOINT"
                                                                   : "CUSTUB_RELATION_ALIASES");
    gen_text_puts(out, "};\n");
}

static void write_parts(gen_text *out, const gen_kernel *kernel, const char *k)
{
    if (!kernel->part_count)
        return;
    gen_text_printf(out, "static const custub_part %s_parts[] = {\n", k);
    for (const gen_part *part = kernel->parts; part; part = part->next) {
        gen_text_printf(out, "    {%zu, %" PRIu64 ", ", part->param, part->offset);
        gen_text_c_string(out, part->name);
        gen_text_puts(out, "},\n");
    }
    gen_text_puts(out, "};\n");
}

static void write_arrays(gen_text *out, gen_arena *arena, const gen_kernel *kernel, const char *k)
{
    write_codes(out, arena, kernel, k);
    if (kernel->param_count) {
        gen_text_printf(out, "static const custub_param_info %s_params[] = {\n", k);
        for (size_t i = 0; i < kernel->param_count; i++)
            write_param(out, arena, k, &kernel->params[i], i);
        gen_text_puts(out, "};\n");
    }
    if (gen_model_buffer_count(kernel)) {
        bool started = false;
        gen_text_printf(out, "static const uint32_t %s_buffers[] = {", k);
        for (size_t i = 0; i < kernel->param_count; i++) {
            if (kernel->params[i].kind != CUSTUB_PARAM_BUFFER)
                continue;
            gen_text_printf(out, "%s%zu", started ? ", " : "", i);
            started = true;
        }
        gen_text_puts(out, "};\n");
    }
    if (kernel->requirement_count) {
        gen_text_printf(out, "static const custub_expr %s_requirements[] = {\n", k);
        for (size_t i = 0; i < kernel->requirement_count; i++) {
            gen_text_puts(out, "    ");
            write_expr(out, k, gen_arena_format(arena, "requires_%zu", i), kernel->requirements[i]);
            gen_text_puts(out, ",\n");
        }
        gen_text_puts(out, "};\n");
    }
    write_relations(out, kernel, k);
    write_parts(out, kernel, k);
}

static void write_components(gen_text *out, gen_arena *arena, const char *k, const char *name,
                             const gen_expr *const *components)
{
    if (!components[0])
        return;
    gen_text_printf(out, "     .%s = {", name);
    for (size_t i = 0; i < 3; i++) {
        gen_text_puts(out, i ? ",\n                 " : "");
        write_expr(out, k, gen_arena_format(arena, "%s_%c", name, "xyz"[i]), components[i]);
    }
    gen_text_puts(out, "},\n");
}

static void write_kernel(gen_text *out, gen_arena *arena, const gen_kernel *kernel, const char *k)
{
    const char *const names[] = {"CUSTUB_KERNEL_GRID_STRIDE", "CUSTUB_KERNEL_DYNAMIC_SHARED",
                                 "CUSTUB_KERNEL_COOPERATIVE"};
    const bool set[] = {kernel->grid_stride, kernel->dynamic_shared, kernel->cooperative};
    size_t buffers = gen_model_buffer_count(kernel);

    gen_text_puts(out, "    {.name = ");
    gen_text_c_string(out, kernel->name);
    gen_text_puts(out, ",\n     .symbol = ");
    gen_text_c_string(out, kernel->symbol);
    gen_text_puts(out, ",\n     .file = ");
    gen_text_c_string(out, gen_model_file_of(kernel->place));
    gen_text_printf(out, ",\n     .line = %u,\n     .flags = ", kernel->place.line);
    write_flags(out, names, set, 3);
    gen_text_printf(out, ",\n     .param_count = %zu,\n     .buffer_count = %zu,\n",
                    kernel->param_count, buffers);
    if (kernel->param_count)
        gen_text_printf(out, "     .params = %s_params,\n", k);
    if (buffers)
        gen_text_printf(out, "     .buffers = %s_buffers,\n", k);
    write_components(out, arena, k, "threads", kernel->threads);
    write_components(out, arena, k, "block", kernel->block);
    if (kernel->shared) {
        gen_text_puts(out, "     .shared = ");
        write_expr(out, k, "shared", kernel->shared);
        gen_text_puts(out, ",\n");
    }
    if (kernel->requirement_count)
        gen_text_printf(out,
                        "     .requirements = %s_requirements,\n     .requirement_count = %zu,\n",
                        k, kernel->requirement_count);
    if (kernel->relation_count)
        gen_text_printf(out, "     .relations = %s_relations,\n     .relation_count = %zu,\n", k,
                        kernel->relation_count);
    if (kernel->part_count)
        gen_text_printf(out, "     .parts = %s_parts,\n     .part_count = %zu,\n", k,
                        kernel->part_count);
    gen_text_printf(out,
                    "     .max_threads = %" PRIu32 ",\n     .min_blocks = %" PRIu32
                    ",\n     .dimensions = %" PRIu32 ",\n     .cluster = {%" PRIu32 ", %" PRIu32
                    ", %" PRIu32 "}},\n",
                    kernel->max_threads, kernel->min_blocks, kernel->dimensions, kernel->cluster[0],
                    kernel->cluster[1], kernel->cluster[2]);
}

void gen_emit_source(gen_text *out, const gen_model *model, gen_arena *arena)
{
    size_t index = 0;

    gen_text_puts(out, "/* Generated by custub from ");
    gen_text_comment(out, model->file);
    gen_text_printf(out, ". Do not edit. */\n#include \"%s.custub.h\"\n", model->name);
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, index++) {
        gen_text_puts(out, "\n/* ");
        gen_text_comment(out, kernel->name);
        gen_text_puts(out, " */\n");
        write_arrays(out, arena, kernel, gen_arena_format(arena, "kernel_%zu", index));
    }
    index = 0;
    if (model->kernels)
        gen_text_puts(out, "\nstatic const custub_kernel_info kernels[] = {\n");
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, index++)
        write_kernel(out, arena, kernel, gen_arena_format(arena, "kernel_%zu", index));
    gen_text_printf(out, "%s\nconst custub_library_info %s_custub_library = {\n",
                    model->kernels ? "};\n" : "", model->name);
    gen_text_printf(
        out, "    .abi = CUSTUB_ABI,\n    .kernel_count = %zu,\n    .name = ", model->kernel_count);
    gen_text_c_string(out, model->stem);
    gen_text_puts(out, ",\n    .file = ");
    gen_text_c_string(out, model->file);
    gen_text_printf(out,
                    ",\n    .kernels = %s,\n    .fingerprint = UINT64_C(0x%016" PRIx64 "),\n};\n",
                    model->kernels ? "kernels" : "NULL", gen_emit_fingerprint(model));
}

#include "emit.h"

#include "expr.h"
#include "names.h"

#include <inttypes.h>
#include <string.h>

/* The names of a stub's own variables, which give way to the kernel's parameters. */
typedef struct stub_names {
    const char *kernels;
    const char *launch;
    const char *arguments;
    const char *needs;
    const char *call;
} stub_names;

static stub_names name_stub(gen_arena *arena, const gen_kernel *kernel)
{
    stub_names names;

    names.kernels = gen_names_local(arena, kernel, "kernels");
    names.launch = gen_names_local(arena, kernel, "launch");
    names.arguments = gen_names_local(arena, kernel, "arguments");
    names.needs = gen_names_local(arena, kernel, "needs");
    names.call = gen_names_local(arena, kernel, "call");
    return names;
}

/* A line, broken behind commas and opening parentheses where it would pass 100 columns. */
static void write_wrapped(gen_text *out, const char *line, const char *first, const char *others)
{
    const char *indent = first;

    while (strlen(line) + strlen(indent) > 100) {
        size_t end = 100 - strlen(indent);
        while (end > 0 && line[end - 1] != '(' && !(line[end] == ' ' && line[end - 1] == ','))
            end--;
        if (end == 0)
            break;
        gen_text_printf(out, "%s%.*s\n", indent, (int)end, line);
        line += end + (line[end] == ' ');
        indent = others;
    }
    gen_text_printf(out, "%s%s\n", indent, line);
}

/* --- Types ----------------------------------------------------------------------------------- */

static const char *scalar_view(custub_scalar scalar)
{
    static const char *const views[] = {
        [CUSTUB_SCALAR_NONE] = "custub_bytes", [CUSTUB_SCALAR_BOOL] = "custub_bool",
        [CUSTUB_SCALAR_I8] = "custub_i8",      [CUSTUB_SCALAR_U8] = "custub_u8",
        [CUSTUB_SCALAR_I16] = "custub_i16",    [CUSTUB_SCALAR_U16] = "custub_u16",
        [CUSTUB_SCALAR_I32] = "custub_i32",    [CUSTUB_SCALAR_U32] = "custub_u32",
        [CUSTUB_SCALAR_I64] = "custub_i64",    [CUSTUB_SCALAR_U64] = "custub_u64",
        [CUSTUB_SCALAR_F16] = "custub_f16",    [CUSTUB_SCALAR_BF16] = "custub_bf16",
        [CUSTUB_SCALAR_F32] = "custub_f32",    [CUSTUB_SCALAR_F64] = "custub_f64",
    };

    return views[scalar];
}

/* The C type of a parameter of the launch function. */
static void write_param_type(gen_text *out, const gen_param *param)
{
    const gen_type *type = param->type;

    if (type->kind == GEN_TYPE_SCALAR) {
        gen_text_puts(out, type->c_name);
    } else if (type->kind == GEN_TYPE_RECORD) {
        gen_text_puts(out, type->record->c_name);
    } else if (type->element->kind == GEN_TYPE_SCALAR) {
        gen_text_puts(out, scalar_view(type->element->scalar));
    } else if (type->element->kind == GEN_TYPE_RECORD) {
        gen_text_printf(out, "%s_view", type->element->record->c_name);
    } else {
        gen_text_puts(out, type->element->kind == GEN_TYPE_POINTER ? "custub_ptr" : "custub_bytes");
    }
}

static void write_field(gen_text *out, const gen_field *field)
{
    const gen_type *type = field->type;
    const gen_type *element = type;

    while (element->kind == GEN_TYPE_ARRAY)
        element = element->element;
    if (element->kind == GEN_TYPE_POINTER)
        gen_text_puts(out, "CUdeviceptr");
    else
        gen_text_puts(out,
                      element->kind == GEN_TYPE_RECORD ? element->record->c_name : element->c_name);
    gen_text_printf(out, " %s", field->c_name);
    for (; type->kind == GEN_TYPE_ARRAY; type = type->element)
        gen_text_printf(out, "[%" PRIu64 "]", type->count);
    gen_text_puts(out, ";\n");
}

/* 32-bit FNV-1a over what makes a struct's layout, so that two of one name and different layout do
 * not silently share a guard. */
static uint32_t layout_hash(const gen_record *record)
{
    uint32_t hash = UINT32_C(2166136261);
    uint64_t words[2] = {record->size, record->align};

    for (size_t i = 0; i < sizeof(words); i++)
        hash = (hash ^ ((const unsigned char *)words)[i]) * UINT32_C(16777619);
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_field *field = &record->fields[i];
        for (const char *c = field->name; *c; c++)
            hash = (hash ^ (unsigned char)*c) * UINT32_C(16777619);
        hash = (hash ^ (uint32_t)field->offset) * UINT32_C(16777619);
        hash = (hash ^ (uint32_t)field->type->kind ^ (uint32_t)field->type->scalar << 8) *
               UINT32_C(16777619);
    }
    return hash;
}

static uint32_t natural_align(const gen_record *record)
{
    uint32_t align = 1;

    for (size_t i = 0; record->is_plain && i < record->field_count; i++)
        if (record->fields[i].type->align > align)
            align = record->fields[i].type->align;
    return align;
}

static void write_struct(gen_text *out, const gen_record *record)
{
    gen_text_puts(out, "/* ");
    gen_text_comment(out, record->spelling);
    gen_text_printf(out, ": %" PRIu64 " bytes, aligned to %" PRIu32, record->size, record->align);
    if (!record->is_plain) {
        gen_text_puts(out, "; its fields have no C form: ");
        gen_text_comment(out, record->why_bytes ? record->why_bytes : "they are not known");
    }
    gen_text_puts(out, " */\n");
    gen_text_printf(out, "typedef struct %s {\n", record->c_name);
    if (!record->is_plain) {
        if (record->align > 1)
            gen_text_printf(out, "    alignas(%" PRIu32 ") unsigned char bytes[%" PRIu64 "];\n",
                            record->align, record->size);
        else
            gen_text_printf(out, "    unsigned char bytes[%" PRIu64 "];\n", record->size);
    }
    for (size_t i = 0; record->is_plain && i < record->field_count; i++) {
        gen_text_puts(out, "    ");
        if (i == 0 && record->align > natural_align(record))
            gen_text_printf(out, "alignas(%" PRIu32 ") ", record->align);
        write_field(out, &record->fields[i]);
    }
    gen_text_printf(out, "} %s;\n", record->c_name);
}

static void write_asserts(gen_text *out, const gen_record *record)
{
    const char *name = record->c_name;

    gen_text_printf(out, "static_assert(sizeof(%s) == %" PRIu64 ", \"%s: size\");\n", name,
                    record->size, name);
    gen_text_printf(out, "static_assert(alignof(%s) == %" PRIu32 ", \"%s: alignment\");\n", name,
                    record->align, name);
    for (size_t i = 0; record->is_plain && i < record->field_count; i++) {
        const char *field = record->fields[i].c_name;
        gen_text_printf(out, "static_assert(offsetof(%s, %s) == %" PRIu64 ", \"%s.%s: offset\");\n",
                        name, field, record->fields[i].offset, name, field);
    }
}

/* `own`: the user's header defines it, and it is only held against the device's layout. */
static void write_record(gen_text *out, const gen_record *record, bool own)
{
    uint32_t hash = layout_hash(record);

    gen_text_printf(out, "\n#ifndef CUSTUB_STRUCT_%s_%08" PRIx32 "\n", record->c_name, hash);
    gen_text_printf(out, "#define CUSTUB_STRUCT_%s_%08" PRIx32 "\n", record->c_name, hash);
    if (!own || !record->is_plain)
        write_struct(out, record);
    write_asserts(out, record);
    if (record->is_element)
        gen_text_printf(out, "CUSTUB_DEFINE_VIEW(%s_view, %s)\n", record->c_name, record->c_name);
    gen_text_puts(out, "#endif\n");
}

/* --- The loaded kernels ---------------------------------------------------------------------- */

static void write_loading(gen_text *out, const gen_model *model)
{
    const char *p = model->prefix;
    const char *s = model->stem;

    gen_text_puts(out, "\n/* The kernels of ");
    gen_text_comment(out, model->file);
    gen_text_printf(
        out,
        ", loaded.\n"
        " * Filled by %s%s_load(), freed by %s%s_unload() and not changed in between; any\n"
        " * number of threads may launch from it at once. */\n",
        p, s, p, s);
    gen_text_printf(out, "typedef struct %s%s_kernels {\n    struct custub_library *library;\n", p,
                    s);
    gen_text_printf(out, "    custub_kernel kernel[%zu];",
                    model->kernel_count ? model->kernel_count : 1);
    gen_text_printf(out, " /* in the order of %s%s_custub_library */\n} %s%s_kernels;\n", p, s, p,
                    s);
    gen_text_printf(out, "\nextern const custub_library_info %s%s_custub_library;\n", p, s);
    gen_text_printf(
        out, "extern const custub_image %s%s_custub_images[]; /* embedded by the build */\n", p, s);
}

static void write_load_and_unload(gen_text *out, const gen_model *model)
{
    const char *name = model->stem;
    const char *prefix = model->prefix;
    const char *form =
        "\n/* Loads from images of the caller's, which are borrowed until the unload and end with "
        "a\n"
        " * null `data`. On failure nothing is held. */\n"
        "static inline custub_status @_load_images(\n"
        "    @_kernels *kernels, const custub_image *images, custub_error *error)\n"
        "{\n"
        "    memset(kernels, 0, sizeof(*kernels));\n"
        "    if (!custub_library_matches(&@_custub_library, UINT64_C(0x#), error))\n"
        "        return CUSTUB_ERROR_HEADER_MISMATCH;\n"
        "    return custub_library_load(&kernels->library, kernels->kernel,\n"
        "                               &@_custub_library, images, error);\n"
        "}\n"
        "\n/* Loads from the images that the build embedded. */\n"
        "static inline custub_status @_load(@_kernels *kernels, custub_error *error)\n"
        "{\n"
        "    return @_load_images(kernels, @_custub_images, error);\n"
        "}\n"
        "\n/* No launch may be under way. Launches after it are refused. */\n"
        "static inline void @_unload(@_kernels *kernels)\n"
        "{\n"
        "    size_t i;\n\n"
        "    custub_library_unload(kernels->library);\n"
        "    kernels->library = NULL;\n"
        "    for (i = 0; i < sizeof(kernels->kernel) / sizeof(kernels->kernel[0]); i++)\n"
        "        kernels->kernel[i].function = NULL;\n"
        "}\n";

    for (; *form; form++) {
        if (*form == '@')
            gen_text_printf(out, "%s%s", prefix, name);
        else if (*form == '#')
            gen_text_printf(out, "%016" PRIx64, gen_emit_fingerprint(model));
        else
            gen_text_append(out, form, 1);
    }
}

/* --- A launch function ----------------------------------------------------------------------- */

static void write_components(gen_text *out, const char *words, const gen_expr *const *components)
{
    if (!components[0])
        return;
    gen_text_printf(out, " *     %s ", words);
    for (size_t i = 0; i < 3 && components[i]; i++) {
        gen_text_puts(out, i ? ", " : "");
        gen_text_comment(out, components[i]->text);
    }
    gen_text_puts(out, "\n");
}

/* "x: const float[n], restrict" */
static void write_buffer_comment(gen_text *out, const gen_kernel *kernel, size_t index)
{
    const gen_param *param = &kernel->params[index];
    const gen_type *element = param->type->element;
    bool bytes;

    if (param->kind != CUSTUB_PARAM_BUFFER)
        return;
    bytes = param->sized || element->kind == GEN_TYPE_VOID || element->kind == GEN_TYPE_INCOMPLETE;
    gen_text_printf(out, " *     %s: %s", param->c_name, element->is_const ? "const " : "");
    gen_text_comment(out, bytes ? "bytes" : element->spelling);
    gen_text_puts(out, "[");
    if (param->count)
        gen_text_comment(out, param->count->text);
    gen_text_printf(out, "]%s%s", param->type->is_restrict ? ", restrict" : "",
                    param->or_null ? ", or null" : "");
    if (param->aligned)
        gen_text_printf(out, ", aligned to %" PRIu32, param->aligned);
    for (const gen_relation *relation = kernel->relations; relation; relation = relation->next)
        if (relation->param == index)
            gen_text_printf(out, "%s%s",
                            relation->kind == CUSTUB_RELATION_DISJOINT ? ", disjoint from "
                                                                       : ", may overlap ",
                            kernel->params[relation->other].c_name);
    gen_text_puts(out, "\n");
}

static void write_launch_comment(gen_text *out, const gen_kernel *kernel)
{
    gen_text signature;

    gen_text_initialize(&signature);
    gen_text_comment(&signature, kernel->signature);
    gen_text_puts(out, "\n");
    write_wrapped(out, signature.data ? signature.data : "", "/* ", " *         ");
    out->failed |= signature.failed;
    gen_text_deinitialize(&signature);
    gen_text_puts(out, " *     ");
    gen_text_comment(out, gen_model_file_of(kernel->place));
    gen_text_printf(out, ":%u\n", kernel->place.line);
    write_components(out, "covers at least this many threads:", kernel->threads);
    if (kernel->grid_stride)
        gen_text_puts(out, " *     any grid covers them: the kernel strides by the grid\n");
    write_components(out, "in blocks of exactly", kernel->block);
    if (kernel->shared)
        write_components(out, "with dynamic shared memory, in bytes:",
                         (const gen_expr *const[]){kernel->shared, NULL, NULL});
    for (size_t i = 0; i < kernel->requirement_count; i++)
        write_components(out, "requires",
                         (const gen_expr *const[]){kernel->requirements[i], NULL, NULL});
    if (kernel->cooperative)
        gen_text_puts(out, " *     cooperatively: all blocks fit the device at once\n");
    if (kernel->max_threads)
        gen_text_printf(out, " *     in blocks of at most %" PRIu32 " threads\n",
                        kernel->max_threads);
    for (size_t i = 0; i < kernel->param_count; i++)
        write_buffer_comment(out, kernel, i);
    gen_text_puts(out, " */\n");
}

/* Parameters fill lines of up to 100 columns, as a person would wrap them. */
static void write_prototype(gen_text *out, const gen_model *model, const gen_kernel *kernel,
                            const stub_names *names)
{
    size_t line;

    gen_text_printf(out, "static inline custub_status %slaunch_%s(\n    ", model->prefix,
                    kernel->c_name);
    line = out->length - 4;
    gen_text_printf(out, "const %s%s_kernels *%s, const custub_launch *%s", model->prefix,
                    model->stem, names->kernels, names->launch);
    for (size_t i = 0; i < kernel->param_count; i++) {
        size_t start = out->length;
        gen_text param;
        gen_text_initialize(&param);
        write_param_type(&param, &kernel->params[i]);
        gen_text_printf(&param, " %s", kernel->params[i].c_name);
        if (start - line + 2 + param.length > 98) {
            gen_text_puts(out, ",\n    ");
            line = out->length - 4;
        } else {
            gen_text_puts(out, ", ");
        }
        gen_text_append(out, param.data, param.length);
        out->failed |= param.failed;
        gen_text_deinitialize(&param);
    }
    gen_text_puts(out, ")\n");
}

/* Where each argument lies, and what each view says. */
static void write_arguments(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    size_t need = 0;

    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *param = &kernel->params[i];
        bool is_buffer = param->kind == CUSTUB_PARAM_BUFFER;
        gen_text_printf(out, "    %s[%zu] = &%s%s;\n", names->arguments, i, param->c_name,
                        is_buffer ? ".ptr" : "");
    }
    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *param = &kernel->params[i];
        if (param->kind != CUSTUB_PARAM_BUFFER)
            continue;
        gen_text_printf(out, "    %s[%zu].ptr = %s.ptr;\n", names->needs, need, param->c_name);
        gen_text_printf(out, "    %s[%zu].count = %s.count;\n", names->needs, need++,
                        param->c_name);
    }
}

static void write_statement(gen_text *out, gen_text *statement)
{
    write_wrapped(out, statement->data ? statement->data : "", "    ", "        ");
    out->failed |= statement->failed;
    gen_text_deinitialize(statement);
}

static void write_assigned_need(gen_text *out, const char *target, const gen_expr *expr,
                                const stub_names *names)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "%s = custub_int_need(", target);
    gen_expr_write_c(&statement, expr, names->call);
    gen_text_puts(&statement, ");");
    write_statement(out, &statement);
}

static void write_requirement(gen_text *out, const gen_expr *expr, const stub_names *names)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "%s.requirements_hold &= custub_int_holds(", names->call);
    gen_expr_write_c(&statement, expr, names->call);
    gen_text_puts(&statement, ");");
    write_statement(out, &statement);
}

static void write_buffer_need(gen_text *out, const gen_param *param, size_t index,
                              const stub_names *names)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "%s[%zu].bytes = ", names->needs, index);
    if (param->count) {
        gen_text_puts(&statement, "custub_need_bytes(");
        gen_expr_write_c(&statement, param->count, names->call);
        gen_text_printf(&statement, ", %" PRIu64 ");",
                        param->sized ? 1 : param->type->element->size);
    } else {
        gen_text_puts(&statement, "0;");
    }
    write_statement(out, &statement);
}

/* The contract's values for the shape that custub_call_begin() resolved. */
static void write_contract(gen_text *out, gen_arena *arena, const gen_kernel *kernel,
                           const stub_names *names)
{
    size_t need = 0;

    for (size_t i = 0; i < 3; i++)
        if (kernel->threads[i])
            write_assigned_need(out, gen_arena_format(arena, "%s.threads[%zu]", names->call, i),
                                kernel->threads[i], names);
    for (size_t i = 0; i < 3; i++)
        if (kernel->block[i])
            write_assigned_need(out, gen_arena_format(arena, "%s.block_exact[%zu]", names->call, i),
                                kernel->block[i], names);
    if (kernel->shared)
        write_assigned_need(out, gen_arena_format(arena, "%s.shared_need", names->call),
                            kernel->shared, names);
    for (size_t i = 0; i < kernel->requirement_count; i++)
        write_requirement(out, kernel->requirements[i], names);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *param = &kernel->params[i];
        if (param->kind == CUSTUB_PARAM_BUFFER)
            write_buffer_need(out, param, need++, names);
    }
}

static void write_launch(gen_text *out, const gen_model *model, gen_arena *arena,
                         const gen_kernel *kernel, size_t index)
{
    stub_names names = name_stub(arena, kernel);
    size_t buffers = gen_model_buffer_count(kernel);

    write_launch_comment(out, kernel);
    write_prototype(out, model, kernel, &names);
    gen_text_puts(out, "{\n");
    if (kernel->param_count)
        gen_text_printf(out, "    void *%s[%zu];\n", names.arguments, kernel->param_count);
    if (buffers)
        gen_text_printf(out, "    custub_need %s[%zu];\n", names.needs, buffers);
    gen_text_printf(out, "    custub_call %s;\n\n", names.call);
    write_arguments(out, kernel, &names);
    gen_text_printf(
        out,
        "    if (!custub_call_begin(&%s, &%s->kernel[%zu], %s, %s, %s,\n"
        "                           CUSTUB_DEFAULT_STREAM))\n        return %s.status;\n",
        names.call, names.kernels, index, names.launch,
        kernel->param_count ? names.arguments : "NULL", buffers ? names.needs : "NULL", names.call);
    write_contract(out, arena, kernel, &names);
    gen_text_printf(out, "    return custub_call_finish(&%s);\n}\n", names.call);
}

void gen_emit_header(gen_text *out, const gen_model *model, gen_arena *arena, const char *include)
{
    size_t index = 0;
    const char *name = gen_arena_format(arena, "%s%s", model->prefix, model->stem);

    gen_text_puts(out, "/* Generated by custub from ");
    gen_text_comment(out, model->file);
    gen_text_printf(out, ". Do not edit. */\n#ifndef CUSTUB_GENERATED_%s_H\n", name);
    gen_text_printf(out, "#define CUSTUB_GENERATED_%s_H\n\n", name);
    gen_text_puts(out, "#include <assert.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
                       "#include <stdint.h>\n#include <string.h>\n#ifndef __cplusplus\n#include "
                       "<stdalign.h>\n#endif\n\n"
                       "#include <custub/launch.h>\n");
    if (include)
        gen_text_printf(out, "\n#include \"%s\"\n", include);
    gen_text_printf(
        out,
        "\n#if CUSTUB_ABI != %d\n#error \"%s.custub.h was generated for another version of "
        "custub: regenerate it\"\n#endif\n",
        CUSTUB_ABI, model->stem);
    gen_text_puts(out, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    for (const gen_record *record = model->records; record; record = record->next)
        if (record->by_value)
            write_record(out, record, include != NULL);
    write_loading(out, model);
    write_load_and_unload(out, model);
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        write_launch(out, model, arena, kernel, index++);
    gen_text_puts(out, "\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

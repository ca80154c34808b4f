#include "emit/emit.h"

#include "emit/names/c_name.h"
#include "emit/header/comment.h"
#include "emit/expressions/expression_code.h"
#include "model/tensor_map.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* Four blanks for each level. */
static const char blanks[] = "                                ";

static const char *indent_of(int depth)
{
    return blanks + sizeof(blanks) - 1 - 4 * depth;
}

static void write_line(gen_text *out, int depth, const char *format, ...)
{
    va_list arguments;
    gen_text line;

    gen_text_initialize(&line);
    va_start(arguments, format);
    gen_text_vprintf(&line, format, arguments);
    va_end(arguments);
    gen_emit_wrapped(out, line.data ? line.data : "", indent_of(depth), indent_of(depth + 1));
    out->failed |= line.failed;
    gen_text_deinitialize(&line);
}

/* ".name = "saxpy"," */
static void write_string(gen_text *out, int depth, const char *field, const char *string)
{
    gen_text_printf(out, "%s.%s = ", indent_of(depth), field);
    gen_text_c_string(out, string);
    gen_text_puts(out, ",\n");
}

static void write_number(gen_text *out, int depth, const char *field, uint64_t number)
{
    if (number)
        write_line(out, depth, ".%s = %" PRIu64 ",", field, number);
}

/* ".shared = CUSTUB_EXPR("n * 4", …)," */
static void write_expr(gen_text *out, int depth, const char *field, const gen_expr *expr)
{
    gen_text code;

    if (!expr)
        return;
    gen_text_initialize(&code);
    gen_text_c_string(&code, expr->text);
    gen_text_puts(&code, ", ");
    gen_emit_code_names(&code, expr);
    write_line(out, depth, "%sCUSTUB_EXPR(%s),", field, code.data ? code.data : "");
    out->failed |= code.failed;
    gen_text_deinitialize(&code);
}

static void write_flags(gen_text *out, int depth, const char *const *names, const bool *set,
                        size_t count)
{
    gen_text flags;

    gen_text_initialize(&flags);
    for (size_t i = 0; i < count; i++)
        if (set[i])
            gen_text_printf(&flags, "%s%s", flags.length ? " | " : "", names[i]);
    if (flags.length)
        write_line(out, depth, ".flags = %s,", flags.data);
    out->failed |= flags.failed;
    gen_text_deinitialize(&flags);
}

/* --- Parameters and pointers ----------------------------------------------------------------- */

static const char *kind_name(custub_param_kind kind)
{
    static const char *const names[] = {
        [CUSTUB_PARAM_SCALAR] = "CUSTUB_PARAM_SCALAR",
        [CUSTUB_PARAM_BUFFER] = "CUSTUB_PARAM_BUFFER",
        [CUSTUB_PARAM_STRUCT] = "CUSTUB_PARAM_STRUCT",
        [CUSTUB_PARAM_OPAQUE] = "CUSTUB_PARAM_OPAQUE",
        [CUSTUB_PARAM_TENSOR_MAP] = "CUSTUB_PARAM_TENSOR_MAP",
    };

    return names[kind];
}

static void write_scalar(gen_text *out, int depth, const gen_type *type)
{
    if (type->kind == GEN_TYPE_SCALAR)
        write_line(out, depth, ".scalar = %s,", gen_scalar_row_of(type->scalar)->constant);
}

/* ".size = sizeof(int),", or the number if C has no such type. */
static void write_layout(gen_text *out, int depth, const gen_c_names *names, const char *prefix,
                         const gen_type *type)
{
    const char *name = gen_tensor_map_is(type) ? NULL : gen_c_names_of_type(names, type);

    if (name) {
        write_line(out, depth, ".%ssize = sizeof(%s),", prefix, name);
        write_line(out, depth, ".%salign = alignof(%s),", prefix, name);
    } else {
        write_line(out, depth, ".%ssize = %" PRIu64 ",", prefix, type->size);
        write_line(out, depth, ".%salign = %" PRIu32 ",", prefix, type->size ? type->align : 1);
    }
}

static void write_param(gen_text *out, int depth, const gen_c_names *names, const gen_param *param)
{
    const gen_type *type = param->type;

    write_line(out, depth++, "{");
    write_string(out, depth, "name", param->name);
    write_string(out, depth, "type", type->spelling);
    write_line(out, depth, ".kind = %s,", kind_name(param->kind));
    if (param->kind == CUSTUB_PARAM_SCALAR)
        write_scalar(out, depth, type);
    write_number(out, depth, "offset", param->offset);
    write_layout(out, depth, names, "", type);
    write_number(out, depth, "line", param->place.line);
    write_line(out, --depth, "},");
}

static void write_pointer(gen_text *out, int depth, const gen_c_names *c_names,
                          const gen_pointer *pointer)
{
    const gen_type *element = pointer->type->element;
    const char *const names[] = {"CUSTUB_POINTER_READ_ONLY", "CUSTUB_POINTER_RESTRICT",
                                 "CUSTUB_POINTER_OR_NULL",   "CUSTUB_POINTER_SIZED",
                                 "CUSTUB_POINTER_FIELD",     "CUSTUB_POINTER_MAP"};
    const bool set[] = {element->is_const, pointer->type->is_restrict,        pointer->or_null,
                        pointer->sized,    pointer->scope || pointer->is_map, pointer->is_map};

    write_line(out, depth++, "{");
    write_string(out, depth, "name", pointer->name);
    write_number(out, depth, "param", pointer->param);
    write_number(out, depth, "offset", pointer->offset);
    if (pointer->scope)
        write_string(out, depth, "file", gen_model_file_of(pointer->place));
    write_number(out, depth, "line", pointer->place.line);
    write_flags(out, depth, names, set, sizeof(set) / sizeof(set[0]));
    write_string(out, depth, "element", element->spelling);
    write_scalar(out, depth, element);
    write_layout(out, depth, c_names, "element_", element);
    write_expr(out, depth, ".count = ", pointer->count);
    write_number(out, depth, "aligned", pointer->aligned);
    write_expr(out, depth, ".low = ", pointer->low);
    write_expr(out, depth, ".high = ", pointer->high);
    write_line(out, --depth, "},");
}

/* --- Kernels --------------------------------------------------------------------------------- */

/* Begins the table of a field: ".params = (const custub_param_info[]){". */
static void open_table(gen_text *out, int depth, const char *field, const char *type)
{
    write_line(out, depth, ".%s = (const %s[]){", field, type);
}

static void close_table(gen_text *out, int depth)
{
    write_line(out, depth, "},");
}

static void write_params(gen_text *out, int depth, const gen_c_names *names,
                         const gen_kernel *kernel)
{
    if (!kernel->param_count)
        return;
    write_number(out, depth, "param_count", kernel->param_count);
    open_table(out, depth, "params", "custub_param_info");
    for (size_t i = 0; i < kernel->param_count; i++)
        write_param(out, depth + 1, names, &kernel->params[i]);
    close_table(out, depth);
}

static void write_pointers(gen_text *out, int depth, const gen_c_names *names,
                           const gen_kernel *kernel)
{
    if (!kernel->pointer_count)
        return;
    write_number(out, depth, "pointer_count", kernel->pointer_count);
    open_table(out, depth, "pointers", "custub_pointer_info");
    for (size_t i = 0; i < kernel->pointer_count; i++)
        write_pointer(out, depth + 1, names, &kernel->pointers[i]);
    close_table(out, depth);
}

static void write_components(gen_text *out, int depth, const char *name,
                             const gen_expr *const *components)
{
    if (!components[0])
        return;
    write_line(out, depth, ".%s = {", name);
    for (size_t i = 0; i < 3; i++)
        write_expr(out, depth + 1, "", components[i]);
    write_line(out, depth, "},");
}

static void write_requirements(gen_text *out, int depth, const gen_kernel *kernel)
{
    if (!kernel->requirement_count)
        return;
    write_number(out, depth, "requirement_count", kernel->requirement_count);
    open_table(out, depth, "requirements", "custub_expr");
    for (size_t i = 0; i < kernel->requirement_count; i++)
        write_expr(out, depth + 1, "", kernel->requirements[i]);
    close_table(out, depth);
}

static void write_relations(gen_text *out, int depth, const gen_kernel *kernel)
{
    if (!kernel->relation_count)
        return;
    write_number(out, depth, "relation_count", kernel->relation_count);
    open_table(out, depth, "relations", "custub_relation");
    for (const gen_relation *relation = kernel->relations; relation; relation = relation->next)
        write_line(
            out, depth + 1, "{%zu, %zu, CUSTUB_RELATION_%s},", relation->pointer, relation->other,
            gen_annotation_macro(gen_annotation_of_relation(relation->kind)) + strlen("CUSTUB_"));
    close_table(out, depth);
}

static void write_parts(gen_text *out, int depth, const gen_kernel *kernel)
{
    if (!kernel->part_count)
        return;
    write_number(out, depth, "part_count", kernel->part_count);
    open_table(out, depth, "parts", "custub_part");
    for (const gen_part *part = kernel->parts; part; part = part->next) {
        gen_text_printf(out, "%s{%zu, %" PRIu64 ", %s, ", indent_of(depth + 1), part->param,
                        part->offset, gen_scalar_row_of(part->scalar)->constant);
        gen_text_c_string(out, part->name);
        gen_text_puts(out, "},\n");
    }
    close_table(out, depth);
}

static void write_kernel(gen_text *out, int depth, const gen_c_names *c_names,
                         const gen_kernel *kernel)
{
    const char *const names[] = {"CUSTUB_KERNEL_GRID_STRIDE",  "CUSTUB_KERNEL_DYNAMIC_SHARED",
                                 "CUSTUB_KERNEL_COOPERATIVE",  "CUSTUB_KERNEL_PROTOTYPE",
                                 "CUSTUB_KERNEL_ONE_BLOCK_X",  "CUSTUB_KERNEL_ONE_BLOCK_Y",
                                 "CUSTUB_KERNEL_ONE_BLOCK_Z",  "CUSTUB_KERNEL_ONE_THREAD_X",
                                 "CUSTUB_KERNEL_ONE_THREAD_Y", "CUSTUB_KERNEL_ONE_THREAD_Z"};
    const bool set[] = {kernel->grid_stride,          kernel->dynamic_shared,
                        kernel->cooperative,          c_names->model->is_prototypes,
                        kernel->one_block & 1u,       kernel->one_block >> 1 & 1u,
                        kernel->one_block >> 2 & 1u,  kernel->one_thread & 1u,
                        kernel->one_thread >> 1 & 1u, kernel->one_thread >> 2 & 1u};

    write_line(out, depth++, "{");
    write_string(out, depth, "name", kernel->name);
    write_string(out, depth, "symbol", kernel->symbol);
    write_string(out, depth, "file", gen_model_file_of(kernel->place));
    write_number(out, depth, "line", kernel->place.line);
    write_flags(out, depth, names, set, sizeof(set) / sizeof(set[0]));
    write_params(out, depth, c_names, kernel);
    write_pointers(out, depth, c_names, kernel);
    write_components(out, depth, "threads", kernel->threads);
    write_components(out, depth, "block", kernel->block);
    write_expr(out, depth, ".shared = ", kernel->shared);
    write_requirements(out, depth, kernel);
    write_number(out, depth, "max_threads", kernel->max_threads);
    write_number(out, depth, "min_blocks", kernel->min_blocks);
    write_number(out, depth, "dimensions", kernel->dimensions);
    if (kernel->cluster[0])
        write_line(out, depth, ".cluster = {%" PRIu32 ", %" PRIu32 ", %" PRIu32 "},",
                   kernel->cluster[0], kernel->cluster[1], kernel->cluster[2]);
    write_relations(out, depth, kernel);
    write_parts(out, depth, kernel);
    write_line(out, --depth, "},");
}

void gen_emit_source(gen_text *out, const gen_c_names *names)
{
    const gen_model *model = names->model;

    gen_text_puts(out, "/* Generated by custub from ");
    gen_text_comment(out, model->file);
    gen_text_printf(out,
                    ". Do not edit. */\n#include \"%s.custub.h\"\n\n"
                    "const custub_library_info %s_custub_library = {\n",
                    model->name, model->name);
    write_line(out, 1, ".abi = CUSTUB_ABI,");
    write_string(out, 1, "name", model->stem);
    write_string(out, 1, "file", model->file);
    write_line(out, 1, ".fingerprint = UINT64_C(0x%016" PRIx64 "),", gen_emit_fingerprint(model));
    if (model->kernels) {
        write_number(out, 1, "kernel_count", model->kernel_count);
        open_table(out, 1, "kernels", "custub_kernel_info");
        for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
            write_kernel(out, 2, names, kernel);
        close_table(out, 1);
    }
    gen_text_puts(out, "};\n");
}

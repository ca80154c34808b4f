#include "emit/stub.h"

#include "emit/emit.h"
#include "emit/comment.h"
#include "emit/c_name.h"
#include "emit/expression_text.h"

#include <inttypes.h>
#include <string.h>

/* The names of a stub's local variables; a parameter of the same name changes them. */
typedef struct stub_names {
    const char *kernels;
    const char *launch;
    const char *arguments;
    const char *needs;
    const char *holds;
    const char *prepared;
} stub_names;

static stub_names name_stub(gen_arena *arena, const gen_kernel *kernel)
{
    stub_names names;

    names.kernels = gen_names_local(arena, kernel, "kernels");
    names.launch = gen_names_local(arena, kernel, "launch");
    names.arguments = gen_names_local(arena, kernel, "arguments");
    names.needs = gen_names_local(arena, kernel, "needs");
    names.holds = gen_names_local(arena, kernel, "holds");
    names.prepared = gen_names_local(arena, kernel, "prepared");
    return names;
}

/* --- Types ----------------------------------------------------------------------------------- */

static void emit_param_type(gen_text *out, const gen_param *param)
{
    const gen_type *type = param->type;

    if (type->kind == GEN_TYPE_SCALAR) {
        gen_text_puts(out, type->c_name);
    } else if (type->kind == GEN_TYPE_RECORD) {
        gen_text_puts(out, type->record->c_name);
    } else if (type->element->kind == GEN_TYPE_SCALAR) {
        gen_text_printf(out, "custub_%s", gen_scalar_row_of(type->element->scalar)->name);
    } else if (type->element->kind == GEN_TYPE_RECORD) {
        gen_text_printf(out, "%s_view", type->element->record->c_name);
    } else {
        gen_text_puts(out, type->element->kind == GEN_TYPE_POINTER ? "custub_ptr" : "custub_bytes");
    }
}

/* --- Prototypes ------------------------------------------------------------------------------ */

/* Lines of up to 100 columns, broken between parameters. */
static void write_prototype(gen_text *out, const gen_model *model, const gen_kernel *kernel,
                            const stub_names *names, bool prepares)
{
    size_t line;

    gen_text_printf(out, "static inline custub_status %s%s_%s(\n    ", model->prefix,
                    prepares ? "prepare" : "launch", kernel->c_name);
    line = out->length - 4;
    if (prepares)
        gen_text_printf(out, "custub_prepared **%s, ", names->prepared);
    gen_text_printf(out, "const %s_kernels *%s, const custub_launch *%s", model->name,
                    names->kernels, names->launch);
    for (size_t i = 0; i < kernel->param_count; i++) {
        size_t start = out->length;
        gen_text param;
        gen_text_initialize(&param);
        emit_param_type(&param, &kernel->params[i]);
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

/* --- What it does ---------------------------------------------------------------------------- */

/* An array of pointers to the arguments. */
static void write_arguments(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *param = &kernel->params[i];
        bool is_buffer = param->kind == CUSTUB_PARAM_BUFFER;
        gen_text_printf(out, "    %s[%zu] = &%s%s;\n", names->arguments, i, param->c_name,
                        is_buffer ? ".ptr" : "");
    }
}

/* A statement, broken into lines. */
static void write_statement(gen_text *out, gen_text *statement)
{
    gen_emit_wrapped(out, statement->data ? statement->data : "", "    ", "        ");
    out->failed |= statement->failed;
    gen_text_deinitialize(statement);
}

/* True if the value is always valid and never negative. */
static bool is_unsigned_parameter(const gen_expr *expr)
{
    const gen_scalar_row *row = gen_scalar_row_of(expr->scalar);

    return expr->op == CUSTUB_OP_PARAMETER && row->class == GEN_SCALAR_UNSIGNED && row->bytes > 1;
}

/* The needed value; UINT64_MAX if it is negative or has no value. Constants and unsigned parameters
 * are written directly. */
static void write_need_of(gen_text *out, const gen_kernel *kernel, const gen_expr *expr,
                          const stub_names *names)
{
    if (is_unsigned_parameter(expr)) {
        gen_emit_parameter(out, kernel, expr);
        return;
    }
    gen_text_puts(out, "custub_int_need(");
    gen_emit_expression(out, kernel, expr, names->launch);
    gen_text_puts(out, ")");
}

/* The alignment that the address needs; as custubi_align_of(). */
static uint64_t align_of(const gen_param *param)
{
    uint64_t align = param->type->element->align ? param->type->element->align : 1;

    return param->aligned > align ? param->aligned : align;
}

/* "holds &= custub_need_elements(&needs[0], x.ptr, x.count, NEEDED, 4, 4);" */
static void write_buffer(gen_text *out, const gen_kernel *kernel, const gen_param *param,
                         size_t index, const stub_names *names)
{
    const gen_type *element = param->type->element;
    const char *kind = !param->count ? "unknown" : param->sized ? "sized" : "elements";
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "%s &= custub_need_%s%s(&%s[%zu], %s.ptr, %s.count, ", names->holds,
                    kind, param->count && param->or_null ? "_or_null" : "", names->needs, index,
                    param->c_name, param->c_name);
    if (param->count) {
        write_need_of(&statement, kernel, param->count, names);
        gen_text_puts(&statement, ", ");
    }
    gen_text_printf(&statement, "%" PRIu64 ", ", element->size ? element->size : 1);
    gen_text_printf(&statement, "%" PRIu64 ");", align_of(param));
    write_statement(out, &statement);
}

static void write_buffers(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    size_t index = 0;

    for (size_t i = 0; i < kernel->param_count; i++)
        if (kernel->params[i].kind == CUSTUB_PARAM_BUFFER)
            write_buffer(out, kernel, &kernel->params[i], index++, names);
}

/* True if the rules forbid the two buffers, whose needs are known, to overlap; as
 * custubi_rules_forbid_overlap(). `relation` points into the second parameter's pairs, past those
 * with parameters before `first`. */
static bool are_apart(const gen_kernel *kernel, size_t first, size_t second,
                      const gen_relation *relation)
{
    const gen_param *a = &kernel->params[first];
    const gen_param *b = &kernel->params[second];

    if (a->kind != CUSTUB_PARAM_BUFFER || b->kind != CUSTUB_PARAM_BUFFER || !a->count || !b->count)
        return false;
    if (relation && gen_model_earlier_of(relation) == first)
        return relation->kind == CUSTUB_RELATION_DISJOINT;
    return !(a->type->element->is_const && b->type->element->is_const) &&
           (a->type->is_restrict || b->type->is_restrict);
}

#define MOST_PAIRS 10 /* the pairs of five buffers; for more there is a loop */

/* One line for each pair of buffers that may not overlap. Without `out` it only counts them, up to
 * MOST_PAIRS + 1. */
static size_t write_pairs(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    size_t count = 0;
    size_t second = 0;

    for (size_t b = 0; b < kernel->param_count && count <= MOST_PAIRS; b++) {
        const gen_relation *pair = kernel->params[b].pairs;
        size_t first = 0;
        for (size_t a = 0; a < b; a++) {
            while (pair && gen_model_earlier_of(pair) < a)
                pair = pair->next_pair;
            if (are_apart(kernel, a, b, pair)) {
                count++;
                if (out)
                    gen_text_printf(out, "    %s &= custub_need_apart(&%s[%zu], &%s[%zu]);\n",
                                    names->holds, names->needs, first, names->needs, second);
            }
            first += kernel->params[a].kind == CUSTUB_PARAM_BUFFER;
        }
        second += kernel->params[b].kind == CUSTUB_PARAM_BUFFER;
    }
    return count;
}

static void write_overlaps(gen_text *out, const gen_kernel *kernel, size_t index,
                           const stub_names *names)
{
    if (write_pairs(NULL, kernel, names) <= MOST_PAIRS)
        write_pairs(out, kernel, names);
    else
        gen_text_printf(out, "    %s &= custub_needs_apart(%s->kernel + %zu, %s);\n", names->holds,
                        names->kernels, index, names->needs);
}

static void write_size(gen_text *out, const stub_names *names, const char *which, int axis)
{
    if (axis == 0)
        gen_text_printf(out, "%s->%s.x", names->launch, which);
    else
        gen_text_printf(out, "custub_dim_size(%s->%s.%c)", names->launch, which, "xyz"[axis]);
}

static void write_threads(gen_text *out, const gen_kernel *kernel, int axis,
                          const stub_names *names)
{
    gen_text statement;

    if (kernel->grid_stride && is_unsigned_parameter(kernel->threads[axis]))
        return;
    gen_text_initialize(&statement);
    gen_text_printf(&statement, "%s &= ", names->holds);
    write_need_of(&statement, kernel, kernel->threads[axis], names);
    if (kernel->grid_stride) {
        gen_text_puts(&statement, " != UINT64_MAX;");
    } else {
        gen_text_puts(&statement, " <= ");
        write_size(&statement, names, "grid", axis);
        gen_text_puts(&statement, " * ");
        write_size(&statement, names, "block", axis);
        gen_text_puts(&statement, ";");
    }
    write_statement(out, &statement);
}

static void write_exact_block(gen_text *out, const gen_kernel *kernel, int axis,
                              const stub_names *names)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "%s &= ", names->holds);
    write_size(&statement, names, "block", axis);
    gen_text_puts(&statement, " == ");
    if (kernel->block[axis])
        write_need_of(&statement, kernel, kernel->block[axis], names);
    else
        gen_text_puts(&statement, "1");
    gen_text_puts(&statement, ";");
    write_statement(out, &statement);
}

static void write_requirement(gen_text *out, const gen_kernel *kernel, const gen_expr *expr,
                              const stub_names *names)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "%s &= custub_int_holds(", names->holds);
    gen_emit_expression(&statement, kernel, expr, names->launch);
    gen_text_puts(&statement, ");");
    write_statement(out, &statement);
}

static void write_shape(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    for (int axis = 0; axis < 3; axis++)
        if (kernel->threads[axis])
            write_threads(out, kernel, axis, names);
    for (int axis = 0; axis < 3 && kernel->block[0]; axis++)
        write_exact_block(out, kernel, axis, names);
    for (size_t i = 0; i < kernel->requirement_count; i++)
        write_requirement(out, kernel, kernel->requirements[i], names);
}

/* Writes `kernels->kernel + 1`, not `&kernels->kernel[1]`: gcc merges functions that differ only in
 * the type of `kernels`, and then warns about the latter. */
static void write_call(gen_text *out, const gen_kernel *kernel, size_t index,
                       const stub_names *names)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "return custub_call_launch(%s->kernel + %zu, %s, %s, %s, ",
                    names->kernels, index, names->launch,
                    kernel->param_count ? names->arguments : "NULL",
                    gen_model_buffer_count(kernel) ? names->needs : "NULL");
    if (kernel->shared)
        write_need_of(&statement, kernel, kernel->shared, names);
    else
        gen_text_puts(&statement, "0");
    gen_text_printf(&statement, ", CUSTUB_CALL_FLAGS(%s));", names->holds);
    write_statement(out, &statement);
}

static void write_variables(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    size_t buffers = gen_model_buffer_count(kernel);

    if (kernel->param_count)
        gen_text_printf(out, "    void *%s[%zu];\n", names->arguments, kernel->param_count);
    if (buffers)
        gen_text_printf(out, "    custub_need %s[%zu];\n", names->needs, buffers);
}

static void write_launch(gen_text *out, const gen_model *model, const gen_kernel *kernel,
                         size_t index, const stub_names *names)
{
    gen_emit_launch_comment(out, kernel);
    write_prototype(out, model, kernel, names, false);
    gen_text_puts(out, "{\n");
    write_variables(out, kernel, names);
    gen_text_printf(out, "    int %s = 1;\n\n", names->holds);
    write_arguments(out, kernel, names);
    gen_text_printf(out, "    if (!%s)\n        %s = &custub_launch_unset;\n", names->launch,
                    names->launch);
    write_buffers(out, kernel, names);
    write_overlaps(out, kernel, index, names);
    write_shape(out, kernel, names);
    write_call(out, kernel, index, names);
    gen_text_puts(out, "}\n");
}

/* The view of each buffer. */
static void write_views(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    size_t index = 0;

    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *param = &kernel->params[i];
        if (param->kind != CUSTUB_PARAM_BUFFER)
            continue;
        gen_text_printf(out, "    %s[%zu].ptr = %s.ptr;\n", names->needs, index, param->c_name);
        gen_text_printf(out, "    %s[%zu].count = %s.count;\n", names->needs, index++,
                        param->c_name);
    }
}

static void write_prepare(gen_text *out, const gen_model *model, const gen_kernel *kernel,
                          size_t index, const stub_names *names)
{
    gen_text statement;

    gen_text_puts(out,
                  "\n/* The same, checked once and launched by custub_launch_prepared(). */\n");
    write_prototype(out, model, kernel, names, true);
    gen_text_puts(out, "{\n");
    write_variables(out, kernel, names);
    if (kernel->param_count)
        gen_text_puts(out, "\n");
    write_arguments(out, kernel, names);
    write_views(out, kernel, names);
    gen_text_initialize(&statement);
    gen_text_printf(
        &statement,
        "return custub_call_prepare(%s, %s->kernel + %zu, %s, %s, %s, CUSTUB_DEFAULT_STREAM);",
        names->prepared, names->kernels, index, names->launch,
        kernel->param_count ? names->arguments : "NULL",
        gen_model_buffer_count(kernel) ? names->needs : "NULL");
    write_statement(out, &statement);
    gen_text_puts(out, "}\n");
}

void gen_emit_stub(gen_text *out, const gen_model *model, gen_arena *arena,
                   const gen_kernel *kernel, size_t index)
{
    stub_names names = name_stub(arena, kernel);

    write_launch(out, model, kernel, index, &names);
    write_prepare(out, model, kernel, index, &names);
}

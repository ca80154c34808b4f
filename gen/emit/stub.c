#include "emit/stub.h"

#include "emit/emit.h"
#include "emit/comment.h"
#include "emit/c_name.h"
#include "emit/expression_text.h"

#include <inttypes.h>
#include <string.h>

/* The names of a stub's local variables; a parameter of the same name changes them. */
typedef struct stub_names {
    gen_arena *arena;
    const gen_kernel_names *chosen;
    const gen_kernel *kernel;
    const char *kernels;
    const char *launch;
    const char *shape;
    const char *arguments;
    const char *needs;
    const char *needed;
    const char *holds;
    const char *error;
} stub_names;

static stub_names name_stub(gen_arena *arena, const gen_kernel_names *chosen)
{
    stub_names names = {.arena = arena, .chosen = chosen, .kernel = chosen->kernel};

    names.kernels = gen_c_names_local(chosen, arena, "kernels");
    names.launch = gen_c_names_local(chosen, arena, "launch");
    names.shape = gen_c_names_local(chosen, arena, "shape");
    names.arguments = gen_c_names_local(chosen, arena, "arguments");
    names.needs = gen_c_names_local(chosen, arena, "needs");
    names.needed = gen_c_names_local(chosen, arena, "needed");
    names.holds = gen_c_names_local(chosen, arena, "holds");
    names.error = gen_c_names_local(chosen, arena, "error");
    return names;
}

/* The variables of what a launch needs. No two are the same: the end of each says what it is, and
 * pointers have different names. */
static const char *name_of_count(const stub_names *names, const gen_pointer *pointer)
{
    return gen_c_names_local(names->chosen, names->arena,
                             gen_arena_format(names->arena, "%s_%s",
                                              names->chosen->pointers[pointer->index],
                                              pointer->sized ? "bytes" : "count"));
}

static const char *name_of_axis(const stub_names *names, const char *what, int axis)
{
    return gen_c_names_local(names->chosen, names->arena,
                             gen_arena_format(names->arena, "%s_%c", what, "xyz"[axis]));
}

static const char *name_of_shared(const stub_names *names)
{
    const gen_kernel *kernel = names->kernel;
    const char *name = gen_c_names_local(names->chosen, names->arena, "shared_bytes");

    for (size_t i = 0; i < kernel->pointer_count; i++) /* a pointer may be called "shared" */
        if (strcmp(name_of_count(names, &kernel->pointers[i]), name) == 0)
            name = gen_c_names_local(names->chosen, names->arena, "shared_memory_bytes");
    return name;
}

/* --- Types ----------------------------------------------------------------------------------- */

static void emit_param_type(gen_text *out, const gen_c_names *names, const gen_param *param)
{
    const gen_type *type = param->pointer ? param->pointer->type : param->type;

    if (type->kind != GEN_TYPE_POINTER) {
        gen_text_puts(out, gen_c_names_of_type(names, type));
    } else if (type->element->kind == GEN_TYPE_SCALAR) {
        gen_text_printf(out, "custub_%s", gen_scalar_row_of(type->element->scalar)->name);
    } else if (type->element->kind == GEN_TYPE_RECORD) {
        gen_text_printf(out, "%s_view", gen_c_names_of_record(names, type->element->record)->name);
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

    gen_text_printf(out, "static inline %s%s%s_%s(\n    ",
                    prepares ? "custub_prepared *" : "custub_status ", model->prefix,
                    prepares ? "prepare" : "launch", names->chosen->function);
    line = out->length - 4;
    gen_text_printf(out, "const %s_kernels *%s, const custub_launch *%s", model->name,
                    names->kernels, names->launch);
    for (size_t i = 0; i <= kernel->param_count; i++) {
        size_t start = out->length;
        gen_text param;
        gen_text_initialize(&param);
        if (i < kernel->param_count) {
            emit_param_type(&param, names->chosen->all, &kernel->params[i]);
            gen_text_printf(&param, " %s", names->chosen->params[i]);
        } else {
            gen_text_printf(&param, "custub_error *%s", names->error);
        }
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

/* --- What a launch needs --------------------------------------------------------------------- */

/* A statement, broken into lines. */
static void write_statement(gen_text *out, gen_text *statement)
{
    gen_emit_wrapped(out, statement->data ? statement->data : "", "    ", "        ");
    out->failed |= statement->failed;
    gen_text_deinitialize(statement);
}

/* "const uint64_t x_count = NEED; / * n * 2 * /", where the author's text says more than the C. */
static void write_need(gen_text *out, const stub_names *names, const char *name,
                       const gen_expr *expr)
{
    gen_text statement;
    gen_text need;

    gen_text_initialize(&need);
    gen_emit_need(&need, names->chosen, expr, names->shape);
    gen_text_initialize(&statement);
    gen_text_printf(&statement, "const uint64_t %s = %s;", name, need.data ? need.data : "");
    if (!need.data || strcmp(need.data, expr->text) != 0) {
        gen_text_puts(&statement, " /* ");
        gen_text_comment(&statement, expr->text);
        gen_text_puts(&statement, " */");
    }
    statement.failed |= need.failed;
    gen_text_deinitialize(&need);
    write_statement(out, &statement);
}

static bool names_shape(const gen_expr *expr)
{
    return gen_expr_uses(expr, CUSTUB_OP_GRID) || gen_expr_uses(expr, CUSTUB_OP_BLOCK);
}

static void write_needs(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    for (size_t i = 0; i < kernel->pointer_count; i++)
        if (kernel->pointers[i].count && kernel->pointers[i].first == i)
            write_need(out, names, name_of_count(names, &kernel->pointers[i]),
                       kernel->pointers[i].count);
    for (int axis = 0; axis < 3; axis++)
        if (kernel->threads[axis])
            write_need(out, names, name_of_axis(names, "threads", axis), kernel->threads[axis]);
    for (int axis = 0; axis < 3; axis++)
        if (kernel->block[axis])
            write_need(out, names, name_of_axis(names, "block", axis), kernel->block[axis]);
    if (kernel->shared)
        write_need(out, names, name_of_shared(names), kernel->shared);
}

/* --- The functions --------------------------------------------------------------------------- */

/* The first requirement from `index` on that is not certain; the count if there is none. */
static size_t next_requirement(const gen_kernel *kernel, size_t index)
{
    while (index < kernel->requirement_count &&
           kernel->requirements[index]->op == CUSTUB_OP_CONSTANT &&
           kernel->requirements[index]->value.bits)
        index++;
    return index;
}

static bool requires_something(const gen_kernel *kernel)
{
    return next_requirement(kernel, 0) < kernel->requirement_count;
}

static void write_requirements(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    size_t first = next_requirement(kernel, 0);
    gen_text statement;

    for (size_t i = first; i < kernel->requirement_count; i = next_requirement(kernel, i + 1)) {
        gen_text_initialize(&statement);
        gen_text_printf(&statement, i == first ? "int %s = " : "%s &= ", names->holds);
        gen_emit_condition(&statement, names->chosen, kernel->requirements[i], names->shape);
        gen_text_puts(&statement, ";");
        write_statement(out, &statement);
    }
}

/* "needed": what custub_call_launch() takes, in its order. */
static void write_needed(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    const char *comma = "";
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "const uint64_t %s[] = {", names->needed);
    for (size_t i = 0; i < kernel->pointer_count; i++)
        if (kernel->pointers[i].count) {
            gen_text_printf(&statement, "%s%s", comma, name_of_count(names, &kernel->pointers[i]));
            comma = ", ";
        }
    for (int axis = 0; axis < 3; axis++)
        if (kernel->threads[axis]) {
            gen_text_printf(&statement, "%s%s", comma, name_of_axis(names, "threads", axis));
            comma = ", ";
        }
    for (int axis = 0; axis < 3; axis++)
        if (kernel->block[axis]) {
            gen_text_printf(&statement, "%s%s", comma, name_of_axis(names, "block", axis));
            comma = ", ";
        }
    if (kernel->shared)
        gen_text_printf(&statement, "%s%s", comma, name_of_shared(names));
    gen_text_puts(&statement, "};");
    write_statement(out, &statement);
}

static bool needs_something(const gen_kernel *kernel)
{
    bool needs = kernel->threads[0] || kernel->block[0] || kernel->shared;

    for (size_t i = 0; i < kernel->pointer_count; i++)
        needs |= kernel->pointers[i].count != NULL;
    return needs;
}

/* True if the stub reads the shape of the launch. */
static bool reads_shape(const gen_kernel *kernel)
{
    bool reads = false;

    for (size_t i = 0; i < kernel->pointer_count; i++)
        reads |= names_shape(kernel->pointers[i].count);
    for (int axis = 0; axis < 3; axis++)
        reads |= names_shape(kernel->threads[axis]) || names_shape(kernel->block[axis]);
    for (size_t i = 0; i < kernel->requirement_count; i++)
        reads |= names_shape(kernel->requirements[i]);
    return reads || names_shape(kernel->shared);
}

/* Where each argument lies, and room for the needs. */
static void write_variables(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    gen_text statement;

    if (kernel->param_count) {
        gen_text_initialize(&statement);
        gen_text_printf(&statement, "void *%s[] = {", names->arguments);
        for (size_t i = 0; i < kernel->param_count; i++)
            gen_text_printf(&statement, "%s&%s", i ? ", " : "", names->chosen->params[i]);
        gen_text_puts(&statement, "};");
        write_statement(out, &statement);
    }
    if (kernel->pointer_count)
        gen_text_printf(out, "    custub_need %s[%zu];\n", names->needs, kernel->pointer_count);
}

static void write_launch_call(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(
        &statement,
        "return custub_call_launch(%s ? &%s->%s : &custub_kernel_unloaded, %s, %s, %s, %s, "
        "CUSTUB_CALL_FLAGS(%s), %s);",
        names->kernels, names->kernels, names->chosen->field, names->launch,
        kernel->param_count ? names->arguments : "NULL",
        kernel->pointer_count ? names->needs : "NULL",
        needs_something(kernel) ? names->needed : "NULL",
        requires_something(kernel) ? names->holds : "1", names->error);
    write_statement(out, &statement);
}

static void write_launch(gen_text *out, const gen_model *model, const gen_kernel *kernel,
                         const stub_names *names)
{
    gen_emit_launch_comment(out, names->chosen);
    write_prototype(out, model, kernel, names, false);
    gen_text_puts(out, "{\n");
    if (reads_shape(kernel))
        gen_text_printf(out,
                        "    const custub_launch *const %s = %s ? %s : &custub_launch_unset;\n",
                        names->shape, names->launch, names->launch);
    write_needs(out, kernel, names);
    write_variables(out, kernel, names);
    if (needs_something(kernel))
        write_needed(out, kernel, names);
    write_requirements(out, kernel, names);
    if (kernel->param_count || needs_something(kernel) || requires_something(kernel))
        gen_text_puts(out, "\n");
    write_launch_call(out, kernel, names);
    gen_text_puts(out, "}\n");
}

static void write_indices(gen_text *out, const gen_kernel *kernel, const stub_names *names)
{
    gen_text line;

    if (!kernel->param_count)
        return;
    gen_text_initialize(&line);
    gen_text_puts(&line, "enum { ");
    for (size_t i = 0; i < kernel->param_count; i++)
        gen_text_printf(&line, "%s%s", i ? ", " : "", names->chosen->indices[i]);
    gen_text_puts(&line, " };");
    gen_text_puts(out, "\n/* The indices of the parameters, for custub_prepared_set(). */\n");
    gen_emit_wrapped(out, line.data ? line.data : "", "", "    ");
    out->failed |= line.failed;
    gen_text_deinitialize(&line);
}

static void write_prepare(gen_text *out, const gen_model *model, const gen_kernel *kernel,
                          const stub_names *names)
{
    gen_text statement;

    gen_text_puts(out, "\n/* The same, checked once and launched by custub_prepared_launch(). Free "
                       "it with\n * custub_prepared_destroy(). */\n");
    write_prototype(out, model, kernel, names, true);
    gen_text_puts(out, "{\n");
    write_variables(out, kernel, names);
    if (kernel->param_count)
        gen_text_puts(out, "\n");
    gen_text_initialize(&statement);
    gen_text_printf(&statement,
                    "return custub_call_prepare(%s ? &%s->%s : &custub_kernel_unloaded, %s, %s, "
                    "%s, CUSTUB_DEFAULT_STREAM, %s);",
                    names->kernels, names->kernels, names->chosen->field, names->launch,
                    kernel->param_count ? names->arguments : "NULL",
                    kernel->pointer_count ? names->needs : "NULL", names->error);
    write_statement(out, &statement);
    gen_text_puts(out, "}\n");
}

void gen_emit_stub(gen_text *out, const gen_kernel_names *chosen, gen_arena *arena)
{
    const gen_model *model = chosen->all->model;
    const gen_kernel *kernel = chosen->kernel;
    stub_names names = name_stub(arena, chosen);

    write_launch(out, model, kernel, &names);
    write_prepare(out, model, kernel, &names);
    write_indices(out, kernel, &names);
}

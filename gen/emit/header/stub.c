#include "emit/header/stub.h"

#include "emit/header/comment.h"
#include "emit/expressions/expression_text.h"
#include "emit/header/need.h"

#include <string.h>

/* A kernel while its functions are written. Parameters change the names of local variables. */
typedef struct stub {
    gen_text *out;
    gen_arena *arena;
    const gen_model *model;
    const gen_kernel *kernel;
    const gen_kernel_names *names;
    gen_needs needs;
    const char **params; /* as declared: "custub_f32_view x" */
    const char *loaded;  /* the argument for custub_call_launch(): the kernel, or one not loaded */
    const char *kernels;
    const char *launch;
    const char *shape;
    const char *arguments;
    const char *room;
    const char *needed;
    const char *holds;
    const char *error;
} stub;

/* --- Parameters ------------------------------------------------------------------------------ */

const char *gen_emit_param_type(const gen_c_names *names, gen_arena *arena, const gen_param *param)
{
    const gen_type *type = param->pointer ? param->pointer->type : param->type;
    const gen_type *element = type->element;

    if (param->kind == CUSTUB_PARAM_TENSOR_MAP)
        return "custub_tensor_map";
    if (type->kind != GEN_TYPE_POINTER)
        return gen_c_names_of_type(names, type);
    if (element->kind == GEN_TYPE_SCALAR)
        return gen_arena_format(arena, "custub_%s_view", gen_scalar_row_of(element->scalar)->name);
    if (element->kind == GEN_TYPE_RECORD)
        return gen_arena_format(arena, "%s_view",
                                gen_c_names_of_record(names, element->record)->name);
    return element->kind == GEN_TYPE_POINTER ? "custub_ptr_view" : "custub_bytes_view";
}

static const char *local(const stub *s, const char *wanted)
{
    return gen_c_names_local(s->names, s->arena, wanted);
}

static stub start(gen_text *out, const gen_kernel_names *names, gen_arena *arena)
{
    stub s = {.out = out,
              .arena = arena,
              .model = names->all->model,
              .kernel = names->kernel,
              .names = names,
              .needs = gen_needs_of(names, arena)};

    s.params = GEN_NEW_ARRAY(arena, const char *, s.kernel->param_count);
    for (size_t i = 0; i < s.kernel->param_count; i++)
        s.params[i] = gen_arena_format(arena, "%s %s",
                                       gen_emit_param_type(names->all, arena, &s.kernel->params[i]),
                                       names->params[i]);
    s.kernels = local(&s, "kernels");
    s.launch = local(&s, "launch");
    s.shape = local(&s, "shape");
    s.arguments = local(&s, "arguments");
    s.room = local(&s, "needs");
    s.needed = local(&s, "needed");
    s.holds = local(&s, "holds");
    s.error = local(&s, "error");
    s.loaded = gen_arena_format(arena, "%s ? &%s->%s : &custub_kernel_unloaded", s.kernels,
                                s.kernels, names->field);
    return s;
}

/* --- Statements ------------------------------------------------------------------------------ */

/* Writes the text as a line, broken if it is too long, and frees it. */
static void write_line(const stub *s, gen_text *line, const char *first, const char *others)
{
    gen_emit_wrapped(s->out, line->data ? line->data : "", first, others);
    s->out->failed |= line->failed;
    gen_text_deinitialize(line);
}

static void write_statement(const stub *s, gen_text *statement)
{
    write_line(s, statement, "    ", "        ");
}

/* "static inline custub_status launch_saxpy(…)", broken between parameters into lines of up to 100
 * columns. `params` are those between the launch and the error. */
static void write_prototype(const stub *s, const char *type, const char *verb, const char *name,
                            const char *const *params, size_t count)
{
    gen_text *out = s->out;
    size_t line;

    gen_text_printf(out, "static inline %s%s%s_%s(\n    ", type, s->model->prefix, verb, name);
    line = out->length - 4;
    gen_text_printf(out, "const %s_kernels *%s, const custub_launch *%s", s->model->name,
                    s->kernels, s->launch);
    for (size_t i = 0; i <= count; i++) {
        const char *param =
            i < count ? params[i] : gen_arena_format(s->arena, "custub_error *%s", s->error);
        if (out->length - line + 2 + strlen(param) > 98) {
            gen_text_printf(out, ",\n    %s", param);
            line = out->length - 4 - strlen(param);
        } else {
            gen_text_printf(out, ", %s", param);
        }
    }
    gen_text_puts(out, ")\n");
}

/* --- What a launch needs --------------------------------------------------------------------- */

/* "const uint64_t x_count = NEED; / * n * 2 * /", where the author's text says more than the C. */
static void write_need(const stub *s, const gen_need *need)
{
    gen_text statement;
    gen_text value;

    gen_text_initialize(&value);
    gen_emit_need(&value, s->names, need->expr, s->shape);
    gen_text_initialize(&statement);
    gen_text_printf(&statement, "const uint64_t %s = %s;", need->name,
                    value.data ? value.data : "");
    if (!value.data || strcmp(value.data, need->expr->text) != 0) {
        gen_text_puts(&statement, " /* ");
        gen_text_comment(&statement, need->expr->text);
        gen_text_puts(&statement, " */");
    }
    statement.failed |= value.failed;
    gen_text_deinitialize(&value);
    write_statement(s, &statement);
}

/* "needed": what custub_call_launch() takes. */
static void write_needed(const stub *s)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "const uint64_t %s[] = {", s->needed);
    for (size_t i = 0; i < s->needs.count; i++)
        gen_text_printf(&statement, "%s%s", i ? ", " : "", s->needs.data[i].name);
    gen_text_puts(&statement, "};");
    write_statement(s, &statement);
}

static void write_requirements(const stub *s)
{
    gen_text statement;

    for (size_t i = 0; i < s->needs.requirement_count; i++) {
        gen_text_initialize(&statement);
        gen_text_printf(&statement, i ? "%s &= " : "int %s = ", s->holds);
        gen_emit_condition(&statement, s->names, s->needs.requirements[i], s->shape);
        gen_text_puts(&statement, ";");
        write_statement(s, &statement);
    }
}

/* --- The functions --------------------------------------------------------------------------- */

/* Where each argument lies, and room for the needs. */
static void write_variables(const stub *s)
{
    const gen_kernel *kernel = s->kernel;
    gen_text statement;

    if (kernel->param_count) {
        gen_text_initialize(&statement);
        gen_text_printf(&statement, "void *%s[] = {", s->arguments);
        for (size_t i = 0; i < kernel->param_count; i++)
            gen_text_printf(&statement, "%s&%s", i ? ", " : "", s->names->params[i]);
        gen_text_puts(&statement, "};");
        write_statement(s, &statement);
    }
    if (kernel->pointer_count)
        gen_text_printf(s->out, "    custub_need %s[%zu];\n", s->room, kernel->pointer_count);
}

/* `last` is what the function of the runtime takes after the needs. */
static void write_call(const stub *s, const char *function, const char *last)
{
    gen_text statement;

    gen_text_initialize(&statement);
    gen_text_printf(&statement, "return %s(%s, %s, %s, %s, %s, %s);", function, s->loaded,
                    s->launch, s->kernel->param_count ? s->arguments : "NULL",
                    s->kernel->pointer_count ? s->room : "NULL", last, s->error);
    write_statement(s, &statement);
}

static void write_launch(const stub *s)
{
    const gen_needs *needs = &s->needs;

    write_prototype(s, "custub_status ", "launch", s->names->function, s->params,
                    s->kernel->param_count);
    gen_text_puts(s->out, "{\n");
    if (needs->reads_shape)
        gen_text_printf(s->out,
                        "    const custub_launch *const %s = %s ? %s : &custub_launch_unset;\n",
                        s->shape, s->launch, s->launch);
    for (size_t i = 0; i < needs->count; i++)
        if (!needs->data[i].is_repeated)
            write_need(s, &needs->data[i]);
    write_variables(s);
    if (needs->count)
        write_needed(s);
    write_requirements(s);
    if (s->kernel->param_count || needs->count || needs->requirement_count)
        gen_text_puts(s->out, "\n");
    write_call(s, "custub_call_launch",
               gen_arena_format(s->arena, "%s, CUSTUB_CALL_FLAGS(%s)",
                                needs->count ? s->needed : "NULL",
                                needs->requirement_count ? s->holds : "1"));
    gen_text_puts(s->out, "}\n");
}

static void write_prepare(const stub *s)
{
    gen_text_printf(s->out, "\n/* %slaunch_%s(), prepared. */\n", s->model->prefix,
                    s->names->function);
    write_prototype(s, "custub_prepared *", "prepare", s->names->function, s->params,
                    s->kernel->param_count);
    gen_text_puts(s->out, "{\n");
    write_variables(s);
    if (s->kernel->param_count)
        gen_text_puts(s->out, "\n");
    write_call(s, "custub_call_prepare", "CUSTUB_DEFAULT_STREAM");
    gen_text_puts(s->out, "}\n");
}

static void write_indices(const stub *s)
{
    gen_text line;

    if (!s->kernel->param_count)
        return;
    gen_text_initialize(&line);
    gen_text_puts(&line, "enum { ");
    for (size_t i = 0; i < s->kernel->param_count; i++)
        gen_text_printf(&line, "%s%s", i ? ", " : "", s->names->indices[i]);
    gen_text_puts(&line, " };");
    gen_text_puts(s->out, "\n/* The indices of the parameters, for custub_prepared_set(). */\n");
    write_line(s, &line, "", "    ");
}

/* --- Arguments by name ----------------------------------------------------------------------- */

static void write_struct(const stub *s)
{
    const char *prefix = s->model->prefix;

    gen_text_printf(s->out, "\n/* The arguments by name. */\ntypedef struct %s%s {\n", prefix,
                    s->names->args);
    for (size_t i = 0; i < s->kernel->param_count; i++)
        gen_text_printf(s->out, "    %s;\n", s->params[i]);
    gen_text_printf(s->out, "} %s%s;\n", prefix, s->names->args);
}

/* A function that calls the one that takes the parameters, or refuses null arguments. */
static void write_by_name(const stub *s, const char *type, const char *verb, bool returns_status)
{
    const char *param =
        gen_arena_format(s->arena, "const %s%s *args", s->model->prefix, s->names->args);
    const char *refusal =
        gen_arena_format(s->arena, "custub_call_without_args(%s, %s);", s->loaded, s->error);
    gen_text statement;

    gen_text_puts(s->out, "\n");
    write_prototype(s, type, verb, s->names->args, &param, 1);
    gen_text_puts(s->out, returns_status ? "{\n    if (!args)\n" : "{\n    if (!args) {\n");
    gen_emit_wrapped(s->out,
                     gen_arena_format(s->arena, "%s%s", returns_status ? "return " : "", refusal),
                     "        ", "            ");
    if (!returns_status)
        gen_text_puts(s->out, "        return NULL;\n    }\n");
    gen_text_initialize(&statement);
    gen_text_printf(&statement, "return %s%s_%s(%s, %s", s->model->prefix, verb, s->names->function,
                    s->kernels, s->launch);
    for (size_t i = 0; i < s->kernel->param_count; i++)
        gen_text_printf(&statement, ", args->%s", s->names->params[i]);
    gen_text_printf(&statement, ", %s);", s->error);
    write_statement(s, &statement);
    gen_text_puts(s->out, "}\n");
}

void gen_emit_stub(gen_text *out, const gen_kernel_names *names, gen_arena *arena)
{
    const stub s = start(out, names, arena);

    gen_emit_launch_comment(out, names);
    write_launch(&s);
    write_prepare(&s);
    write_indices(&s);
    if (!names->args)
        return;
    write_struct(&s);
    write_by_name(&s, "custub_status ", "launch", true);
    write_by_name(&s, "custub_prepared *", "prepare", false);
}

#include "emit/header/comment.h"

#include "contract/expression.h"

#include <inttypes.h>
#include <string.h>

/* True if the statement at `code` fits, without the comment that may follow it. */
static bool fits(const char *code, size_t room)
{
    const char *comment = strstr(code, " /*");

    return (comment ? (size_t)(comment - code) : strlen(code)) <= room;
}

/* Where a line that starts with `indent` is broken: after the last comma that fits 100 columns,
 * else after an assignment if the rest of the statement fits a line, else before a comment, else
 * after the last opening parenthesis, else after the first of them that there is; never in a
 * string. 0: nowhere. */
static size_t break_of(const char *line, const char *indent)
{
    size_t room = 100 - strlen(indent);
    size_t comma = 0;
    size_t assignment = 0;
    size_t comment = 0;
    size_t parenthesis = 0;
    size_t bar = 0;
    bool quoted = false;

    if (strlen(line) <= room)
        return 0;
    for (size_t end = 1; line[end] && (end <= room || (!comma && !parenthesis)); end++) {
        if (quoted && line[end - 1] == '\\') {
            end++;
            continue;
        }
        if (line[end - 1] == '"')
            quoted = !quoted;
        if (quoted)
            continue;
        if (line[end - 1] == ',' && line[end] == ' ')
            comma = end;
        else if (strncmp(line + end, " /*", 3) == 0)
            comment = end;
        else if (end > 1 && strncmp(line + end - 2, " = ", 3) == 0)
            assignment = end;
        else if (line[end - 1] == '(')
            parenthesis = end;
        else if (end <= room && line[end - 1] == '|' && line[end] == ' ')
            bar = end;
    }
    if (comma)
        return comma;
    if (assignment && (strlen(line + assignment) + 4 <= room ||
                       (!fits(line, room) && fits(line + assignment, room - 4))))
        return assignment;
    return comment ? comment : parenthesis ? parenthesis : bar;
}

void gen_emit_wrapped(gen_text *out, const char *line, const char *first, const char *others)
{
    const char *indent = first;
    size_t end;

    while ((end = break_of(line, indent)) != 0) {
        gen_text_printf(out, "%s%.*s\n", indent, (int)end, line);
        line += end + (line[end] == ' ');
        indent = others;
    }
    gen_text_printf(out, "%s%s\n", indent, line);
}

static void write_components(gen_text *out, const char *words, const gen_expr *const *components)
{
    gen_text line;

    if (!components[0])
        return;
    gen_text_initialize(&line);
    gen_text_printf(&line, "%s ", words);
    for (size_t i = 0; i < 3 && components[i]; i++) {
        gen_text_puts(&line, i ? ", " : "");
        gen_text_comment(&line, components[i]->text);
    }
    gen_emit_wrapped(out, line.data ? line.data : "", " *     ", " *         ");
    out->failed |= line.failed;
    gen_text_deinitialize(&line);
}

/* "x", "p.planes[2]" */
static void write_name(gen_text *out, const gen_kernel_names *names, const gen_pointer *pointer)
{
    gen_text_puts(out, names->params[pointer->param]);
    if (pointer->scope)
        gen_text_comment(out, pointer->name + strlen(names->kernel->params[pointer->param].name));
}

static const char *const relation_words[] = {
    [CUSTUB_RELATION_DISJOINT] = ", disjoint from ",
    [CUSTUB_RELATION_ALIASES] = ", may overlap ",
    [CUSTUB_RELATION_SAME_OR_DISJOINT] = ", same as or disjoint from ",
};

/* "x: const float[n], restrict"; "p.planes[0] and the others: …" for a whole array. What is known
 * of a tensor map stands in the requirements. */
static void write_pointer(gen_text *out, const gen_kernel_names *names, const gen_pointer *pointer)
{
    const gen_type *element = pointer->type->element;
    bool bytes = pointer->sized || element->kind == GEN_TYPE_VOID ||
                 (element->kind == GEN_TYPE_INCOMPLETE && element->size <= 1);
    bool is_array = gen_model_is_whole_array(names->kernel, pointer);
    gen_text line;

    if (pointer->is_map || (is_array && pointer->first != pointer->index))
        return;
    gen_text_initialize(&line);
    write_name(&line, names, pointer);
    gen_text_printf(&line, "%s: %s", is_array ? " and the others" : "",
                    element->is_const ? "const " : "");
    gen_text_comment(&line, bytes ? "bytes" : element->spelling);
    gen_text_puts(&line, "[");
    if (pointer->count)
        gen_text_comment(&line, pointer->count->text);
    gen_text_printf(&line, "]%s%s", pointer->type->is_restrict ? ", restrict" : "",
                    pointer->or_null ? ", or null" : "");
    if (pointer->low) {
        gen_text_puts(&line, ", values in [");
        gen_text_comment(&line, pointer->low->text);
        gen_text_puts(&line, ", ");
        gen_text_comment(&line, pointer->high->text);
        gen_text_puts(&line, ")");
    }
    if (pointer->aligned)
        gen_text_printf(&line, ", aligned to %" PRIu32, pointer->aligned);
    for (const gen_relation *relation = pointer->relations;
         relation && relation->pointer == pointer->index; relation = relation->next) {
        gen_text_puts(&line, relation_words[relation->kind]);
        write_name(&line, names, &names->kernel->pointers[relation->other]);
    }
    gen_emit_wrapped(out, line.data ? line.data : "", " *     ", " *         ");
    out->failed |= line.failed;
    gen_text_deinitialize(&line);
}

void gen_emit_template_arguments(gen_text *out, const gen_kernel *kernel, const char *before)
{

    for (size_t i = 0; i < kernel->template_arguments.count; i++) {
        const gen_template_argument *argument = &kernel->template_arguments.data[i];
        if (!argument->text)
            continue;
        gen_text_printf(out, "%s%s%s%s", before, argument->name, *argument->name ? " = " : "",
                        argument->text);
        before = ", ";
    }
}

/* "with T = float, TILE = 4" */
static void write_template_arguments(gen_text *out, const gen_kernel *kernel)
{
    gen_text arguments;
    gen_text line;

    gen_text_initialize(&arguments);
    gen_text_initialize(&line);
    gen_emit_template_arguments(&arguments, kernel, "with ");
    if (arguments.length) {
        gen_text_comment(&line, arguments.data);
        gen_emit_wrapped(out, line.data ? line.data : "", " *     ", " *         ");
    }
    out->failed |= arguments.failed || line.failed;
    gen_text_deinitialize(&line);
    gen_text_deinitialize(&arguments);
}

void gen_emit_launch_comment(gen_text *out, const gen_kernel_names *names)
{
    const gen_kernel *kernel = names->kernel;
    gen_text signature;

    gen_text_initialize(&signature);
    gen_text_comment(&signature, kernel->signature);
    gen_text_puts(out, "\n");
    gen_emit_wrapped(out, signature.data ? signature.data : "", "/* ", " *         ");
    out->failed |= signature.failed;
    gen_text_deinitialize(&signature);
    gen_text_puts(out, " *     ");
    gen_text_comment(out, gen_model_file_of(kernel->place));
    gen_text_printf(out, ":%u\n", kernel->place.line);
    write_template_arguments(out, kernel);
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
    for (size_t i = 0; i < kernel->pointer_count; i++)
        write_pointer(out, names, &kernel->pointers[i]);
    gen_text_puts(out, " */\n");
}

#include "cpu_image/loop_text.h"

#include "cpu_image/specifiers.h"

static void emit_range(gen_text *out, const gen_model *model, gen_source_range range)
{
    gen_text_append(out, model->source + range.begin, range.end - range.begin);
}

/* The text before the value or the condition. */
static void emit_part_begin(gen_text *out, const gen_model *model, const gen_loop_part *part,
                            bool is_last_guard, bool has_else)
{
    switch (part->kind) {
    case GEN_LOOP_INDEX:
        gen_text_printf(out, "::custub_cpu::index_%c", part->dimension);
        if (part->type.end > part->type.begin) {
            gen_text_puts(out, "<");
            emit_range(out, model, part->type);
            gen_text_puts(out, ">");
        }
        gen_text_puts(out, "(");
        break;
    case GEN_LOOP_RETURN:
        gen_text_puts(out, is_last_guard ? "::custub_cpu::unless_last(" : "::custub_cpu::unless(");
        break;
    case GEN_LOOP_GUARD:
        if (has_else)
            gen_text_puts(out, "const bool custub_cpu_holds = ");
        gen_text_puts(out, "::custub_cpu::guard(");
        break;
    case GEN_LOOP_STRIDE:
    case GEN_LOOP_STEP:
        break;
    }
}

/* Replaces a value or a condition by a call of custub/cpu/kernel/linear.h. A thread that only
 * evaluates the guard must not run the `else` branch. */
static void emit_part(gen_text *out, const gen_model *model, const gen_loop_part *part,
                      bool is_last_guard, bool has_else)
{
    emit_part_begin(out, model, part, is_last_guard, has_else);
    emit_range(out, model, part->text);
    gen_text_puts(out, ")");
    if (part->kind == GEN_LOOP_GUARD && has_else)
        gen_text_puts(out, "; ::custub_cpu::probes()) return; else if (custub_cpu_holds");
}

/* `for (…) for (…)`: over pieces of the loop's iterations, and over the iterations of a piece. */
static void emit_stride(gen_text *out, const gen_model *model, const gen_loop_part *part)
{
    gen_text_printf(out, "for (auto custub_cpu_loop = ::custub_cpu::strides<'%c', ",
                    part->dimension);
    if (part->type.end > part->type.begin)
        emit_range(out, model, part->type);
    else
        gen_text_puts(out, "void");
    gen_text_printf(out, ", %s>(", part->is_inclusive ? "true" : "false");
    emit_range(out, model, part->start);
    gen_text_puts(out, ", ");
    emit_range(out, model, part->stride);
    gen_text_puts(out, ", ");
    emit_range(out, model, part->bound);
    gen_text_puts(out, "); custub_cpu_loop.next();) for (decltype(custub_cpu_loop)::index ");
    gen_text_append(out, part->name.text, part->name.length);
    gen_text_puts(out, " = custub_cpu_loop.begin(), custub_cpu_end = custub_cpu_loop.end(); ");
    gen_text_append(out, part->name.text, part->name.length);
    gen_text_puts(out, " < custub_cpu_end; ");
    gen_text_append(out, part->name.text, part->name.length);
    gen_text_puts(out, "++)");
}

static size_t count_lines(const gen_model *model, gen_source_range range)
{
    size_t count = 0;

    for (size_t i = range.begin; i < range.end; i++)
        count += model->source[i] == '\n';
    return count;
}

/* Appends the lines of a loop's head that its parts did not contain. */
static void emit_lines(gen_text *out, const gen_model *model, const gen_loop_part *part)
{
    size_t written = 0;

    if (part->kind == GEN_LOOP_STRIDE)
        written = count_lines(model, part->type) + count_lines(model, part->start) +
                  count_lines(model, part->stride) + count_lines(model, part->bound);
    for (size_t count = count_lines(model, part->text); count > written; count--)
        gen_text_puts(out, "\n");
}

static size_t emit_strides(gen_text *out, const gen_model *model, const gen_loop_guard *loop,
                           size_t position)
{
    for (size_t i = 0; i < loop->part_count; i++) {
        const gen_loop_part *part = &loop->parts[i];
        gen_emit_specifiers(out, model->source, (gen_source_range){position, part->text.begin});
        if (part->kind == GEN_LOOP_STRIDE)
            emit_stride(out, model, part);
        emit_lines(out, model, part);
        position = part->text.end;
    }
    return position;
}

size_t gen_emit_loop(gen_text *out, const gen_model *model, const gen_loop_guard *loop,
                     size_t position)
{
    size_t last_guard = loop->part_count;

    if (loop->is_strided)
        return emit_strides(out, model, loop, position);
    for (size_t i = 0; i < loop->part_count; i++)
        if (loop->parts[i].kind != GEN_LOOP_INDEX)
            last_guard = i;
    for (size_t i = 0; i < loop->part_count; i++) {
        const gen_loop_part *part = &loop->parts[i];
        gen_emit_specifiers(out, model->source, (gen_source_range){position, part->text.begin});
        emit_part(out, model, part, i == last_guard, loop->has_else);
        position = part->text.end;
    }
    return position;
}

void gen_emit_loop_form(gen_text *out, const gen_loop_guard *loop)
{
    const char *form = loop->is_strided   ? "strided"
                       : !loop->has_guard ? "linear"
                       : loop->has_else   ? "split"
                                          : "guarded";
    const char *joint = ", ";

    gen_text_printf(out, ", ::custub_cpu::loop_form::%s", form);
    if (loop->is_open[0] && loop->is_open[1] && loop->is_open[2]) {
        gen_text_puts(out, ", ::custub_cpu::across_all");
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (!loop->is_open[i])
            continue;
        gen_text_printf(out, "%s::custub_cpu::across_%c", joint, 'x' + i);
        joint = " | ";
    }
}

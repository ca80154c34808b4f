#include "cpu_image/loop_text.h"

#include "cpu_image/specifiers.h"

static void emit_range(gen_text *out, const gen_model *model, gen_source_range range)
{
    gen_text_append(out, model->source + range.begin, range.end - range.begin);
}

/* Writes a call of custub/cpu/kernel/linear.h in place of a value or a condition. */
static void emit_part(gen_text *out, const gen_model *model, const gen_loop_part *part,
                      bool is_last_guard)
{
    switch (part->kind) {
    case GEN_LOOP_INDEX:
        gen_text_printf(out, "::custub_cpu::index_%c", part->dimension);
        if (part->type.end > part->type.begin) {
            gen_text_puts(out, "<");
            emit_range(out, model, part->type);
            gen_text_puts(out, ">");
        }
        break;
    case GEN_LOOP_RETURN:
        gen_text_puts(out, is_last_guard ? "::custub_cpu::unless_last" : "::custub_cpu::unless");
        break;
    case GEN_LOOP_GUARD:
        gen_text_puts(out, "::custub_cpu::guard");
        break;
    }
    gen_text_puts(out, "(");
    emit_range(out, model, part->text);
    gen_text_puts(out, ")");
}

size_t gen_emit_loop(gen_text *out, const gen_model *model, const gen_loop_guard *loop,
                     size_t position)
{
    size_t last_guard = loop->part_count;

    for (size_t i = 0; i < loop->part_count; i++)
        if (loop->parts[i].kind != GEN_LOOP_INDEX)
            last_guard = i;
    for (size_t i = 0; i < loop->part_count; i++) {
        const gen_loop_part *part = &loop->parts[i];
        gen_emit_specifiers(out, model->source, (gen_source_range){position, part->text.begin});
        emit_part(out, model, part, i == last_guard);
        position = part->text.end;
    }
    return position;
}

void gen_emit_loop_form(gen_text *out, const gen_loop_guard *loop)
{
    const char *joint = ", ";

    gen_text_printf(out, ", ::custub_cpu::loop_form::%s", loop->has_guard ? "guarded" : "linear");
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

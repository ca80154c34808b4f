#include "emit_cpu_text.h"

#include "emit_specifiers.h"
#include "loop_guard.h"

#include <string.h>

/* A text that is read from its beginning to its end. */
typedef struct text_reader {
    const gen_model *model;
    const char *text;
    size_t length;
    const gen_unfit_body *body;     /* the next one, */
    const gen_inclusion *inclusion; /* and so the others */
    const gen_loop_guard *loop;
    const char *name; /* of the file */
} text_reader;

/* Bodies inside one that was replaced are passed over. */
static const gen_unfit_body *next_body(text_reader *reader, size_t position)
{
    const gen_unfit_body *body = reader->body;

    while (body &&
           (body->begin < position || body->end > reader->length || body->begin >= body->end))
        body = body->next;
    return reader->body = body;
}

/* The next that is replaced: by a header's text, or by nothing. */
static const gen_inclusion *next_inclusion(text_reader *reader, size_t position)
{
    const gen_inclusion *inclusion = reader->inclusion;

    while (inclusion &&
           (inclusion->begin < position || (inclusion->file && !inclusion->file->in_image)))
        inclusion = inclusion->next;
    return reader->inclusion = inclusion;
}

static void emit_trap_body(gen_text *out, const text_reader *reader, const gen_unfit_body *body)
{
    if (!body->is_macro) {
        gen_text_puts(out, "{ ::custub_cpu::unfit(");
        gen_text_c_string(out, body->function ? body->function : "a function");
        gen_text_puts(out, ", ");
        gen_text_c_string(out, body->reason ? body->reason : "a host compiler cannot build it");
        gen_text_puts(out, ");");
    }
    for (size_t i = body->begin; i < body->end; i++) {
        if (reader->text[i] == '\n')
            gen_text_puts(out, "\n");
    }
    if (!body->is_macro)
        gen_text_puts(out, " }");
}

static void emit_range(gen_text *out, const gen_model *model, gen_source_range range)
{
    gen_text_append(out, model->source + range.begin, range.end - range.begin);
}

/* Before the number or the condition. */
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
    }
}

/* In place of a number or a condition, the same inside a call of custub/cpu/linear.h. A thread that
 * only asks does not do what stands behind `else` either. */
static void emit_part(gen_text *out, const gen_model *model, const gen_loop_part *part,
                      bool is_last_guard, bool has_else)
{
    emit_part_begin(out, model, part, is_last_guard, has_else);
    emit_range(out, model, part->text);
    gen_text_puts(out, ")");
    if (part->kind == GEN_LOOP_GUARD && has_else)
        gen_text_puts(out, "; ::custub_cpu::probes()) return; else if (custub_cpu_holds");
}

/* A kernel's beginning; returns where it ends. */
static size_t emit_loop(gen_text *out, const gen_model *model, const gen_loop_guard *loop,
                        size_t position)
{
    size_t last_guard = loop->part_count;

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

/* The length of a byte order mark, which only the beginning of a file may have. */
static size_t byte_order_mark(const text_reader *reader)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t length = sizeof(mark) - 1;

    return reader->length >= length && memcmp(reader->text, mark, length) == 0 ? length : 0;
}

static void emit_line(gen_text *out, size_t line, const char *name)
{
    gen_text_printf(out, "#line %zu ", line);
    gen_text_c_string(out, name);
    gen_text_puts(out, "\n");
}

static size_t line_of(const text_reader *reader, size_t position)
{
    size_t line = 1;

    for (size_t i = 0; i < position; i++)
        line += reader->text[i] == '\n';
    return line;
}

static void emit_text(gen_text *out, text_reader *reader);

static void emit_header(gen_text *out, const text_reader *reader, const gen_inclusion *inclusion)
{
    const gen_image_file *file = inclusion->file;
    text_reader header = {.model = reader->model};

    if (!file)
        return;
    header.text = file->text;
    header.length = file->length;
    header.body = file->unfit_bodies;
    header.inclusion = inclusion->inclusions;
    header.name = file->name;
    emit_text(out, &header);
    emit_line(out, line_of(reader, inclusion->end), reader->name);
}

/* Up to what is replaced there, or to the end; returns where that begins. */
static size_t emit_piece(gen_text *out, text_reader *reader, size_t position, size_t end)
{
    for (; reader->loop && reader->loop->kernel->body_begin < end;
         reader->loop = reader->loop->next)
        position = emit_loop(out, reader->model, reader->loop, position);
    gen_emit_specifiers(out, reader->text, (gen_source_range){position, end});
    return end;
}

static void emit_text(gen_text *out, text_reader *reader)
{
    size_t position = byte_order_mark(reader);

    emit_line(out, 1, reader->name);
    for (;;) {
        const gen_unfit_body *body = next_body(reader, position);
        const gen_inclusion *inclusion = next_inclusion(reader, position);

        if (inclusion && (!body || inclusion->begin < body->begin)) {
            emit_piece(out, reader, position, inclusion->begin);
            emit_header(out, reader, inclusion);
            position = inclusion->end;
        } else if (body) {
            emit_piece(out, reader, position, body->begin);
            emit_trap_body(out, reader, body);
            position = body->end;
        } else {
            break;
        }
    }
    emit_piece(out, reader, position, reader->length);
    gen_text_puts(out, "\n");
}

void gen_emit_cpu_text(gen_text *out, const gen_model *model)
{
    text_reader reader = {.model = model,
                          .text = model->source,
                          .length = model->source_length,
                          .body = model->unfit_bodies,
                          .inclusion = model->inclusions,
                          .loop = model->loops,
                          .name = model->file};

    emit_text(out, &reader);
}

#include "cpu_image/source_text.h"

#include "cpu_image/loop_text.h"
#include "cpu_image/specifiers.h"

#include <string.h>

/* A text that is read in one pass. */
typedef struct text_reader {
    const gen_model *model;
    const char *text;
    size_t length;
    const gen_unfit_body *body;    /* the next one */
    const gen_replaced_line *line; /* the next one */
    const gen_loop_guard *loop;
    const char *name; /* the file's name */
    size_t counted;   /* where the counting of lines has stopped */
    size_t lines;
} text_reader;

/* The next body to replace. Skips bodies inside one that was replaced. */
static const gen_unfit_body *next_body(text_reader *reader, size_t position)
{
    const gen_unfit_body *body = reader->body;

    while (body &&
           (body->begin < position || body->end > reader->length || body->begin >= body->end))
        body = body->next;
    return reader->body = body;
}

/* The next line to replace. Skips lines inside a body that was replaced. */
static const gen_replaced_line *next_line(text_reader *reader, size_t position)
{
    const gen_replaced_line *line = reader->line;

    while (line && line->begin < position)
        line = line->next;
    return reader->line = line;
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

/* The length of the byte order mark, which is legal only at the beginning of a file. */
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

/* `position` must not be before the last one. */
static size_t line_of(text_reader *reader, size_t position)
{
    for (; reader->counted < position; reader->counted++)
        reader->lines += reader->text[reader->counted] == '\n';
    return reader->lines + 1;
}

static void emit_text(gen_text *out, text_reader *reader);

static void emit_header(gen_text *out, text_reader *reader, const gen_replaced_line *line)
{
    const gen_image_file *file = line->header;
    text_reader header = {.model = reader->model};

    if (!file)
        return;
    header.text = file->text;
    header.length = file->length;
    header.body = file->unfit_bodies;
    header.line = line->lines;
    header.name = file->name;
    emit_text(out, &header);
    emit_line(out, line_of(reader, line->end), reader->name);
}

/* Appends the text up to the next replacement or the end. Returns that position. */
static size_t emit_piece(gen_text *out, text_reader *reader, size_t position, size_t end)
{
    for (; reader->loop && reader->loop->kernel->cpu.body_begin < end;
         reader->loop = reader->loop->next)
        position = gen_emit_loop(out, reader->model, reader->loop, position);
    gen_emit_specifiers(out, reader->text, (gen_source_range){position, end});
    return end;
}

static void emit_text(gen_text *out, text_reader *reader)
{
    size_t position = byte_order_mark(reader);

    emit_line(out, 1, reader->name);
    for (;;) {
        const gen_unfit_body *body = next_body(reader, position);
        const gen_replaced_line *line = next_line(reader, position);

        if (line && (!body || line->begin < body->begin)) {
            emit_piece(out, reader, position, line->begin);
            emit_header(out, reader, line);
            position = line->end;
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

void gen_emit_cpu_text(gen_text *out, const gen_model *model, const gen_loop_guards *loops,
                       const gen_replaced_line *lines)
{
    text_reader reader = {.model = model,
                          .text = model->source,
                          .length = model->source_length,
                          .body = model->unfit_bodies,
                          .line = lines,
                          .loop = loops->first,
                          .name = model->file};

    emit_text(out, &reader);
}

#include "diag.h"

#include "plain_file.h"

#include <stdarg.h>

void gen_diag_initialize(gen_diag *diag, gen_arena *arena)
{
    diag->arena = arena;
    diag->first = NULL;
    diag->last = &diag->first;
    diag->errors = 0;
}

void gen_diag_forget(gen_diag *diag, const gen_diag *before)
{
    diag->last = before->last;
    *diag->last = NULL;
    diag->errors = before->errors;
}

static void report(gen_diag *diag, gen_severity severity, gen_place place, const char *id,
                   const char *format, va_list arguments)
{
    gen_diagnostic *diagnostic = GEN_NEW(diag->arena, gen_diagnostic);
    va_list again;
    int length;
    char *text;

    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    text = gen_arena_allocate(diag->arena, (size_t)(length < 0 ? 0 : length) + 1);
    vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, again);
    va_end(again);
    diagnostic->severity = severity;
    diagnostic->place = place;
    diagnostic->id = id;
    diagnostic->text = text;
    *diag->last = diagnostic;
    diag->last = &diagnostic->next;
    if (severity == GEN_ERROR)
        diag->errors++;
}

void gen_diag_error(gen_diag *diag, gen_place place, const char *id, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    report(diag, GEN_ERROR, place, id, format, arguments);
    va_end(arguments);
}

void gen_diag_note(gen_diag *diag, gen_place place, const char *id, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    report(diag, GEN_NOTE, place, id, format, arguments);
    va_end(arguments);
}

/* A text on one line, whatever it holds: a terminal obeys control characters. */
static void print_plain(const char *text, FILE *stream)
{
    for (; *text; text++)
        fputc((unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text, stream);
}

#define MAX_SHOWN 200 /* bytes of a source line */

/* The line of a place, and a caret under its column, as compilers show them; nothing if the file
 * cannot be read again. */
static void print_source(gen_place place, FILE *stream)
{
    FILE *file = place.line ? gen_plain_file_open(place.file) : NULL;
    unsigned line = 1;
    char text[MAX_SHOWN + 1];
    size_t length = 0;
    int c = 0;

    if (!file)
        return;
    while (line < place.line && (c = getc(file)) != EOF)
        line += c == '\n';
    while (line == place.line && length < MAX_SHOWN && (c = getc(file)) != EOF && c != '\n' &&
           c != '\r')
        text[length++] = (char)(c >= 0x20 && c != 0x7f ? c : c == '\t' ? '\t' : ' ');
    fclose(file);
    if (place.column == 0 || place.column > length)
        return;
    fprintf(stream, "    %.*s\n    ", (int)length, text);
    for (unsigned i = 0; i + 1 < place.column; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80) /* one column for a character of UTF-8 */
            fputc(text[i] == '\t' ? '\t' : ' ', stream);
    fputs("^\n", stream);
}

static void print_diagnostic(const gen_diagnostic *d, FILE *stream)
{
    static const char *const names[] = {"note", "warning", "error"};

    print_plain(d->place.file ? d->place.file : "custub", stream);
    if (d->place.file && d->place.line)
        fprintf(stream, ":%u:%u", d->place.line, d->place.column);
    fprintf(stream, ": %s: ", names[d->severity]);
    print_plain(d->text, stream);
    if (d->id)
        fprintf(stream, " [%s]", d->id);
    fputc('\n', stream);
    if (d->place.file)
        print_source(d->place, stream);
}

void gen_diag_print(const gen_diag *diag, FILE *stream)
{
    for (const gen_diagnostic *d = diag->first; d; d = d->next)
        print_diagnostic(d, stream);
}

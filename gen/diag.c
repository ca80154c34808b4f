#include "diag.h"

#include "plain_file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void gen_diag_initialize(gen_diag *diag, gen_arena *arena)
{
    diag->arena = arena;
    diag->first = NULL;
    diag->last = &diag->first;
    diag->errors = 0;
}

static void append(gen_diag *diag, gen_diagnostic *diagnostic)
{
    diagnostic->next = NULL;
    *diag->last = diagnostic;
    diag->last = &diagnostic->next;
    if (diagnostic->severity == GEN_ERROR)
        diag->errors++;
}

void gen_diag_forget(gen_diag *diag, const gen_diag *before)
{
    diag->last = before->last;
    *diag->last = NULL;
    diag->errors = before->errors;
}

void gen_diag_filter(gen_diag *diag, const gen_diag *before,
                     bool (*stays)(const gen_diagnostic *diagnostic))
{
    gen_diagnostic *next;
    gen_diagnostic *d = *before->last;

    gen_diag_forget(diag, before);
    for (; d; d = next) {
        next = d->next;
        if (stays(d))
            append(diag, d);
    }
}

/* --- Order ----------------------------------------------------------------------------------- */

typedef struct ranked {
    gen_diagnostic *diagnostic;
    size_t file; /* 0: none; the others by the first of them */
    size_t index;
} ranked;

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The files of one run are few, and what stands together is mostly of one. */
static size_t rank_of(const ranked *all, size_t index)
{
    const char *file = all[index].diagnostic->place.file;
    size_t most = 0;

    if (!file)
        return 0;
    for (size_t i = index; i > 0; i--) {
        if (same_text(all[i - 1].diagnostic->place.file, file))
            return all[i - 1].file;
        if (all[i - 1].file > most)
            most = all[i - 1].file;
    }
    return most + 1;
}

static int compare_numbers(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_ranked(const void *left, const void *right)
{
    const ranked *a = left;
    const ranked *b = right;
    int order = compare_numbers(a->file, b->file);

    if (order == 0)
        order = compare_numbers(a->diagnostic->place.line, b->diagnostic->place.line);
    if (order == 0)
        order = compare_numbers(a->diagnostic->place.column, b->diagnostic->place.column);
    return order ? order : compare_numbers(a->index, b->index);
}

/* At one place, as each architecture has it. */
static bool was_said(const ranked *all, size_t index)
{
    const gen_diagnostic *d = all[index].diagnostic;

    for (size_t i = index; i > 0; i--) {
        const gen_diagnostic *other = all[i - 1].diagnostic;
        if (all[i - 1].file != all[index].file || other->place.line != d->place.line ||
            other->place.column != d->place.column)
            break;
        if (other->severity == d->severity && same_text(other->id, d->id) &&
            same_text(other->text, d->text))
            return true;
    }
    return false;
}

void gen_diag_sort(gen_diag *diag, const gen_diag *before)
{
    gen_diagnostic *first = *before->last;
    size_t count = 0;
    ranked *all;

    for (gen_diagnostic *d = first; d; d = d->next)
        count++;
    if (count < 2)
        return;
    all = GEN_NEW_ARRAY(diag->arena, ranked, count);
    count = 0;
    for (gen_diagnostic *d = first; d; d = d->next, count++) {
        all[count].diagnostic = d;
        all[count].index = count;
        all[count].file = rank_of(all, count);
    }
    qsort(all, count, sizeof(*all), compare_ranked);
    gen_diag_forget(diag, before);
    for (size_t i = 0; i < count; i++)
        if (!was_said(all, i))
            append(diag, all[i].diagnostic);
}

/* --- Reporting ------------------------------------------------------------------------------- */

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
    append(diag, diagnostic);
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

bool gen_diag_has_note(const gen_diag *diag, const char *text)
{
    for (const gen_diagnostic *d = diag->first; d; d = d->next)
        if (d->severity == GEN_NOTE && strcmp(d->text, text) == 0)
            return true;
    return false;
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

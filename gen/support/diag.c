#include "support/diag.h"

#include "support/name_table.h"
#include "support/text.h"

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

void gen_diag_forget_notes(gen_diag *diag, const gen_diag *before)
{
    gen_diagnostic *next;
    gen_diagnostic *d = *before->last;

    gen_diag_forget(diag, before);
    for (; d; d = next) {
        next = d->next;
        if (d->severity != GEN_NOTE)
            append(diag, d);
    }
}

void gen_diag_refuse_notes(gen_diag *diag, const gen_diag *before)
{
    for (gen_diagnostic *d = *before->last; d; d = d->next) {
        if (d->severity != GEN_NOTE)
            continue;
        d->severity = GEN_ERROR;
        diag->errors++;
    }
}

/* --- Order ----------------------------------------------------------------------------------- */

typedef struct ranked {
    gen_diagnostic *diagnostic;
    size_t file; /* 0: no file; the others in the order of their first messages */
    size_t index;
} ranked;

/* Files come in the order of their first messages, after messages without a file. */
static size_t rank_of(gen_name_table *ranks, const char *file)
{
    const size_t *known = file ? gen_name_table_find(ranks, file) : NULL;
    size_t *rank;

    if (!file || known)
        return known ? *known : 0;
    rank = GEN_NEW(ranks->arena, size_t);
    *rank = ranks->count + 1;
    gen_name_table_put(ranks, file, rank);
    return *rank;
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

static bool shares_place(const ranked *a, const ranked *b)
{
    return a->file == b->file && a->diagnostic->place.line == b->diagnostic->place.line &&
           a->diagnostic->place.column == b->diagnostic->place.column;
}

/* True if the same message was reported before at the same place, for example for another
 * architecture. It uses a table, because a macro that writes all kernels puts thousands of messages
 * at one place. */
static bool was_said(gen_name_table *said, const ranked *all, size_t index, size_t count)
{
    gen_diagnostic *d = all[index].diagnostic;
    const char *key;

    if ((index == 0 || !shares_place(&all[index - 1], &all[index])) &&
        (index + 1 == count || !shares_place(&all[index], &all[index + 1])))
        return false;
    key = gen_arena_format(said->arena, "%zu:%u:%u:%d:%s:%s", all[index].file, d->place.line,
                           d->place.column, (int)d->severity, d->id ? d->id : "", d->text);
    if (gen_name_table_find(said, key))
        return true;
    gen_name_table_put(said, key, d);
    return false;
}

void gen_diag_sort(gen_diag *diag, const gen_diag *before)
{
    gen_diagnostic *first = *before->last;
    gen_name_table ranks = {.arena = diag->arena};
    gen_name_table said = {.arena = diag->arena};
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
        all[count].file = rank_of(&ranks, d->place.file);
    }
    qsort(all, count, sizeof(*all), compare_ranked);
    gen_diag_forget(diag, before);
    for (size_t i = 0; i < count; i++)
        if (!was_said(&said, all, i, count))
            append(diag, all[i].diagnostic);
}

/* --- Reporting ------------------------------------------------------------------------------- */

/* How many bytes to keep at the beginning (the fact) and at the end (the advice) of a longer
 * message. */
#define MAX_HEAD 3000
#define MAX_TAIL 1000

static const char *shorten(gen_arena *arena, const gen_text *text)
{
    static const char cut[] = " ... ";
    const char *tail;
    size_t head = MAX_HEAD;

    if (text->failed || !text->data)
        return text->failed ? "out of memory" : "";
    if (text->length <= MAX_HEAD + MAX_TAIL)
        return gen_arena_copy(arena, text->data, text->length);
    tail = text->data + text->length - MAX_TAIL;
    while (((unsigned char)text->data[head] & 0xc0) == 0x80 &&
           head > 0) /* do not split a UTF-8 character */
        head--;
    while (((unsigned char)*tail & 0xc0) == 0x80)
        tail++;
    return gen_arena_format(arena, "%.*s%s%s", (int)head, text->data, cut, tail);
}

static void report(gen_diag *diag, gen_severity severity, gen_place place, const char *id,
                   const char *format, va_list arguments)
{
    gen_diagnostic *diagnostic = GEN_NEW(diag->arena, gen_diagnostic);
    gen_text text;

    gen_text_initialize(&text);
    gen_text_vprintf(&text, format, arguments);
    diagnostic->severity = severity;
    diagnostic->place = place;
    diagnostic->id = id;
    diagnostic->text = shorten(diag->arena, &text);
    gen_text_deinitialize(&text);
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

#include "patch/diff.h"

#include <string.h>

#define CONTEXT 3 /* lines */

/* A line of the source with what is inserted into it. */
typedef struct line {
    size_t begin, end; /* offsets; the end is after the newline */
    const gen_insertion *inserted;
} line;

typedef struct lines {
    const char *source;
    size_t count;
    line *list;
} lines;

static void split(lines *l, const gen_model *model, gen_arena *arena)
{
    size_t begin = 0;

    l->source = model->source;
    l->list = GEN_NEW_ARRAY(arena, line, model->source_length + 1);
    l->count = 0;
    while (begin < model->source_length) {
        const char *newline = memchr(model->source + begin, '\n', model->source_length - begin);
        const size_t end = newline ? (size_t)(newline - model->source) + 1 : model->source_length;

        l->list[l->count++] = (line){begin, end, NULL};
        begin = end;
    }
}

static void share(lines *l, const gen_insertion *insertion)
{
    for (size_t i = 0; i < l->count; i++) {
        if (insertion && insertion->offset < l->list[i].end)
            l->list[i].inserted = insertion;
        while (insertion && insertion->offset < l->list[i].end)
            insertion = insertion->next;
    }
}

/* True if the first insertion is a line of its own. */
static bool has_line(const line *l)
{
    return l->inserted && l->inserted->offset == l->begin && strchr(l->inserted->text, '\n');
}

/* The first insertion that changes the line itself; null: there is none. */
static const gen_insertion *change_of(const line *l)
{
    const gen_insertion *first = has_line(l) ? l->inserted->next : l->inserted;

    return first && first->offset < l->end ? first : NULL;
}

/* The lines that are inserted before or into it. */
static size_t added_lines(const line *l)
{
    size_t count = 0;

    for (const gen_insertion *i = l->inserted; i && i->offset < l->end; i = i->next) {
        for (const char *at = i->text; *at; at++)
            count += *at == '\n';
    }
    return count;
}

static void print_text(gen_text *out, char mark, const char *text, size_t length)
{
    const char *const end = text + length;

    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *next = newline ? newline + 1 : end;

        gen_text_append(out, &mark, 1);
        gen_text_append(out, text, (size_t)(next - text));
        if (!newline)
            gen_text_puts(out, "\n\\ No newline at end of file\n");
        text = next;
    }
}

static void print_new(gen_text *out, const lines *l, const line *at)
{
    size_t offset = at->begin;
    gen_text text;

    gen_text_initialize(&text);
    for (const gen_insertion *i = change_of(at); i && i->offset < at->end; i = i->next) {
        gen_text_append(&text, l->source + offset, i->offset - offset);
        gen_text_puts(&text, i->text);
        offset = i->offset;
    }
    gen_text_append(&text, l->source + offset, at->end - offset);
    print_text(out, '+', text.data, text.length);
    out->failed |= text.failed;
    gen_text_deinitialize(&text);
}

static void print_line(gen_text *out, const lines *l, const line *at)
{
    const char *text = l->source + at->begin;

    if (has_line(at))
        print_text(out, '+', at->inserted->text, strlen(at->inserted->text));
    print_text(out, change_of(at) ? '-' : ' ', text, at->end - at->begin);
    if (change_of(at))
        print_new(out, l, at);
}

/* The end of the hunk that begins at this line. */
static size_t hunk_end(const lines *l, size_t first)
{
    size_t last = first;

    for (size_t i = first; i < l->count && i <= last + 2 * CONTEXT; i++) {
        if (l->list[i].inserted)
            last = i;
    }
    return last + CONTEXT + 1 < l->count ? last + CONTEXT + 1 : l->count;
}

/* Prints the hunk with the line, and returns its end. `added`: lines of earlier hunks. */
static size_t print_hunk(gen_text *out, const lines *l, size_t changed, size_t *added)
{
    const size_t begin = changed > CONTEXT ? changed - CONTEXT : 0;
    const size_t end = hunk_end(l, changed);
    size_t more = 0;

    for (size_t i = begin; i < end; i++)
        more += added_lines(&l->list[i]);
    gen_text_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", begin + 1, end - begin, begin + 1 + *added,
                    end - begin + more);
    for (size_t i = begin; i < end; i++)
        print_line(out, l, &l->list[i]);
    *added += more;
    return end;
}

void gen_diff_print(gen_text *out, const gen_model *model, const gen_insertions *insertions)
{
    const char *tab = strchr(model->path, ' ') ? "\t" : ""; /* ends a name with a blank */
    size_t added = 0;
    lines l;

    if (!insertions->first)
        return;
    split(&l, model, insertions->arena);
    share(&l, insertions->first);
    gen_text_printf(out, "--- %s%s\n+++ %s%s\n", model->path, tab, model->path, tab);
    for (size_t i = 0; i < l.count;)
        i = l.list[i].inserted ? print_hunk(out, &l, i, &added) : i + 1;
}

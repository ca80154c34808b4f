#include "cpu_image/inclusion.h"

#include "support/body_scan.h"
#include "support/name_table.h"

#include <string.h>

/* A line without its end. All zero except the text: before the first line. */
typedef struct text_line {
    const char *text;
    size_t begin;
    size_t end;
    size_t next; /* where the next line begins */
} text_line;

/* Moves to the next line. False at the end of the text. */
static bool next_line(text_line *line, size_t length)
{
    const char *found;

    if (line->next >= length)
        return false;
    line->begin = line->next;
    found = memchr(line->text + line->begin, '\n', length - line->begin);
    line->end = found ? (size_t)(found - line->text) : length;
    line->next = line->end + 1;
    return true;
}

/* Moves `scan` past `#` and the word. False if the line is not this directive. */
static bool take_directive(const text_line *line, gen_scan *scan, const char *word)
{
    gen_scan_begin(scan, line->text, (gen_source_range){line->begin, line->end});
    return gen_scan_take(scan, "#") && gen_scan_take(scan, word);
}

static bool is_once(const text_line *line)
{
    gen_scan scan;

    return take_directive(line, &scan, "pragma") && gen_scan_at(&scan, "once");
}

/* The last component of the included header's name; null if the line does not include one. */
static const char *included_name(const text_line *line, gen_arena *arena)
{
    gen_scan scan;
    const char *begin;
    const char *end;

    if ((!take_directive(line, &scan, "include") && !take_directive(line, &scan, "include_next")) ||
        (!gen_scan_at(&scan, "\"") && !gen_scan_at(&scan, "<")))
        return NULL;
    for (begin = end = scan.next; end < scan.end && *end != '"' && *end != '>'; end++)
        if (*end == '/')
            begin = end + 1;
    return gen_arena_copy(arena, begin, (size_t)(end - begin));
}

static bool says_once(const gen_image_file *file)
{
    text_line line = {.text = file->text};

    while (next_line(&line, file->length))
        if (is_once(&line))
            return true;
    return false;
}

/* True if a host compiler would see another text in this header than the front end. */
static bool must_be_copied(const gen_image_file *file)
{
    return file->unfit_bodies || strstr(file->text, "__CUDACC") || strstr(file->text, "__NVCC__");
}

static bool mark(gen_image_file *file)
{
    bool changed = !file->in_image;

    file->in_image = true;
    return changed;
}

/* If a header's text is copied into the image, its includers and its own includes must be copied
 * too: relative paths would no longer find them. */
static bool spread(gen_image_file *parent, gen_inclusion *inclusions)
{
    bool changed = false;

    for (gen_inclusion *i = inclusions; i; i = i->next) {
        changed |= spread(i->file, i->inclusions);
        if (parent && parent->in_image)
            changed |= mark(i->file);
        else if (parent && i->file->in_image)
            changed |= mark(parent);
    }
    return changed;
}

/* The copied headers by name; with `once` only those with `#pragma once`. */
static gen_name_table table_of(const gen_model *model, gen_arena *arena, bool once)
{
    gen_name_table names = {.arena = arena};

    for (gen_image_file *file = model->image_files; file; file = file->next)
        if (file->in_image && (!once || says_once(file)))
            gen_name_table_put(&names, file->name, file);
    return names;
}

static bool includes_any(const gen_image_file *file, const gen_name_table *names, gen_arena *arena)
{
    text_line line = {.text = file->text};

    while (next_line(&line, file->length)) {
        const char *name = included_name(&line, arena);
        if (name && gen_name_table_find(names, name))
            return true;
    }
    return false;
}

/* `#pragma once` has no effect on copied text, so all headers that include such a header must be
 * copied too. */
static bool spread_once(gen_model *model, gen_arena *arena)
{
    const gen_name_table once = table_of(model, arena, true);
    bool changed = false;

    if (once.count == 0)
        return false;
    for (gen_image_file *file = model->image_files; file; file = file->next)
        if (!file->in_image && includes_any(file, &once, arena))
            changed |= mark(file);
    return changed;
}

/* --- Lines that are left out ------------------------------------------------------------------ */

typedef struct line_filter {
    gen_arena *arena;
    gen_name_table names; /* of the copied headers */
} line_filter;

static bool is_dropped(line_filter *filter, const text_line *line, bool is_header)
{
    const char *name = included_name(line, filter->arena);

    return name ? gen_name_table_find(&filter->names, name) != NULL : is_header && is_once(line);
}

static void drop_lines(line_filter *filter, gen_inclusion **inclusions, const char *text,
                       size_t length, bool is_header)
{
    text_line line = {.text = text};

    while (next_line(&line, length)) {
        gen_inclusion *dropped;
        while (*inclusions && (*inclusions)->end < line.begin)
            inclusions = &(*inclusions)->next;
        if (*inclusions && (*inclusions)->begin <= line.end)
            continue; /* the line includes a header */
        if (!is_dropped(filter, &line, is_header))
            continue;
        dropped = GEN_NEW(filter->arena, gen_inclusion);
        dropped->begin = line.begin;
        dropped->end = line.end - (line.end > line.begin && text[line.end - 1] == '\r');
        dropped->next = *inclusions;
        *inclusions = dropped;
    }
}

static void settle_texts(line_filter *filter, gen_inclusion *inclusions)
{
    for (gen_inclusion *i = inclusions; i; i = i->next) {
        if (!i->file || !i->file->in_image)
            continue;
        settle_texts(filter, i->inclusions);
        drop_lines(filter, &i->inclusions, i->file->text, i->file->length, true);
    }
}

void gen_inclusions_settle(gen_model *model, gen_arena *arena)
{
    line_filter filter = {.arena = arena};
    bool any = false;

    for (gen_image_file *file = model->image_files; file; file = file->next)
        any |= file->in_image = must_be_copied(file);
    if (!any)
        return;
    while (spread(NULL, model->inclusions) || spread_once(model, arena))
        continue;
    filter.names = table_of(model, arena, false);
    settle_texts(&filter, model->inclusions);
    drop_lines(&filter, &model->inclusions, model->source, model->source_length, false);
}

#include "cpu_image/inclusion.h"

#include "support/address_table.h"
#include "support/body_scan.h"
#include "support/name_table.h"

#include <string.h>

/* A line without its end. Before the first line, all is zero except the text. */
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

static bool has_pragma_once(const gen_image_file *file)
{
    text_line line = {.text = file->text};

    while (next_line(&line, file->length))
        if (is_once(&line))
            return true;
    return false;
}

/* True if a host compiler would see another text in this header than the front end did. */
static bool must_be_copied(const gen_image_file *file)
{
    return file->unfit_bodies || strstr(file->text, "__CUDACC") || strstr(file->text, "__NVCC__");
}

/* The headers whose text the image has. */
typedef struct copied_headers {
    const gen_model *model;
    gen_arena *arena;
    gen_address_table files;
    gen_name_table names; /* all of them, once they are known */
} copied_headers;

static bool is_copied(const copied_headers *copied, const gen_image_file *file)
{
    return gen_address_table_find(&copied->files, file) != NULL;
}

/* False if it was copied already. */
static bool copy(copied_headers *copied, const gen_image_file *file)
{
    const bool changed = !is_copied(copied, file);

    gen_address_table_put(&copied->files, file, file);
    return changed;
}

/* If a header's text is copied into the image, its includers and its own includes must be copied
 * too: relative paths would no longer find them. */
static bool copy_neighbours(copied_headers *copied, const gen_image_file *parent,
                            const gen_inclusion *inclusions)
{
    bool changed = false;

    for (const gen_inclusion *i = inclusions; i; i = i->next) {
        changed |= copy_neighbours(copied, i->file, i->inclusions);
        if (parent && is_copied(copied, parent))
            changed |= copy(copied, i->file);
        else if (parent && is_copied(copied, i->file))
            changed |= copy(copied, parent);
    }
    return changed;
}

/* The copied headers by name; with `once` only those with `#pragma once`. */
static gen_name_table table_of(const copied_headers *copied, bool once)
{
    gen_name_table names = {.arena = copied->arena};

    for (gen_image_file *file = copied->model->image_files; file; file = file->next)
        if (is_copied(copied, file) && (!once || has_pragma_once(file)))
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
static bool copy_includers_of_once(copied_headers *copied)
{
    const gen_name_table once = table_of(copied, true);
    bool changed = false;

    if (once.count == 0)
        return false;
    for (const gen_image_file *file = copied->model->image_files; file; file = file->next)
        if (!is_copied(copied, file) && includes_any(file, &once, copied->arena))
            changed |= copy(copied, file);
    return changed;
}

/* The front end does not enter a header whose guard is defined, so its further includes are in no
 * list. The text of a copied header has them nevertheless. */
static bool copy_included_again(copied_headers *copied)
{
    gen_name_table others = {.arena = copied->arena};
    bool changed = false;

    for (gen_image_file *file = copied->model->image_files; file; file = file->next)
        if (!is_copied(copied, file))
            gen_name_table_put(&others, file->name, file);
    for (const gen_image_file *file = copied->model->image_files; file; file = file->next) {
        text_line line = {.text = file->text};
        while (is_copied(copied, file) && next_line(&line, file->length)) {
            const char *name = included_name(&line, copied->arena);
            const gen_image_file *other = name ? gen_name_table_find(&others, name) : NULL;
            changed |= other && copy(copied, other);
        }
    }
    return changed;
}

/* --- Lines that are replaced ------------------------------------------------------------------ */

static bool is_dropped(const copied_headers *copied, const text_line *line, bool is_header)
{
    const char *name = included_name(line, copied->arena);

    return name ? gen_name_table_find(&copied->names, name) != NULL : is_header && is_once(line);
}

static gen_replaced_line *new_line(const copied_headers *copied, size_t begin, size_t end)
{
    gen_replaced_line *replaced = GEN_NEW(copied->arena, gen_replaced_line);

    replaced->begin = begin;
    replaced->end = end;
    return replaced;
}

static const gen_replaced_line *lines_of(const copied_headers *copied,
                                         const gen_inclusion *inclusion, const char *text,
                                         size_t length, bool is_header)
{
    text_line line = {.text = text};
    gen_replaced_line *first = NULL;
    gen_replaced_line **last = &first;

    while (next_line(&line, length)) {
        while (inclusion && inclusion->end < line.begin)
            inclusion = inclusion->next;
        if (inclusion && inclusion->begin <= line.end) { /* the line includes a header */
            const gen_image_file *file = inclusion->file;
            if (inclusion->begin < line.begin || !is_copied(copied, file))
                continue;
            *last = new_line(copied, inclusion->begin, inclusion->end);
            (*last)->header = file;
            (*last)->lines =
                lines_of(copied, inclusion->inclusions, file->text, file->length, true);
        } else if (is_dropped(copied, &line, is_header)) {
            const bool has_return = line.end > line.begin && text[line.end - 1] == '\r';
            *last = new_line(copied, line.begin, line.end - has_return);
        } else {
            continue;
        }
        last = &(*last)->next;
    }
    return first;
}

const gen_replaced_line *gen_replaced_lines(const gen_model *model, gen_arena *arena)
{
    copied_headers copied = {.model = model, .arena = arena, .files = {.arena = arena}};

    for (const gen_image_file *file = model->image_files; file; file = file->next)
        if (must_be_copied(file))
            copy(&copied, file);
    if (copied.files.count == 0)
        return NULL;
    while (copy_neighbours(&copied, NULL, model->inclusions) || copy_includers_of_once(&copied) ||
           copy_included_again(&copied))
        continue;
    copied.names = table_of(&copied, false);
    return lines_of(&copied, model->inclusions, model->source, model->source_length, false);
}

#include "inclusion.h"

#include <string.h>

/* A line of a text, without its end. */
typedef struct text_line {
    const char *text;
    size_t begin;
    size_t end;
} text_line;

/* Goes to the line behind; false at the end of the text. */
static bool next_line(text_line *line, size_t length)
{
    const char *found;

    if (line->end >= length)
        return false;
    line->begin = line->end ? line->end + 1 : 0;
    if (line->begin >= length)
        return false;
    found = memchr(line->text + line->begin, '\n', length - line->begin);
    line->end = found ? (size_t)(found - line->text) : length;
    return true;
}

/* What follows `#` and the word on this line; null if it is no such directive. */
static const char *directive(const text_line *line, const char *word)
{
    const char *c = line->text + line->begin;
    const char *end = line->text + line->end;
    size_t length = strlen(word);

    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    if (c == end || *c++ != '#')
        return NULL;
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    if ((size_t)(end - c) < length || memcmp(c, word, length) != 0)
        return NULL;
    return c + length;
}

static bool is_once(const text_line *line)
{
    const char *rest = directive(line, "pragma");
    const char *end = line->text + line->end;

    while (rest && rest < end && (*rest == ' ' || *rest == '\t'))
        rest++;
    return rest && end - rest >= 4 && memcmp(rest, "once", 4) == 0;
}

/* Whether the line includes a header of this name, wherever that is. */
static bool includes(const text_line *line, const char *name)
{
    const char *rest = directive(line, "include");
    const char *end = line->text + line->end;
    size_t length = strlen(name);

    for (; rest && (size_t)(end - rest) > length; rest++)
        if (strchr("\"</", rest[0]) && memcmp(rest + 1, name, length) == 0 &&
            rest + 1 + length < end && strchr("\">", rest[1 + length]))
            return true;
    return false;
}

static bool says_once(const gen_image_file *file)
{
    text_line line = {.text = file->text};

    while (next_line(&line, file->length))
        if (is_once(&line))
            return true;
    return false;
}

/* Whether a host compiler would see something else in it than the front end did. */
static bool has_to_stand(const gen_image_file *file)
{
    return file->unfit_bodies || strstr(file->text, "__CUDACC") || strstr(file->text, "__NVCC__");
}

static bool mark(gen_image_file *file)
{
    bool changed = !file->in_image;

    file->in_image = true;
    return changed;
}

/* What includes a header that stands as text stands there too, and so does what such a one
 * includes: its folder would not be looked at any more. */
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

static bool repeats(const gen_image_file *file, const gen_image_file *once)
{
    text_line line = {.text = file->text};

    if (!strstr(file->text, once->name))
        return false;
    while (next_line(&line, file->length))
        if (includes(&line, once->name))
            return true;
    return false;
}

/* A compiler does not know of a text that it has read what `#pragma once` said of its file. */
static bool spread_once(gen_model *model)
{
    bool changed = false;

    for (gen_image_file *once = model->image_files; once; once = once->next) {
        if (!once->in_image || !says_once(once))
            continue;
        for (gen_image_file *file = model->image_files; file; file = file->next)
            if (!file->in_image && repeats(file, once))
                changed |= mark(file);
    }
    return changed;
}

/* --- Lines that go -----------------------------------------------------------------------------
 */

static bool names_image_file(const gen_model *model, const text_line *line)
{
    for (const gen_image_file *file = model->image_files; file; file = file->next)
        if (file->in_image && includes(line, file->name))
            return true;
    return false;
}

static void drop_lines(const gen_model *model, gen_arena *arena, gen_inclusion **inclusions,
                       const char *text, size_t length, bool is_header)
{
    text_line line = {.text = text};

    while (next_line(&line, length)) {
        gen_inclusion *dropped;
        while (*inclusions && (*inclusions)->end < line.begin)
            inclusions = &(*inclusions)->next;
        if (*inclusions && (*inclusions)->begin <= line.end)
            continue; /* one that reads a header */
        if (!(is_header && is_once(&line)) && !names_image_file(model, &line))
            continue;
        dropped = GEN_NEW(arena, gen_inclusion);
        dropped->begin = line.begin;
        dropped->end = line.end - (line.end > line.begin && text[line.end - 1] == '\r');
        dropped->next = *inclusions;
        *inclusions = dropped;
    }
}

static void settle_texts(const gen_model *model, gen_arena *arena, gen_inclusion *inclusions)
{
    for (gen_inclusion *i = inclusions; i; i = i->next) {
        if (!i->file || !i->file->in_image)
            continue;
        settle_texts(model, arena, i->inclusions);
        drop_lines(model, arena, &i->inclusions, i->file->text, i->file->length, true);
    }
}

void gen_inclusions_settle(gen_model *model, gen_arena *arena)
{
    bool any = false;

    for (gen_image_file *file = model->image_files; file; file = file->next)
        any |= file->in_image = has_to_stand(file);
    if (!any)
        return;
    while (spread(NULL, model->inclusions) || spread_once(model))
        continue;
    settle_texts(model, arena, model->inclusions);
    drop_lines(model, arena, &model->inclusions, model->source, model->source_length, false);
}

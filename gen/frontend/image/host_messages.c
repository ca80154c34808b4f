#include "frontend/image/host_messages.h"

#include "support/plain_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define PLACE_LIMIT 24 /* per error; more places would not help */

typedef struct place_list {
    gen_host_place data[PLACE_LIMIT];
    size_t count;
} place_list;

typedef struct message_reader {
    gen_arena *arena;
    gen_host_error **last; /* where the next one goes */
    unsigned attempt;
    gen_host_error *error; /* the error to which notes may belong, or null */
    /* The code that caused what is being compiled, from the inside out. gcc prints it before all
     * errors there, clang after each. */
    place_list wanted_before;
    place_list wanted_after;
    place_list own;        /* the error's own place, and the macros that it is in */
    gen_host_place *shown; /* the place whose source line comes next, or null */
} message_reader;

static gen_host_place *add_place(place_list *list, gen_host_place place)
{
    if (list->count == PLACE_LIMIT)
        return NULL;
    list->data[list->count] = place;
    return &list->data[list->count++];
}

/* Reads the place in "name:12:3: rest" or "name:12: rest". Returns the rest, or null if there is no
 * place. */
static const char *read_place(message_reader *reader, const char *line, gen_host_place *place)
{
    for (const char *colon = strchr(line, ':'); colon; colon = strchr(colon + 1, ':')) {
        char *end;
        if (!isdigit((unsigned char)colon[1]) || colon == line)
            continue;
        place->file = gen_arena_copy(reader->arena, line, (size_t)(colon - line));
        place->line = (unsigned)strtoul(colon + 1, &end, 10);
        place->kernel = NULL;
        if (*end == ':' && isdigit((unsigned char)end[1]))
            strtoul(end + 1, &end, 10);
        return *end == ':' || *end == ',' ? end + 1 : end;
    }
    return NULL;
}

static void append_outwards(gen_host_error *error, const place_list *list)
{
    for (size_t i = list->count; i-- > 0;)
        error->places[error->place_count++] = list->data[i];
}

/* Completes the current error. */
static void finish_error(message_reader *reader)
{
    gen_host_error *error = reader->error;

    reader->shown = NULL;
    if (!error)
        return;
    error->places = GEN_NEW_ARRAY(reader->arena, gen_host_place, (size_t)3 * PLACE_LIMIT);
    append_outwards(error, &reader->wanted_after);
    append_outwards(error, &reader->wanted_before);
    for (size_t i = 0; i < reader->own.count; i++)
        error->places[error->place_count++] = reader->own.data[i];
    reader->error = NULL;
}

static gen_host_error *begin_error(message_reader *reader)
{
    gen_host_error *error = GEN_NEW(reader->arena, gen_host_error);

    finish_error(reader);
    error->attempt = reader->attempt;
    *reader->last = error;
    reader->last = &error->next;
    reader->own.count = 0;
    reader->wanted_after.count = 0;
    reader->error = error;
    return error;
}

static const char *after(const char *text, const char *part)
{
    const char *found = strstr(text, part);

    return found ? found + strlen(part) : NULL;
}

/* The text of an error line; null for other lines. */
static const char *error_text(const char *line)
{
    static const char *const kinds[] = {" fatal error: ", " error: ", " Error: ",
                                        " sorry, unimplemented: ", " internal compiler error: "};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const char *text = after(line, kinds[i]);
        if (text)
            return text;
    }
    return NULL;
}

static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The kernel in the text of an image's assertion, such as "kernel 'saxpy': custub read ..."; or
 * null. */
static const char *asserted_kernel(message_reader *reader, const char *text)
{
    const char *name = strstr(text, ": custub read ") ? after(text, "kernel '") : NULL;

    return name ? gen_arena_copy(reader->arena, name, strcspn(name, "'")) : NULL;
}

static void read_error(message_reader *reader, const char *text, const gen_host_place *place)
{
    gen_host_error *error = begin_error(reader);

    if (!place) {
        error->text = text;
        return;
    }
    error->text = gen_arena_format(reader->arena, "%s (%s:%u)", text, last_component(place->file),
                                   place->line);
    reader->shown = add_place(&reader->own, *place);
    if (reader->shown)
        reader->shown->kernel = asserted_kernel(reader, text);
}

/* Reads the last component of a name: "helper" in "a::helper<int>(float)". */
static const char *read_name(message_reader *reader, const char *text)
{
    size_t length = strcspn(text, "(<'\"");
    const char *name = text;

    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == ':' && text[i + 1] == ':')
            name = text + i + 2;
    return gen_arena_copy(reader->arena, name, length - (size_t)(name - text));
}

static bool read_missing(message_reader *reader, const char *line)
{
    const char *name = after(line, "undefined reference to `");
    gen_host_error *error;

    if (!name)
        name = after(line, "undefined symbol: ");
    if (!name)
        return false;
    error = begin_error(reader);
    error->missing = read_name(reader, name);
    error->text =
        gen_arena_format(reader->arena, "'%s' is not defined in this file", error->missing);
    return true;
}

/* Reads a source line that the compiler shows. It may be a line of the image's table, such as ` 52
 * | ::custub_cpu::thread_kernel<&::saxpy>("saxpy", 0),`, or one of its assertions. */
static void read_shown(message_reader *reader, const char *line)
{
    gen_host_place *place = reader->shown;
    const char *name = after(line, ">(\"");

    reader->shown = NULL;
    if (!place || place->kernel)
        return;
    if (strstr(line, "::custub_cpu::") && name && strchr(name, '"'))
        place->kernel = gen_arena_copy(reader->arena, name, strcspn(name, "\""));
    else
        place->kernel = asserted_kernel(reader, line);
}

static void read_note(message_reader *reader, const char *text, const gen_host_place *place)
{
    if (!reader->error)
        return;
    if (strstr(text, "requested here") || strstr(text, "required"))
        reader->shown = add_place(&reader->wanted_after, *place);
    else if (strstr(text, "in expansion of macro") || strstr(text, "expanded from") ||
             strstr(text, "called from here"))
        reader->shown = add_place(&reader->own, *place);
}

/* Reads gcc's words before an error: "file: In function 'f':" starts a new context. */
static void read_context(message_reader *reader, const char *line)
{
    gen_host_place place;
    const char *inlined = after(line, "inlined from ");
    const char *at = inlined ? after(inlined, " at ") : NULL;

    if (at && read_place(reader, at, &place)) {
        reader->shown = add_place(&reader->wanted_before, place);
    } else if (strstr(line, ": In ") || strstr(line, ": At ")) {
        finish_error(reader);
        reader->wanted_before.count = 0;
    } else {
        read_shown(reader, line);
    }
}

static void read_line(message_reader *reader, const char *line)
{
    gen_host_place place;
    const char *rest = read_place(reader, line, &place);
    const char *text = line[0] == ' ' ? NULL : error_text(rest ? rest : line);

    if (read_missing(reader, line))
        return;
    if (text) {
        read_error(reader, text, rest ? &place : NULL);
    } else if (!rest || line[0] == ' ') {
        read_context(reader, line);
    } else if (strstr(rest, " warning: ")) {
        finish_error(reader);
    } else if (strstr(rest, " note: ")) {
        read_note(reader, rest, &place);
    } else if (strstr(rest, "required")) {
        finish_error(reader);
        reader->shown = add_place(&reader->wanted_before, place);
    }
}

bool gen_host_messages_add(gen_host_messages *messages, gen_arena *arena, gen_diag *diag,
                           const char *path)
{
    size_t length;
    char *text = gen_plain_file_read(arena, diag, path, &length);
    message_reader reader = {.arena = arena, .last = &messages->errors};

    if (!text)
        return false;
    while (*reader.last)
        reader.last = &(*reader.last)->next;
    reader.attempt = ++messages->attempts;
    for (char *line = text, *end; line < text + length; line = end + 1) {
        end = line + strcspn(line, "\r\n");
        if (end < text + length)
            *end = '\0';
        read_line(&reader, line);
    }
    finish_error(&reader);
    return true;
}

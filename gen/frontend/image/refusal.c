/* Finds the bodies with errors in the messages of a host compiler that refused the CPU image. */
#include "frontend/image/refusal.h"

#include "frontend/image/host_messages.h"
#include "frontend/image/image_headers.h"
#include "frontend/reader/declaration_walk.h"
#include "frontend/reader/state.h"

#include <string.h>

typedef struct gen_refusals {
    gen_name_table table;
    unsigned last; /* the last attempt that showed something new */
} gen_refusals;

static gen_refusals *state_of(gen_reader *reader)
{
    static const char owner;
    gen_refusals *refusals = gen_state_of_file(reader, &owner, sizeof(*refusals));

    refusals->table.arena = reader->arena;
    return refusals;
}

/* A function body in one of the program's files. */
typedef struct body_lines {
    struct body_lines *next;
    const char *file; /* its last component */
    const char *key;  /* its place, as a key */
    unsigned first;   /* lines as the compiler counts them */
    unsigned last;
} body_lines;

typedef struct refusal_reader {
    gen_reader *reader;
    body_lines *bodies;
} refusal_reader;

static const char *key_of(gen_reader *reader, CXCursor body, const char **name)
{
    unsigned offset = 0;
    CXFile file = NULL;
    const gen_image_file *header;

    clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(body)), &file, NULL, NULL,
                               &offset);
    header = gen_read_image_file(reader, file);
    if (!file || (!header && !clang_File_isEqual(file, reader->main_file)))
        return NULL;
    *name = header ? header->name : reader->model->file;
    return gen_arena_format(reader->arena, "%u %p", offset, (const void *)header);
}

static void add_body(refusal_reader *walk, CXCursor function)
{
    CXCursor body = gen_reader_child(function, CXCursor_CompoundStmt);
    CXSourceRange extent;
    body_lines *lines;
    const char *file;
    const char *key;

    if (clang_Cursor_isNull(body))
        return;
    key = key_of(walk->reader, body, &file);
    if (!key)
        return;
    extent = clang_getCursorExtent(body);
    lines = GEN_NEW(walk->reader->arena, body_lines);
    lines->key = key;
    lines->file = file;
    clang_getExpansionLocation(clang_getRangeStart(extent), NULL, &lines->first, NULL, NULL);
    clang_getExpansionLocation(clang_getRangeEnd(extent), NULL, &lines->last, NULL, NULL);
    lines->next = walk->bodies;
    walk->bodies = lines;
}

static void visit_declaration(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    (void)reader;
    if (gen_declaration_has_image_body(declaration))
        add_body(data, declaration->cursor);
}

/* Stores the error. A new finding makes another attempt worthwhile. */
static void note(gen_reader *reader, const char *key, const gen_host_error *error)
{
    if (gen_name_table_find(&state_of(reader)->table, key))
        return;
    gen_name_table_put(&state_of(reader)->table, gen_arena_string(reader->arena, key),
                       (void *)error);
    if (error->attempt > state_of(reader)->last)
        state_of(reader)->last = error->attempt;
}

/* Stores the error for all bodies on the line: a macro may write several. */
static bool note_bodies(refusal_reader *walk, const gen_host_place *place,
                        const gen_host_error *error)
{
    const char *name = gen_model_file_of((gen_place){place->file, 0, 0});
    bool found = false;

    for (const body_lines *body = walk->bodies; body; body = body->next) {
        if (place->line < body->first || place->line > body->last || strcmp(name, body->file) != 0)
            continue;
        note(walk->reader, body->key, error);
        found = true;
    }
    return found;
}

static void place_error(refusal_reader *walk, const gen_host_error *error)
{
    gen_reader *reader = walk->reader;

    if (error->missing)
        note(reader, gen_arena_format(reader->arena, "missing %s", error->missing), error);
    for (size_t i = 0; i < error->place_count; i++) {
        const gen_host_place *place = &error->places[i];
        if (place->kernel) {
            note(reader, gen_arena_format(reader->arena, "kernel %s", place->kernel), error);
            return;
        }
        if (note_bodies(walk, place, error))
            return;
    }
}

void gen_read_refusals(gen_reader *reader)
{
    refusal_reader walk = {.reader = reader};

    if (!reader->options->refused)
        return;
    gen_reader_visit_declarations(reader, reader->unit, visit_declaration, &walk);
    for (const gen_host_error *error = reader->options->refused->errors; error; error = error->next)
        place_error(&walk, error);
}

static const char *reason_of(gen_reader *reader, const gen_host_error *error)
{
    return gen_arena_format(reader->arena, "the host compiler refuses it: %s", error->text);
}

const char *gen_read_refusal(gen_reader *reader, CXCursor function)
{
    CXCursor body;
    const char *file;
    const char *key;
    const gen_host_error *error;

    if (!reader->options->refused)
        return NULL;
    body = gen_reader_child(function, CXCursor_CompoundStmt);
    key = clang_Cursor_isNull(body) ? NULL : key_of(reader, body, &file);
    error = key ? gen_name_table_find(&state_of(reader)->table, key) : NULL;
    return error ? reason_of(reader, error) : NULL;
}

const char *gen_read_missing(gen_reader *reader, CXCursor reference)
{
    CXCursor found;
    const char *key;
    const gen_host_error *error;

    if (!reader->options->refused)
        return NULL;
    found = clang_getCursorReferenced(reference);
    if (clang_Cursor_isNull(found) || !clang_Cursor_isNull(clang_getCursorDefinition(found)))
        return NULL;
    key = gen_arena_format(reader->arena, "missing %s",
                           gen_reader_text(reader, clang_getCursorSpelling(found)));
    error = gen_name_table_find(&state_of(reader)->table, key);
    return error ? reason_of(reader, error) : NULL;
}

bool gen_read_misses_names(const gen_reader *reader)
{
    if (!reader->options->refused)
        return false;
    for (const gen_host_error *error = reader->options->refused->errors; error; error = error->next)
        if (error->missing)
            return true;
    return false;
}

/* Refuses the whole file if the last attempt found nothing more to leave out. */
static void refuse_file(gen_reader *reader)
{
    const gen_host_messages *messages = reader->options->refused;
    const gen_host_error *error = messages->errors;

    while (error && error->attempt < messages->attempts)
        error = error->next;
    reader->model->cpu_refused = true;
    for (gen_kernel *kernel = reader->model->kernels; kernel; kernel = kernel->next) {
        kernel->cpu.refused = true;
        if (!kernel->cpu.unfit)
            kernel->cpu.unfit =
                error ? gen_arena_format(reader->arena, "the host compiler refuses the file: %s",
                                         error->text)
                      : "the host compiler fails on the file";
    }
}

static const gen_host_error *error_of_kernel(gen_reader *reader, const char *name)
{
    return gen_name_table_find(&state_of(reader)->table,
                               gen_arena_format(reader->arena, "kernel %s", name));
}

void gen_read_finish_refusals(gen_reader *reader)
{
    const gen_host_messages *messages = reader->options->refused;

    if (!messages || messages->attempts == 0)
        return;
    for (gen_kernel *kernel = reader->model->kernels; kernel; kernel = kernel->next) {
        const gen_host_error *error = error_of_kernel(reader, kernel->symbol);
        if (!error && kernel->written) /* the table uses the symbol, an assertion the name */
            error = error_of_kernel(reader, kernel->name);
        kernel->cpu.refused |= error != NULL;
        if (error && !kernel->cpu.unfit)
            kernel->cpu.unfit = reason_of(reader, error);
    }
    if (state_of(reader)->last < messages->attempts)
        refuse_file(reader);
}

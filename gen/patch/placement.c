#include "patch/placement.h"

#include "support/body_scan.h"

#include <stdlib.h>
#include <string.h>

#define HEADER "custub/kernel.h"

/* A line of the annotations. */
typedef struct line {
    const char *kernel;
    long param; /* -1: the kernel */
    const char *text;
} line;

typedef struct placement {
    gen_insertions *insertions;
    const gen_model *model;
    gen_diag *diag;
    gen_arena *arena;
    const char *why; /* the kernel cannot be edited; null: it can */
} placement;

/* --- Places ----------------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The offset of the place; the length of the source if it is not there. */
static size_t offset_of(const gen_model *model, gen_place place)
{
    const char *end = model->source + model->source_length;
    const char *at = model->source;

    if (!place.file || strcmp(place.file, model->path) != 0 || !place.line || !place.column)
        return model->source_length;
    for (unsigned i = 1; i < place.line && at < end; i++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    return (size_t)(end - at) > place.column - 1 ? (size_t)(at - model->source) + place.column - 1
                                                 : model->source_length;
}

/* The offset after the name, if it is written at the place: a macro may have made it. 0: not. */
static size_t after_name(const gen_model *model, gen_place place, const char *name)
{
    const size_t offset = offset_of(model, place);
    const size_t length = strlen(name);

    if (model->source_length - offset <= length ||
        memcmp(model->source + offset, name, length) != 0 ||
        is_word(model->source[offset + length]))
        return 0;
    return offset + length;
}

/* True if nothing but blanks is before the token on its line. */
static bool is_directive(const gen_scan *scan)
{
    const char *at = scan->token.text;

    while (at > scan->source && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return *scan->token.text == '#' && (at == scan->source || at[-1] == '\n');
}

/* True at the end of a line that a backslash does not continue. */
static bool is_line_end(const char *at)
{
    return *at == '\n' && at[at[-1] == '\r' ? -2 : -1] != '\\';
}

static void skip_directive(gen_scan *scan)
{
    while (scan->next < scan->end && !is_line_end(scan->next))
        scan->next++;
    gen_scan_advance(scan);
}

/* The offset of `__global__` in the declaration whose name begins at `name`; the latter if there is
 * none. */
static size_t global_before(const gen_model *model, size_t name)
{
    static const char *const ends[] = {";", "{", "}"};
    size_t found = name;
    gen_scan scan;

    gen_scan_begin(&scan, model->source, (gen_source_range){0, name});
    while (!gen_scan_at_end(&scan)) {
        const char first = *scan.token.text;

        if (first == '"' || first == '\'') {
            gen_scan_skip_quoted(&scan);
            continue;
        }
        if (is_directive(&scan)) {
            skip_directive(&scan);
            continue;
        }
        if (GEN_TOKEN_IS_ANY(scan.token, ends))
            found = name;
        else if (gen_scan_at(&scan, "__global__"))
            found = gen_scan_offset(&scan);
        gen_scan_advance(&scan);
    }
    return found;
}

/* The offset after the brackets of arrays that follow. */
static size_t after_brackets(const gen_model *model, size_t offset)
{
    gen_scan scan;
    size_t end = offset;

    gen_scan_begin(&scan, model->source, (gen_source_range){offset, model->source_length});
    while (gen_scan_at(&scan, "[") && gen_scan_skip_brackets(&scan)) {
        end = gen_scan_offset(&scan);
        while (end > offset && model->source[end - 1] != ']')
            end--;
    }
    return end;
}

/* --- A kernel --------------------------------------------------------------------------------- */

/* The last component of a C++ name. */
static const char *plain_name(const gen_kernel *kernel, gen_arena *arena)
{
    const char *written = kernel->written ? kernel->written : kernel->name;
    const char *end = written + strcspn(written, "<");
    const char *at = end;

    while (at > written && is_word(at[-1]))
        at--;
    return gen_arena_format(arena, "%.*s", (int)(end - at), at);
}

static void place_kernel(placement *p, const gen_kernel *kernel, const char *text)
{
    const char *name = plain_name(kernel, p->arena);
    const size_t after = after_name(p->model, kernel->place, name);
    const size_t begin = after - strlen(name);
    const size_t at = after ? global_before(p->model, begin) : 0;

    if (!after || at == begin)
        p->why = "its name or '__global__' is not written there";
    else
        gen_insertions_add(p->insertions, at, gen_arena_format(p->arena, "%s ", text));
}

/* True for `(*x)`: an annotation has no place behind the name. */
static bool is_in_parentheses(const gen_model *model, const char *name)
{
    while (name > model->source && (name[-1] == '*' || name[-1] == ' '))
        name--;
    return name > model->source && name[-1] == '(';
}

static void place_param(placement *p, const gen_param *param, const char *text)
{
    const size_t after = after_name(p->model, param->place, param->name);

    if (after && is_in_parentheses(p->model, p->model->source + after - strlen(param->name)))
        p->why = gen_arena_format(p->arena, "parameter '%s' is in parentheses", param->name);
    else if (!after)
        p->why = gen_arena_format(p->arena, "the name of parameter '%s' is not written there",
                                  param->name);
    else
        gen_insertions_add(p->insertions, after_brackets(p->model, after),
                           gen_arena_format(p->arena, " %s", text));
}

/* An earlier kernel of the same declaration, for example another instance of its template. */
static const gen_kernel *declared_with(const gen_model *model, const gen_kernel *kernel)
{
    const gen_kernel *other = model->kernels;

    while (other != kernel && (other->place.line != kernel->place.line ||
                               other->place.column != kernel->place.column ||
                               strcmp(other->place.file, kernel->place.file) != 0))
        other = other->next;
    return other == kernel ? NULL : other;
}

static void place_line(placement *p, const gen_kernel *kernel, const line *l)
{
    if (p->why)
        return;
    if (l->param < 0)
        place_kernel(p, kernel, l->text);
    else if ((size_t)l->param < kernel->param_count)
        place_param(p, &kernel->params[l->param], l->text);
}

static void add_all(gen_insertions *to, const gen_insertions *from)
{
    for (const gen_insertion *i = from->first; i; i = i->next)
        gen_insertions_add(to, i->offset, i->text);
}

/* Adds all lines of the kernel, or none. */
static void place_lines(placement *p, const gen_kernel *kernel, const line *lines, size_t count)
{
    gen_insertions *all = p->insertions;
    gen_insertions own = {p->arena, NULL};
    const gen_kernel *other = declared_with(p->model, kernel);
    bool any = false;

    p->insertions = &own;
    p->why =
        other ? gen_arena_format(p->arena, "it has the declaration of '%s'", other->name) : NULL;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(lines[i].kernel, kernel->name) != 0)
            continue;
        place_line(p, kernel, &lines[i]);
        any = true;
    }
    p->insertions = all;
    if (any && p->why)
        gen_diag_note(p->diag, kernel->place, "contract-unplaced",
                      "kernel '%s' is left out of the patch: %s; edit it by hand, or use "
                      "--contract-of",
                      kernel->name, p->why);
    if (!p->why)
        add_all(all, &own);
}

/* --- The header ------------------------------------------------------------------------------- */

static bool is_included(const gen_model *model)
{
    const size_t length = strlen(HEADER);

    for (const gen_file_name *file = model->dependencies; file; file = file->next) {
        const size_t all = strlen(file->name);

        if (all >= length && strcmp(file->name + all - length, HEADER) == 0)
            return true;
    }
    return false;
}

/* The offset of the first #include, unless a condition is before it; then the beginning. */
static size_t include_place(const gen_model *model)
{
    gen_scan scan;

    gen_scan_begin(&scan, model->source, (gen_source_range){0, model->source_length});
    while (!gen_scan_at_end(&scan)) {
        const size_t offset = gen_scan_offset(&scan);

        if (*scan.token.text != '#') {
            gen_scan_advance(&scan);
            continue;
        }
        gen_scan_advance(&scan);
        if (gen_scan_at(&scan, "include"))
            return offset;
        if (scan.token.length >= 2 && memcmp(scan.token.text, "if", 2) == 0)
            return 0;
        skip_directive(&scan);
    }
    return 0;
}

/* --- All -------------------------------------------------------------------------------------- */

static size_t split(char *annotations, line *lines)
{
    size_t count = 0;

    for (char *at = strtok(annotations, "\n"); at; at = strtok(NULL, "\n")) {
        char *param = strchr(at, '\t');
        char *text = param ? strchr(param + 1, '\t') : NULL;

        if (!text)
            continue;
        *param = *text = '\0';
        lines[count++] = (line){at, strtol(param + 1, NULL, 10), text + 1};
    }
    return count;
}

static const char *include_line(const gen_model *model)
{
    const char *const end = memchr(model->source, '\n', model->source_length);

    return end && end > model->source && end[-1] == '\r' ? "#include <" HEADER ">\r\n"
                                                         : "#include <" HEADER ">\n";
}

void gen_placement_add(gen_insertions *insertions, const gen_model *model, gen_diag *diag,
                       char *annotations)
{
    gen_insertions placed = {insertions->arena, NULL};
    placement p = {&placed, model, diag, insertions->arena, NULL};
    line *lines = GEN_NEW_ARRAY(p.arena, line, strlen(annotations) + 1);
    const size_t count = split(annotations, lines);

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        place_lines(&p, kernel, lines, count);
    /* The first, as a kernel may be at the same place. */
    if (placed.first && !is_included(model))
        gen_insertions_add(insertions, include_place(model), include_line(model));
    add_all(insertions, &placed);
}

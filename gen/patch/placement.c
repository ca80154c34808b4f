#include "patch/placement.h"

#include "patch/source_place.h"
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
    const line *lines;
    size_t line_count;
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

/* True if the word ends a name of this text: "::k<4>", "static_cast<…>(::a::k)". */
static bool is_name_in(const char *text, const char *word, size_t length)
{
    for (const char *at = text; *at; at++) {
        if (strncmp(at, word, length) == 0 && (at == text || !is_word(at[-1])) &&
            (at[length] == '\0' || at[length] == '<' || at[length] == ')'))
            return true;
    }
    return false;
}

/* True if the kernel's name is written at this offset: a macro may have made it. */
static bool is_named_at(const gen_model *model, const gen_kernel *kernel, size_t offset)
{
    size_t end = offset;

    while (end < model->source_length && is_word(model->source[end]))
        end++;
    return end > offset && is_name_in(kernel->written ? kernel->written : kernel->name,
                                      model->source + offset, end - offset);
}

static void place_kernel(placement *p, const gen_kernel *kernel, const char *text)
{
    const size_t begin = offset_of(p->model, kernel->place);
    const size_t at =
        is_named_at(p->model, kernel, begin) ? gen_source_place_global(p->model, begin) : begin;

    if (at == begin)
        p->why = "its name or '__global__' is not written there";
    else
        gen_insertions_add(p->insertions, at, gen_arena_format(p->arena, "%s ", text));
}

/* True for `(*x)` and `(*__restrict__ x)`: an annotation has no place behind the name. */
static bool is_in_parentheses(const gen_model *model, const char *name)
{
    const char *at = name;

    while (at > model->source && (is_word(at[-1]) || strchr("*& \t\r\n", at[-1])))
        at--;
    return at > model->source && at[-1] == '(' && at[strspn(at, " \t\r\n")] == '*';
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

static const line *next_line(const placement *p, const gen_kernel *kernel, const line *from)
{
    while (from < p->lines + p->line_count && strcmp(from->kernel, kernel->name) != 0)
        from++;
    return from < p->lines + p->line_count ? from : NULL;
}

static bool have_same_lines(const placement *p, const gen_kernel *a, const gen_kernel *b)
{
    const line *one = next_line(p, a, p->lines);
    const line *other = next_line(p, b, p->lines);

    while (one && other && one->param == other->param && strcmp(one->text, other->text) == 0) {
        one = next_line(p, a, one + 1);
        other = next_line(p, b, other + 1);
    }
    return !one && !other;
}

static bool are_declared_together(const gen_kernel *a, const gen_kernel *b)
{
    return a->place.line == b->place.line && a->place.column == b->place.column &&
           strcmp(a->place.file, b->place.file) == 0;
}

/* Other instances of a template have its contract. True if an earlier one has brought it. */
static bool is_placed_already(placement *p, const gen_kernel *kernel)
{
    bool is_later = false;
    bool is_placed = false;

    for (const gen_kernel *other = p->model->kernels; other; other = other->next) {
        is_later |= other == kernel;
        if (other == kernel || !are_declared_together(other, kernel))
            continue;
        is_placed |= !is_later;
        if (!have_same_lines(p, kernel, other))
            p->why = gen_arena_format(p->arena,
                                      "it has the declaration of '%s', for which not the same "
                                      "contract was found",
                                      other->name);
    }
    return is_placed;
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
static void place_lines(placement *p, const gen_kernel *kernel)
{
    const line *l = next_line(p, kernel, p->lines);
    gen_insertions *all = p->insertions;
    gen_insertions own = {p->arena, NULL};

    p->why = NULL;
    if (!l || (is_placed_already(p, kernel) && !p->why))
        return;
    p->insertions = &own;
    for (; l; l = next_line(p, kernel, l + 1))
        place_line(p, kernel, l);
    p->insertions = all;
    if (p->why)
        gen_diag_note(p->diag, kernel->place, "contract-unplaced",
                      "kernel '%s' is left out of the patch: %s; edit it by hand, or use "
                      "--contract-of",
                      kernel->name, p->why);
    else
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
    line *lines = GEN_NEW_ARRAY(insertions->arena, line, strlen(annotations) + 1);
    placement p = {.insertions = &placed,
                   .model = model,
                   .diag = diag,
                   .arena = insertions->arena,
                   .lines = lines,
                   .line_count = split(annotations, lines)};

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        place_lines(&p, kernel);
    /* The first, as a kernel may be at the same place. */
    if (placed.first && !is_included(model))
        gen_insertions_add(insertions, gen_source_place_include(model), include_line(model));
    add_all(insertions, &placed);
}

#include "cpu_image/loop_guard.h"

#include "cpu_image/body_value.h"

#include <string.h>

typedef struct loop_search {
    const gen_model *model;
    gen_scan scan;
    gen_body_values values;
    gen_loop_guard *guard;
} loop_search;

/* --- Declarations ----------------------------------------------------------------------------- */

static gen_loop_part *add_part(gen_loop_guard *guard, gen_loop_part_kind kind)
{
    gen_loop_part *part = &guard->parts[guard->part_count++];

    memset(part, 0, sizeof(*part));
    part->kind = kind;
    return part;
}

static bool has_line_or_comment(const gen_model *model, gen_source_range range)
{
    for (size_t i = range.begin; i < range.end; i++)
        if (model->source[i] == '\n' || model->source[i] == '/')
            return true;
    return false;
}

/* Reads the type of a declaration. The image repeats it, so it must be on one line. `auto` gives an
 * empty range. */
static bool take_declared_type(loop_search *search, gen_source_range *range)
{
    range->begin = range->end = 0;
    gen_scan_take(&search->scan, "const");
    if (!gen_scan_take(&search->scan, "auto") && !gen_scan_take_type(&search->scan, range))
        return false;
    gen_scan_take(&search->scan, "const");
    return !has_line_or_comment(search->model, *range);
}

/* Reads `const int i = …;`. */
static bool take_declaration(loop_search *search)
{
    gen_scan *scan = &search->scan;
    gen_value_kind kind = GEN_VALUE_INDEX;
    gen_source_range type;
    gen_token name;
    size_t begin;
    char dimension;

    if (!take_declared_type(search, &type))
        return false;
    name = scan->token;
    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "="))
        return false;
    begin = gen_scan_offset(scan);
    dimension = gen_scan_take_index(scan);
    if (!dimension)
        kind = gen_values_take_arithmetic(&search->values, scan);
    if (!gen_scan_at(scan, ";") || kind == GEN_VALUE_UNKNOWN ||
        !gen_values_declare(&search->values, (gen_body_local){.name = name, .kind = kind}))
        return false;
    if (dimension) {
        gen_loop_part *part = add_part(search->guard, GEN_LOOP_INDEX);
        part->dimension = dimension;
        part->type = type;
        part->text.begin = begin;
        part->text.end = gen_scan_offset(scan);
    }
    gen_scan_advance(scan);
    return true;
}

/* --- Guards ----------------------------------------------------------------------------------- */

static bool is_order(gen_token token)
{
    return gen_token_is(token, "<") || gen_token_is(token, "<=") || gen_token_is(token, ">") ||
           gen_token_is(token, ">=");
}

static bool is_type_next(gen_scan scan)
{
    gen_source_range type;

    return gen_scan_take_type(&scan, &type);
}

/* Reads `i < n`, in parentheses or not. */
static bool take_comparison(loop_search *search)
{
    gen_scan *scan = &search->scan;
    gen_scan ahead = *scan;
    bool is_enclosed = gen_scan_take(&ahead, "(") && !is_type_next(ahead);
    gen_value_kind left;
    gen_value_kind right;

    if (is_enclosed)
        *scan = ahead;
    left = gen_values_take_arithmetic(&search->values, scan);
    if (!is_order(scan->token))
        return false;
    gen_scan_advance(scan);
    right = gen_values_take_arithmetic(&search->values, scan);
    if (!(left == GEN_VALUE_INDEX && right == GEN_VALUE_UNIFORM) &&
        !(left == GEN_VALUE_UNIFORM && right == GEN_VALUE_INDEX))
        return false;
    return !is_enclosed || gen_scan_take(scan, ")");
}

/* Reads comparisons of an index with a uniform value, joined by `joint`, up to a closing
 * parenthesis. Returns their number; 0 if there is something else. */
static size_t take_comparisons(loop_search *search, const char *joint)
{
    size_t count = 0;

    do {
        if (!take_comparison(search))
            return 0;
        count++;
    } while (gen_scan_take(&search->scan, joint));
    return gen_scan_at(&search->scan, ")") ? count : 0;
}

/* Reads a condition in parentheses. With `||`, a thread leaves if one comparison is true
 * (`may_leave`); with `&&`, a thread stays if all are (`may_stay`). A single comparison allows
 * both. */
static bool take_condition(loop_search *search, bool *may_leave, bool *may_stay,
                           gen_source_range *range)
{
    const gen_scan start = search->scan;
    size_t count = take_comparisons(search, "&&");

    *may_stay = count > 0;
    *may_leave = count == 1;
    if (count == 0) {
        search->scan = start;
        *may_leave = take_comparisons(search, "||") > 0;
    }
    range->begin = (size_t)(start.token.text - start.source);
    range->end = gen_scan_offset(&search->scan);
    return gen_scan_take(&search->scan, ")") && (*may_leave || *may_stay);
}

static bool take_return(gen_scan *scan)
{
    bool has_braces = gen_scan_take(scan, "{");

    return gen_scan_take(scan, "return") && gen_scan_take(scan, ";") &&
           (!has_braces || gen_scan_take(scan, "}"));
}

/* True if the `if` at `begin`, whose condition was read, is the last statement and has no `else`.
 * The front end, which sees through macros, must agree. */
static bool take_rest(loop_search *search, size_t begin)
{
    gen_scan *scan = &search->scan;

    if (begin != search->values.kernel->cpu.last_if || !gen_scan_skip_statement(scan))
        return false;
    while (gen_scan_take(scan, ";"))
        continue;
    return gen_scan_at_end(scan);
}

/* The kind of the guard that was read, or GEN_LOOP_INDEX if there was none. */
static gen_loop_part_kind take_guard(loop_search *search)
{
    gen_scan *scan = &search->scan;
    const size_t begin = gen_scan_offset(scan);
    gen_loop_part_kind kind = GEN_LOOP_INDEX;
    gen_source_range condition;
    gen_scan start;
    bool may_leave;
    bool may_stay;

    if (!gen_scan_take(scan, "if") || !gen_scan_take(scan, "(") ||
        !take_condition(search, &may_leave, &may_stay, &condition))
        return GEN_LOOP_INDEX;
    start = *scan;
    if (take_return(scan)) {
        if (may_leave)
            kind = GEN_LOOP_RETURN;
    } else {
        *scan = start;
        if (may_stay && take_rest(search, begin))
            kind = GEN_LOOP_GUARD;
    }
    if (kind != GEN_LOOP_INDEX)
        add_part(search->guard, kind)->text = condition;
    return kind;
}

/* --- The place -------------------------------------------------------------------------------- */

static void find_open_dimensions(const gen_model *model, const gen_kernel *kernel,
                                 gen_loop_guard *guard)
{
    for (int i = 0; i < 3; i++) {
        size_t count = 0;
        for (size_t k = 0; k < guard->part_count; k++)
            count += guard->parts[k].kind == GEN_LOOP_INDEX && guard->parts[k].dimension == 'x' + i;
        guard->is_open[i] = gen_loop_is_open(model, kernel, (char)('x' + i), count);
    }
}

/* --- Kernels ---------------------------------------------------------------------------------- */

/* False if the image changes the body's text in another way, or if threads may wait for each
 * other. */
static bool may_change(const gen_model *model, const gen_kernel *kernel)
{
    if (!kernel->cpu.no_barrier || kernel->cpu.unfit || kernel->unread ||
        kernel->cpu.body_end < kernel->cpu.body_begin + 2 ||
        kernel->cpu.body_end > model->source_length)
        return false;
    for (const gen_unfit_body *body = model->unfit_bodies;
         body && body->begin < kernel->cpu.body_end; body = body->next)
        if (kernel->cpu.body_begin < body->end)
            return false;
    for (size_t i = 0; i < kernel->param_count; i++) {
        gen_token name = {kernel->params[i].name, strlen(kernel->params[i].name)};
        if (gen_token_is_builtin(name))
            return false;
    }
    return true;
}

/* Reads declarations and returns, and a final `if` around the rest. */
static void take_parts(loop_search *search)
{
    gen_loop_guard *guard = search->guard;

    while (guard->part_count < GEN_LOOP_PART_LIMIT) {
        gen_loop_part_kind kind = GEN_LOOP_INDEX;
        if (gen_scan_at(&search->scan, "if"))
            kind = take_guard(search);
        else if (take_declaration(search))
            continue;
        guard->has_guard |= kind != GEN_LOOP_INDEX;
        if (kind != GEN_LOOP_RETURN)
            return;
    }
}

static bool find(const gen_model *model, const gen_kernel *kernel, gen_loop_guard *guard)
{
    loop_search search = {.model = model, .guard = guard};
    const gen_source_range body = {kernel->cpu.body_begin + 1, kernel->cpu.body_end - 1};
    bool has_index = false;

    memset(guard, 0, sizeof(*guard));
    if (!may_change(model, kernel) || !gen_scan_is_plain(model->source, body))
        return false;
    search.values.kernel = kernel;
    gen_scan_begin(&search.scan, model->source, body);
    take_parts(&search);
    /* Indices after the last guard are not needed, but allowed. */
    for (size_t i = 0; i < guard->part_count; i++)
        has_index |= guard->parts[i].kind == GEN_LOOP_INDEX;
    if (has_index)
        find_open_dimensions(model, kernel, guard);
    return has_index;
}

/* Inserts in the order of the text: kernels that only a later architecture has come after all
 * others. */
static void insert(gen_loop_guards *guards, gen_loop_guard *loop)
{
    gen_loop_guard **slot = &guards->first;

    while (*slot && (*slot)->kernel->cpu.body_begin < loop->kernel->cpu.body_begin)
        slot = &(*slot)->next;
    loop->next = *slot;
    *slot = loop;
}

gen_loop_guards gen_loop_guards_find(const gen_model *model, gen_arena *arena)
{
    gen_loop_guards guards = {.of_kernels = {.arena = arena}};
    gen_loop_guard found;

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        gen_loop_guard *loop;
        if (!find(model, kernel, &found))
            continue;
        loop = GEN_NEW(arena, gen_loop_guard);
        *loop = found;
        loop->kernel = kernel;
        gen_address_table_put(&guards.of_kernels, kernel, loop);
        insert(&guards, loop);
    }
    return guards;
}

const gen_loop_guard *gen_loop_guard_of(const gen_loop_guards *guards, const gen_kernel *kernel)
{
    return gen_address_table_find(&guards->of_kernels, kernel);
}

#include "cpu_image/loops/stride_loop.h"

#include "cpu_image/loops/stride_body.h"
#include "cpu_image/loops/stride_head.h"
#include "cpu_image/loops/uniform_expression.h"

#include <string.h>

#define DEPTH_LIMIT 16

static unsigned bit_of(char dimension)
{
    return 1u << (dimension - 'x');
}

/* Finds the loop's variable: an index that was not declared inside another loop. It can be used
 * once. */
static bool take_variable(gen_stride_search *search, gen_loop_part *part)
{
    const gen_body_local *local = gen_values_find(&search->values, part->name);

    if (!local || !local->index || local->loops != search->loops)
        return false;
    part->dimension = local->index;
    part->start.begin = (size_t)(part->name.text - search->scan.source);
    part->start.end = part->start.begin + part->name.length;
    search->values.locals[local - search->values.locals].index = 0;
    return true;
}

/* --- Loops ------------------------------------------------------------------------------------ */

static bool take_statement(gen_stride_search *search);

/* Comments between the parts would be lost. */
static bool has_comment(const gen_scan *scan, gen_source_range range)
{
    for (size_t i = range.begin; i + 1 < range.end; i++)
        if (scan->source[i] == '/' && (scan->source[i + 1] == '/' || scan->source[i + 1] == '*'))
            return true;
    return false;
}

/* Inside the loop, `i` is an ordinary number. */
static bool enter(gen_stride_search *search, const gen_loop_part *part)
{
    if (search->around & bit_of(part->dimension))
        return false;
    search->loops++;
    search->around |= bit_of(part->dimension);
    return gen_values_declare(
        &search->values,
        (gen_body_local){.name = part->name, .kind = GEN_VALUE_UNIFORM, .loops = search->loops});
}

static void leave(gen_stride_search *search, const gen_loop_part *part, size_t local_count)
{
    search->values.local_count = local_count;
    search->loops--;
    search->around &= ~bit_of(part->dimension);
}

/* Reads a loop's body: loops over other dimensions, or statements that run once per thread and
 * iteration. `step`: the offset of the last statement of a `while`. */
static bool take_body(gen_stride_search *search, size_t step)
{
    const gen_stride_search start = *search;
    gen_scan *scan = &search->scan;
    gen_scan end = *scan;

    if (step == 0 && take_statement(search) && search->part_count > start.part_count)
        return true;
    *search = start;
    if (step == 0 && !gen_scan_skip_statement(&end))
        return false;
    if (!gen_stride_body_is_free(&search->values, *scan, step ? step : gen_scan_offset(&end),
                                 step > 0))
        return false;
    search->all &= search->around;
    while (gen_scan_offset(scan) < (step ? step : gen_scan_offset(&end)))
        gen_scan_advance(scan);
    return true;
}

static gen_loop_part *add_part(gen_stride_search *search, const gen_loop_part *part)
{
    if (search->part_count == GEN_LOOP_PART_LIMIT)
        return NULL;
    search->parts[search->part_count] = *part;
    return &search->parts[search->part_count++];
}

static bool take_declared(gen_stride_search *search, gen_loop_part *part, gen_token *name)
{
    gen_scan *scan = &search->scan;
    size_t begin;

    if (!gen_scan_take(scan, "auto") && !gen_scan_take_type(scan, &part->type))
        return false;
    *name = scan->token;
    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "="))
        return false;
    begin = gen_scan_offset(scan);
    part->dimension = gen_stride_take_start(search);
    part->start = gen_stride_range(search, begin);
    return part->dimension != 0;
}

/* `for (int i = …; i < n; i += …) …` */
static bool take_for(gen_stride_search *search)
{
    gen_scan *scan = &search->scan;
    gen_loop_part part = {.kind = GEN_LOOP_STRIDE, .text.begin = gen_scan_offset(scan)};
    const size_t local_count = search->values.local_count;
    gen_token declared = {"", 0};
    bool is_done;

    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "(") ||
        (!gen_scan_at(scan, ";") && !take_declared(search, &part, &declared)) ||
        !gen_scan_take(scan, ";") || !gen_stride_take_condition(search, &part, ";") ||
        !gen_scan_take(scan, ";"))
        return false;
    if (part.dimension ? !gen_token_equals(declared, part.name) : !take_variable(search, &part))
        return false;
    if (!gen_stride_take_step(search, &part, ")"))
        return false;
    gen_scan_advance(scan);
    part.text.end = gen_scan_offset(scan);
    while (part.text.end > part.text.begin && scan->source[part.text.end - 1] != ')')
        part.text.end--;
    if (has_comment(scan, part.text) || !add_part(search, &part) || !enter(search, &part))
        return false;
    is_done = take_body(search, 0);
    leave(search, &part, local_count);
    return is_done;
}

/* The offset of the last statement before the closing brace; 0 if it is not certain. */
static size_t find_last_statement(gen_scan scan)
{
    size_t last = 0;

    while (!gen_scan_at(&scan, "}")) {
        last = gen_scan_offset(&scan);
        if (!gen_scan_skip_statement(&scan))
            return 0;
    }
    return last;
}

/* `while (i < n) { …; i += stride; }` */
static bool take_while(gen_stride_search *search)
{
    gen_scan *scan = &search->scan;
    gen_loop_part part = {.kind = GEN_LOOP_STRIDE, .text.begin = gen_scan_offset(scan)};
    gen_loop_part step = {.kind = GEN_LOOP_STEP};
    const size_t local_count = search->values.local_count;
    gen_loop_part *head;
    bool is_done;

    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "(") || !gen_stride_take_condition(search, &part, ")") ||
        !take_variable(search, &part))
        return false;
    part.text.end = gen_scan_offset(scan) + 1;
    gen_scan_advance(scan);
    head = add_part(search, &part);
    if (has_comment(scan, part.text) || !head || !gen_scan_take(scan, "{"))
        return false;
    step.text.begin = find_last_statement(*scan);
    if (step.text.begin == 0 || !enter(search, &part))
        return false;
    is_done = take_body(search, step.text.begin);
    leave(search, &part, local_count);
    step.dimension = part.dimension;
    step.name = part.name;
    if (!is_done || !gen_stride_take_step(search, head, ";"))
        return false;
    step.name = head->name = part.name;
    step.text.end = gen_scan_offset(scan);
    gen_scan_advance(scan);
    return !has_comment(scan, step.text) && add_part(search, &step) && gen_scan_take(scan, "}");
}

/* --- Everything else, which all threads of the grid do alike ---------------------------------- */

static bool take_if(gen_stride_search *search)
{
    gen_scan *scan = &search->scan;

    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "(") || !gen_uniform_take(&search->values, scan, ")"))
        return false;
    gen_scan_advance(scan);
    if (!take_statement(search))
        return false;
    return !gen_scan_take(scan, "else") || take_statement(search);
}

static bool take_block(gen_stride_search *search)
{
    const size_t local_count = search->values.local_count;

    while (!gen_scan_take(&search->scan, "}"))
        if (!take_statement(search))
            return false;
    search->values.local_count = local_count;
    return true;
}

static bool take_any(gen_stride_search *search)
{
    gen_scan *scan = &search->scan;

    if (gen_scan_take(scan, ";"))
        return true;
    if (gen_scan_take(scan, "{"))
        return take_block(search);
    if (gen_scan_at(scan, "#"))
        return gen_scan_take_unroll(scan) && take_statement(search);
    if (gen_scan_at(scan, "if"))
        return take_if(search);
    if (gen_scan_at(scan, "for"))
        return take_for(search);
    if (gen_scan_at(scan, "while"))
        return take_while(search);
    if (gen_scan_take(scan, "return"))
        return search->loops == 0 && gen_scan_take(scan, ";");
    return gen_stride_take_declaration(search);
}

static bool take_statement(gen_stride_search *search)
{
    bool is_taken;

    if (search->depth == DEPTH_LIMIT)
        return false;
    search->depth++;
    is_taken = take_any(search);
    search->depth--;
    return is_taken;
}

/* --- Kernels ---------------------------------------------------------------------------------- */

static bool search_text(gen_stride_search *search, const gen_kernel *kernel, const char *text,
                        gen_source_range body)
{
    memset(search, 0, sizeof(*search));
    search->values.kernel = kernel;
    search->all = bit_of('x') | bit_of('y') | bit_of('z');
    if (!gen_scan_is_plain(text, body))
        return false;
    gen_scan_begin(&search->scan, text, body);
    while (!gen_scan_at_end(&search->scan))
        if (!take_statement(search))
            return false;
    return search->part_count > 0;
}

/* True if the front end's text has the same loops as the source. */
static bool agree(const gen_stride_search *a, const gen_stride_search *b)
{
    if (a->part_count != b->part_count || a->all != b->all ||
        memcmp(a->indices, b->indices, sizeof(a->indices)) != 0)
        return false;
    for (size_t i = 0; i < a->part_count; i++)
        if (a->parts[i].kind != b->parts[i].kind ||
            !gen_token_equals(a->parts[i].name, b->parts[i].name) ||
            a->parts[i].dimension != b->parts[i].dimension ||
            a->parts[i].is_inclusive != b->parts[i].is_inclusive)
            return false;
    return true;
}

bool gen_stride_loops_find(const gen_model *model, const gen_kernel *kernel, gen_loop_guard *loop)
{
    const gen_source_range body = {kernel->cpu.body_begin + 1, kernel->cpu.body_end - 1};
    gen_stride_search printed;
    gen_stride_search found;

    if (!kernel->cpu.printed)
        return false;
    if (!search_text(&found, kernel, model->source, body) ||
        !search_text(&printed, kernel, kernel->cpu.printed,
                     (gen_source_range){0, strlen(kernel->cpu.printed)}) ||
        !agree(&found, &printed))
        return false;
    for (int i = 0; i < 3; i++)
        if (!gen_loop_is_open(model, kernel, (char)('x' + i), found.indices[i]))
            found.all &= ~(1u << i);
    if (!(found.all & bit_of('x')))
        return false;
    loop->is_strided = true;
    for (size_t i = 0; i < found.part_count; i++)
        if (found.all & bit_of(found.parts[i].dimension))
            loop->parts[loop->part_count++] = found.parts[i];
    for (int i = 0; i < 3; i++)
        loop->is_open[i] = (found.all & (1u << i)) != 0;
    return true;
}

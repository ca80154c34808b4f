#include "comparison_inside.h"

#include "fresh_error.h"
#include "recording_driver.h"

#include <inttypes.h>
#include <string.h>

/* The index of a parameter among those that are not dropped. */
static unsigned index_of(const signature *s, unsigned param)
{
    unsigned out = 0;

    for (unsigned i = 0; i < param; i++)
        out += !s->params[i].is_dropped;
    return out;
}

/* --- What the error says -------------------------------------------------------------------- */

static bool says(const char *message, const char *format, uint64_t number)
{
    char text[32];

    snprintf(text, sizeof(text), format, number);
    return strstr(message, text) != NULL;
}

static bool text_agrees(const finding *f, const custub_error *e)
{
    if (strlen(e->message) >= sizeof(e->message) - 1 || !f->has_numbers)
        return true; /* cut off, or nothing to say */
    switch (f->status) {
    case CUSTUB_ERROR_EMPTY_SHAPE:
        return true;
    case CUSTUB_ERROR_NULL_POINTER:
    case CUSTUB_ERROR_COUNT_TOO_SMALL:
    case CUSTUB_ERROR_MISALIGNED:
        return says(e->message, "%" PRIu64, f->needed);
    case CUSTUB_ERROR_SHARED_LIMIT:
    case CUSTUB_ERROR_OVERLAP:
        return says(e->message, "%" PRIu64,
                    f->status == CUSTUB_ERROR_OVERLAP ? f->found : f->needed);
    case CUSTUB_ERROR_UNKNOWN_ADDRESS:
        /* An unknown count needs one byte, which the message does not mention. */
        return f->needed == 1 || says(e->message, "%" PRIu64, f->needed);
    case CUSTUB_ERROR_BUFFER_TOO_SMALL:
        /* If the need is unknown, the view's declared size is needed, which may exceed 64 bits. */
        return says(e->message, "%" PRIu64, f->found);
    default:
        return says(e->message, "%" PRIu64, f->needed) && says(e->message, "%" PRIu64, f->found);
    }
}

static bool place_agrees(const comparison *c, const finding *f, const custub_error *e)
{
    const kernel_param *p;
    int index = f->param;
    char name[24];

    if (f->param < 0)
        return e->parameter_index < 0 && e->line == c->s->line;
    if (f->other >= 0 && e->parameter_index == (int)index_of(c->s, (unsigned)f->other))
        index = f->other;
    p = &c->s->params[index];
    return e->parameter_index == (int)index_of(c->s, (unsigned)index) &&
           strcmp(e->parameter, param_path(p, name)) == 0 && e->line == p->line;
}

/* True if the error says what the oracle found; with `any_level`, also what it found for stricter
 * levels. */
static bool is_found(const comparison *c, const verdict *v, bool any_level)
{
    const custub_error *e = &c->out->error;

    for (unsigned i = 0; i < v->count; i++) {
        const finding *f = &v->findings[i];
        if (f->status != e->status || (!any_level && f->level < c->t->check))
            continue;
        if (f->has_numbers && (f->needed != e->needed || f->found != e->found))
            continue;
        if (place_agrees(c, f, e) && text_agrees(f, e))
            return true;
    }
    return false;
}

static void check_record(comparison *c)
{
    const custub_error *e = &c->out->error;

    if (recording_launch_count() != 0)
        WRONG(c, "refused, but the driver got a launch");
    else if (e->status != c->out->status)
        WRONG(c, "the record has another status");
    else if (strcmp(e->kernel, c->s->name) != 0)
        WRONG(c, "the record has another kernel");
    else if (!e->message[0] || strchr(e->message, '\n'))
        WRONG(c, "the message is no line");
}

/* --- Whole shapes --------------------------------------------------------------------------- */

/* A finding must be refused at its level and at all stricter ones. From the strictest: whole,
 * contract, none. */
static bool must_be_refused(const comparison *c, const verdict *v)
{
    for (unsigned i = 0; i < v->count; i++)
        if (v->findings[i].level >= c->t->check)
            return true;
    return false;
}

static bool is_representable(const verdict *v)
{
    for (int axis = 0; axis < 3; axis++)
        if (v->grid[axis] > UINT32_MAX || v->block[axis] > UINT32_MAX)
            return false;
    return v->shared <= UINT32_MAX;
}

/* True if the driver itself refuses the launch, at levels that leave it to the driver. */
static bool driver_refuses(const comparison *c, const verdict *v)
{
    return v->block[0] * v->block[1] * v->block[2] > c->file->device->max_threads;
}

static void check_whole(comparison *c, const verdict *v)
{
    bool has_huge_cluster = c->t->cluster.x > UINT32_MAX || c->t->cluster.y > UINT32_MAX ||
                            c->t->cluster.z > UINT32_MAX;

    if (c->out->status == CUSTUB_OK) {
        if (must_be_refused(c, v))
            WRONG(c, "launched, which is wrong: %s", custub_status_name(v->findings[0].status));
        else
            comparison_check_launch(c, v);
        return;
    }
    check_record(c);
    if (c->out->wrong[0])
        return;
    if (c->out->status == CUSTUB_ERROR_DRIVER && c->t->check != CUSTUB_CHECK_WHOLE &&
        driver_refuses(c, v))
        return;
    if (!is_found(c, v, !is_representable(v) || has_huge_cluster))
        WRONG(c,
              v->count ? "refused for another reason than the oracle's" : "refused, and is valid");
}

/* --- Blocks that custub chooses ------------------------------------------------------------- */

static void judge_block(const comparison *c, const uint64_t block[3], verdict *v)
{
    uint64_t grid[3];

    if (!oracle_take(&c->t->grid, grid))
        oracle_grid_for(c->s, c->t, c->file->device, block, grid);
    oracle_judge(c->s, c->t, c->file->device, grid, block, v);
}

static void check_chosen(comparison *c)
{
    const recording_launch *last = recording_last_launch();
    uint64_t block[3] = {last->block[0], last->block[1], last->block[2]};
    unsigned rank = oracle_block_rank(c->s);
    verdict v;

    if (recording_launch_count() != 1) {
        WRONG(c, "the driver got %zu launches", recording_launch_count());
        return;
    }
    for (unsigned axis = rank; axis < 3; axis++)
        if (block[axis] != 1)
            WRONG(c, "custub chose a block of too many dimensions");
    judge_block(c, block, &v);
    if (must_be_refused(c, &v))
        WRONG(c, "custub chose a block that is wrong: %s",
              custub_status_name(v.findings[0].status));
    else
        comparison_check_launch(c, &v);
}

/* True if the needs of the buffers depend on the chosen block. */
static bool needs_name_shape(const signature *s)
{
    for (unsigned i = 0; i < s->param_count; i++)
        if (!s->params[i].is_dropped && s->params[i].need && tree_names_shape(s->params[i].need))
            return true;
    return false;
}

/* Checks that the refusal is right for some block that custub may have chosen: a block that keeps
 * the contract apart from the buffers, or any block if there is none. */
static void search_blocks(comparison *c)
{
    unsigned rank = oracle_block_rank(c->s);
    bool has_feasible = false;
    bool found_feasible = false;
    bool found_other = false;
    verdict v;

    for (uint64_t z = 1; z <= (rank > 2 ? 64 : 1); z++)
        for (uint64_t y = 1; y <= (rank > 1 ? 1024 / z : 1); y++)
            for (uint64_t x = 1; x <= 1024 / (y * z); x++) {
                uint64_t block[] = {x, y, z};
                bool is_feasible;
                judge_block(c, block, &v);
                is_feasible =
                    !oracle_has_shape_findings(&v) && oracle_is_resident(c->file->device, &v);
                has_feasible |= is_feasible;
                if (is_feasible && !must_be_refused(c, &v) && !needs_name_shape(c->s)) {
                    WRONG(c, "refused, and block %" PRIu64 "x%" PRIu64 "x%" PRIu64 " is valid", x,
                          y, z);
                    return;
                }
                if (is_found(c, &v, true))
                    *(is_feasible ? &found_feasible : &found_other) = true;
                if (found_feasible)
                    return;
            }
    if (has_feasible || !found_other)
        WRONG(c, has_feasible ? "refused, and there is a block that keeps the contract"
                              : "refused for a reason that no block gives");
}

/* --- Launches ------------------------------------------------------------------------------- */

static void launch(comparison *c, path by, const trial *before)
{
    custub_launch how = custub_launch_default();

    how.grid = c->t->grid;
    how.block = c->t->block;
    how.cluster = c->t->cluster;
    how.shared = c->t->shared;
    how.stream = (CUstream)(uintptr_t)c->t->stream;
    how.check = c->t->check;
    for (unsigned i = 0; i < c->t->range_count; i++)
        recording_add_range(c->t->ranges[i].base, c->t->ranges[i].bytes, c->t->ranges[i].is_mapped);
    recording_programmed()->capture_status = c->t->is_capturing;
    recording_clear_log();
    comparison_excused = 0;
    c->out->is_made = path_launch(by, c->file, c->kernel, c->t, before, &how, &c->out->status,
                                  fresh(&c->out->error));
    c->out->excused = comparison_excused;
    for (unsigned i = 0; i < c->t->range_count; i++)
        recording_remove_range(c->t->ranges[i].base);
}

static void check_shape_and_launch(comparison *c)
{
    if (c->expected.is_early || !c->expected.has_free_block) {
        check_whole(c, &c->expected.verdict);
        return;
    }
    if (c->out->status == CUSTUB_OK) {
        check_chosen(c);
        return;
    }
    check_record(c);
    if (!c->out->wrong[0])
        search_blocks(c);
}

void comparison_run(const kernel_file *file, unsigned kernel, const trial *t, const trial *before,
                    path by, outcome *out)
{
    comparison c = {
        .file = file, .s = &file->signatures[kernel], .t = t, .kernel = kernel, .out = out};

    memset(out, 0, sizeof(*out));
    out->is_computed = !oracle_is_set(&t->grid) || !oracle_is_set(&t->block);
    oracle_expect(c.s, t, file->device, &c.expected);
    launch(&c, by, before);
    if (out->is_made)
        check_shape_and_launch(&c);
    if (out->wrong[0] || by != PATH_STUB)
        return;
    if (out->status == CUSTUB_OK)
        comparison_check_agreement(&c);
    if (!out->wrong[0])
        comparison_check_evaluator(&c);
}

#include "comparison.h"

#include "evaluate.h"
#include "recording_driver.h"

#include <inttypes.h>
#include <string.h>

const char *const comparison_path_names[PATHS] = {"generated function"};

/* A launch that was made, and what is known of it. */
typedef struct comparison {
    const kernel_file *file;
    const signature *s;
    const trial *t;
    unsigned kernel;
    expectation expected;
    outcome *out;
} comparison;

#define WRONG(c, ...) snprintf((c)->out->wrong, sizeof((c)->out->wrong), __VA_ARGS__)

/* The number of a parameter among those that are not dropped. */
static unsigned index_of(const signature *s, unsigned param)
{
    unsigned out = 0;

    for (unsigned i = 0; i < param; i++)
        out += !s->params[i].is_dropped;
    return out;
}

/* --- What the driver got -------------------------------------------------------------------------
 */

static void check_bytes(comparison *c, const kernel_param *p, unsigned index)
{
    const recording_launch *last = recording_last_launch();
    const unsigned char *found = last->parameters + p->offset;
    const unsigned char *given = c->t->values[index];
    bool same = true;

    if (p->kind == PARAM_RECORD) { /* but for the bytes between its fields */
        for (unsigned i = 0; i < p->record->number_count; i++) {
            const record_number *n = &p->record->numbers[i];
            same &= memcmp(found + n->offset, given + n->offset, scalar_types[n->type].size) == 0;
        }
    } else {
        same = memcmp(found, given, p->size) == 0;
    }
    if (!same)
        WRONG(c, "the driver got other bytes for %s", p->name);
}

static void check_attributes(comparison *c)
{
    const recording_launch *last = recording_last_launch();
    bool has_cluster = c->t->cluster.x != 0;
    unsigned int count = (unsigned int)has_cluster + c->s->is_cooperative;

    if (last->extended != (count > 0) || last->attribute_count != count)
        WRONG(c, "the driver got %u launch attributes", last->attribute_count);
    for (unsigned int i = 0; i < last->attribute_count; i++) {
        const unsigned int *value = last->attribute_values[i];
        uint64_t cluster[3];
        oracle_take(&c->t->cluster, cluster);
        for (int axis = 0; axis < 3; axis++) /* nothing is checked at the lowest level */
            cluster[axis] = cluster[axis] ? cluster[axis] : 1;
        if (last->attribute_ids[i] == 4 &&
            (value[0] != cluster[0] || value[1] != cluster[1] || value[2] != cluster[2]))
            WRONG(c, "the driver got cluster %ux%ux%u", value[0], value[1], value[2]);
    }
}

static void check_launch(comparison *c, const verdict *v)
{
    const recording_launch *last = recording_last_launch();

    if (recording_launch_count() != 1) {
        WRONG(c, "the driver got %zu launches", recording_launch_count());
        return;
    }
    for (int axis = 0; axis < 3; axis++)
        if (last->grid[axis] != v->grid[axis] || last->block[axis] != v->block[axis])
            WRONG(c, "the driver got another shape: grid %ux%ux%u block %ux%ux%u", last->grid[0],
                  last->grid[1], last->grid[2], last->block[0], last->block[1], last->block[2]);
    if (last->shared != v->shared)
        WRONG(c, "the driver got %u bytes of shared memory, not %" PRIu64, last->shared, v->shared);
    if ((uint64_t)(uintptr_t)last->stream != c->t->stream)
        WRONG(c, "the driver got another stream");
    if (strcmp(last->kernel, c->s->name) != 0)
        WRONG(c, "the driver got the kernel %s", last->kernel);
    for (unsigned i = 0; i < c->s->param_count; i++)
        if (!c->s->params[i].is_dropped)
            check_bytes(c, &c->s->params[i], i);
    check_attributes(c);
}

/* --- What the error says -------------------------------------------------------------------------
 */

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
        /* Of an unknown count: one byte, which is not said. */
        return f->needed == 1 || says(e->message, "%" PRIu64, f->needed);
    case CUSTUB_ERROR_BUFFER_TOO_SMALL:
        /* Of an unknown need: what the view declares, which may be more than 64 bits count. */
        return says(e->message, "%" PRIu64, f->found);
    default:
        return says(e->message, "%" PRIu64, f->needed) && says(e->message, "%" PRIu64, f->found);
    }
}

static bool place_agrees(const comparison *c, const finding *f, const custub_error *e)
{
    const kernel_param *p;
    int index = f->param;

    if (f->param < 0)
        return e->parameter_index < 0 && e->line == c->s->line;
    if (f->other >= 0 && e->parameter_index == (int)index_of(c->s, (unsigned)f->other))
        index = f->other;
    p = &c->s->params[index];
    return e->parameter_index == (int)index_of(c->s, (unsigned)index) && e->parameter &&
           strcmp(e->parameter, p->name) == 0 && e->line == p->line;
}

/* Whether an error says what the oracle found; `any_level`: or would have found at a higher one. */
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
    else if (!e->kernel || strcmp(e->kernel, c->s->name) != 0)
        WRONG(c, "the record has another kernel");
    else if (!e->message[0] || strchr(e->message, '\n'))
        WRONG(c, "the message is no line");
}

/* --- Whole shapes --------------------------------------------------------------------------------
 */

/* A finding is to be refused at its level and at all stricter ones: whole, contract, none. */
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

/* What the driver refuses by itself where the level leaves it to that. */
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
            check_launch(c, v);
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

/* --- Blocks that custub chooses ------------------------------------------------------------------
 */

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
        check_launch(c, &v);
}

/* Whether what the buffers need depends on the block that is chosen. */
static bool needs_name_shape(const signature *s)
{
    for (unsigned i = 0; i < s->param_count; i++)
        if (!s->params[i].is_dropped && s->params[i].need && tree_names_shape(s->params[i].need))
            return true;
    return false;
}

/* Whether a refusal is right for some block that custub may have chosen: one that keeps the
 * contract but for the buffers; any one if there is none. */
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

/* --- The evaluator -------------------------------------------------------------------------------
 */

static void check_value(comparison *c, const custub_expr *expr, const tree *at,
                        const tree_values *with, void *const *arguments)
{
    custub_dim3 grid = {1, 1, 1, 1};
    custub_dim3 block = {1, 1, 1, 1};
    exact expected;
    custub_int found;
    uint64_t magnitude;

    if (!at != !expr->code) {
        WRONG(c, "the description lacks an expression, or has one too many");
        return;
    }
    if (!at)
        return;
    if (with->grid)
        grid = custub_grid(with->grid[0], with->grid[1], with->grid[2]);
    if (with->block)
        block = custub_block(with->block[0], with->block[1], with->block[2]);
    expected = tree_value(at, with);
    found = custubi_evaluate(expr, arguments, &grid, &block);
    magnitude = found.negative ? 0 - found.bits : found.bits;
    if (!found.invalid == expected.none ||
        (!expected.none &&
         (magnitude != expected.magnitude || (found.negative != 0) != expected.negative)))
        WRONG(c, "the evaluator gets another value for %.150s", expr->text);
}

static void check_evaluator(comparison *c)
{
    const custub_kernel_info *info = &c->file->library->kernels[c->kernel];
    const void *values[MOST_PARAMS];
    void *arguments[MOST_PARAMS];
    uint64_t ones[3] = {1, 1, 1};
    bool has_shape = !c->expected.is_early && !c->expected.has_free_block;
    tree_values with = {values, has_shape ? c->expected.verdict.grid : ones,
                        has_shape ? c->expected.verdict.block : ones};
    unsigned index = 0;

    trial_values(c->t, values);
    for (unsigned i = 0; i < c->s->param_count; i++)
        if (!c->s->params[i].is_dropped)
            arguments[index++] = (void *)(uintptr_t)values[i];
    for (unsigned i = 0, at = 0; i < c->s->param_count; i++)
        if (!c->s->params[i].is_dropped)
            check_value(c, &info->params[at++].count, c->s->params[i].need, &with, arguments);
    for (int axis = 0; axis < 3; axis++) {
        check_value(c, &info->threads[axis], c->s->threads[axis], &with, arguments);
        check_value(c, &info->block[axis], c->s->block[axis], &with, arguments);
    }
    check_value(c, &info->shared, c->s->shared, &with, arguments);
    for (uint32_t i = 0, at = 0; at < MOST_REQUIREMENTS; at++)
        if (c->s->requirements[at])
            check_value(c, &info->requirements[i++], c->s->requirements[at], &with, arguments);
}

/* --- Launches ------------------------------------------------------------------------------------
 */

static void launch(comparison *c, comparison_path path)
{
    custub_launch how = custub_launch_default();
    const void *values[MOST_PARAMS];

    (void)path;
    trial_values(c->t, values);
    how.grid = c->t->grid;
    how.block = c->t->block;
    how.cluster = c->t->cluster;
    how.shared = c->t->shared;
    how.stream = (CUstream)(uintptr_t)c->t->stream;
    how.check = c->t->check;
    how.error = &c->out->error;
    for (unsigned i = 0; i < c->t->range_count; i++)
        recording_add_range(c->t->ranges[i].base, c->t->ranges[i].bytes, c->t->ranges[i].is_mapped);
    recording_programmed()->capture_status = c->t->is_capturing;
    recording_clear_log();
    c->out->status = kernel_file_launch(c->file, c->kernel)(&how, values);
    for (unsigned i = 0; i < c->t->range_count; i++)
        recording_remove_range(c->t->ranges[i].base);
}

void comparison_run(const kernel_file *file, unsigned kernel, const trial *t, comparison_path path,
                    outcome *out)
{
    comparison c = {
        .file = file, .s = &file->signatures[kernel], .t = t, .kernel = kernel, .out = out};

    memset(out, 0, sizeof(*out));
    out->is_computed = !oracle_is_set(&t->grid) || !oracle_is_set(&t->block);
    oracle_expect(c.s, t, file->device, &c.expected);
    launch(&c, path);
    if (c.expected.is_early || !c.expected.has_free_block)
        check_whole(&c, &c.expected.verdict);
    else if (out->status == CUSTUB_OK)
        check_chosen(&c);
    else {
        check_record(&c);
        if (!out->wrong[0])
            search_blocks(&c);
    }
    if (!out->wrong[0])
        check_evaluator(&c);
}

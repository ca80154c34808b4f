#include "comparison_inside.h"

#include "check/evaluate.h"
#include "check/explain.h"
#include "recording_driver.h"

/* --- The generated code against the evaluator ----------------------------------------------- */

int comparison_excused;

custub_status __real_custubi_explain(custubi_call *call);
custub_status __wrap_custubi_explain(custubi_call *call);

/* Called if something is unusual about a launch, or if the generated code finds something wrong.
 * The evaluator's verdict counts. */
custub_status __wrap_custubi_explain(custubi_call *call)
{
    custub_status status = __real_custubi_explain(call);

    comparison_excused += !status;
    return status;
}

/* True for launches that the evaluator always checks: computed shapes, clusters, cooperative
 * launches, and shapes over the limits of every device. */
static bool is_unusual(const comparison *c, const recording_launch *last)
{
    uint64_t threads = (uint64_t)last->block[0] * last->block[1] * last->block[2];

    return !oracle_is_set(&c->t->grid) || !oracle_is_set(&c->t->block) || c->s->cluster[0] ||
           oracle_is_set(&c->t->cluster) || c->s->is_cooperative || last->block[2] > 64 ||
           threads > 1024 || last->shared + c->file->device->static_shared > 49152;
}

/* The generated code and the evaluator must agree. Exceptions are buffers that are null, empty,
 * above 2^63 bytes or past the last address, which may look like an overlap; and 2^64-1 threads,
 * which look like a number without a value. */
void comparison_check_agreement(comparison *c)
{
    const recording_launch *last = recording_last_launch();
    bool may_differ = is_unusual(c, last);
    uint64_t grid[3] = {last->grid[0], last->grid[1], last->grid[2]};
    uint64_t block[3] = {last->block[0], last->block[1], last->block[2]};
    const void *values[MOST_PARAMS];
    tree_values with = {values, grid, block};

    trial_values(c->t, values);
    for (int axis = 0; axis < 3; axis++)
        may_differ |=
            c->s->threads[axis] && tree_value(c->s->threads[axis], &with).magnitude == UINT64_MAX;
    for (unsigned i = 0; i < c->s->param_count; i++) {
        const kernel_param *p = &c->s->params[i];
        uint64_t bytes = 0;
        uint64_t ptr = trial_view(c->t, i).ptr;
        if (p->kind == PARAM_BUFFER && p->need && !p->is_dropped)
            may_differ |= !ptr || !oracle_need(p, &with, &bytes) || !bytes || bytes > INT64_MAX ||
                          bytes > UINT64_MAX - ptr;
    }
    if (c->out->excused && !may_differ)
        WRONG(c, "the generated code finds something wrong, the evaluator does not");
}

/* --- The evaluator -------------------------------------------------------------------------- */

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

void comparison_check_evaluator(comparison *c)
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
    /* The pointers that are parameters come first. */
    for (unsigned pass = 0, at = 0; pass < 2; pass++)
        for (unsigned i = 0; i < c->s->param_count; i++) {
            const kernel_param *p = &c->s->params[i];
            if (p->kind == PARAM_BUFFER && !p->is_dropped && p->in_struct == (pass == 1) &&
                !param_is_unseen(p))
                check_value(c, &info->pointers[at++].count, p->need, &with, arguments);
        }
    for (int axis = 0; axis < 3; axis++) {
        check_value(c, &info->threads[axis], c->s->threads[axis], &with, arguments);
        check_value(c, &info->block[axis], c->s->block[axis], &with, arguments);
    }
    check_value(c, &info->shared, c->s->shared, &with, arguments);
    for (uint32_t i = 0, at = 0; at < MOST_REQUIREMENTS; at++)
        if (c->s->requirements[at])
            check_value(c, &info->requirements[i++], c->s->requirements[at], &with, arguments);
}

#include "oracle_judge.h"

#include <string.h>

static const uint64_t grid_limits[] = {2147483647, 65535, 65535};
static const uint64_t block_limits[] = {1024, 1024, 64};

finding *oracle_find(judge *j, custub_status status, custub_check level)
{
    static finding spare;
    finding *out = j->out->count < MOST_FINDINGS ? &j->out->findings[j->out->count++] : &spare;

    memset(out, 0, sizeof(*out));
    out->status = status;
    out->level = level;
    out->param = -1;
    out->other = -1;
    return out;
}

finding *oracle_find_numbers(judge *j, custub_status status, custub_check level, uint64_t needed,
                             uint64_t found)
{
    finding *out = oracle_find(j, status, level);

    out->has_numbers = true;
    out->needed = needed;
    out->found = found;
    return out;
}

static exact evaluate(const judge *j, const tree *at, bool with_grid, bool with_block)
{
    tree_values with = {j->values, with_grid ? j->out->grid : NULL,
                        with_block ? j->out->block : NULL};

    return tree_value(at, &with);
}

bool oracle_is_set(const custub_dim3 *dim)
{
    return dim->x || dim->y || dim->z || dim->given;
}

bool oracle_take(const custub_dim3 *dim, uint64_t out[3])
{
    out[0] = dim->x;
    out[1] = dim->y || dim->given ? dim->y : 1;
    out[2] = dim->z || dim->given ? dim->z : 1;
    return out[0] && out[1] && out[2];
}

/* --- The shape ------------------------------------------------------------------------------ */

/* The product, at most UINT64_MAX. */
static uint64_t product(const uint64_t numbers[3])
{
    huge out = (huge)numbers[0] * numbers[1];

    if (out >> 64)
        return UINT64_MAX;
    out *= numbers[2];
    return out >> 64 ? UINT64_MAX : (uint64_t)out;
}

static void judge_limits(judge *j)
{
    const uint64_t *grid = j->out->grid;
    const uint64_t *block = j->out->block;
    uint64_t threads = product(block);

    for (int axis = 0; axis < 3; axis++) {
        if (grid[axis] > grid_limits[axis])
            oracle_find_numbers(j, CUSTUB_ERROR_GRID_LIMIT, CUSTUB_CHECK_CONTRACT,
                                grid_limits[axis], grid[axis]);
        if (block[axis] > block_limits[axis])
            oracle_find_numbers(j, CUSTUB_ERROR_BLOCK_LIMIT, CUSTUB_CHECK_CONTRACT,
                                block_limits[axis], block[axis]);
    }
    if (threads > 1024)
        oracle_find_numbers(j, CUSTUB_ERROR_BLOCK_LIMIT, CUSTUB_CHECK_CONTRACT, 1024, threads);
    if (j->s->launch_bounds && threads > j->s->launch_bounds)
        oracle_find_numbers(j, CUSTUB_ERROR_LAUNCH_BOUNDS, CUSTUB_CHECK_CONTRACT,
                            j->s->launch_bounds, threads);
    if (threads > j->device->max_threads)
        oracle_find_numbers(j, CUSTUB_ERROR_LAUNCH_BOUNDS, CUSTUB_CHECK_WHOLE,
                            j->device->max_threads, threads);
}

static void judge_dimensions(judge *j)
{
    unsigned rank = 1;

    for (unsigned axis = 1; axis < 3; axis++)
        if (j->out->grid[axis] != 1 || j->out->block[axis] != 1)
            rank = axis + 1;
    if (j->s->dimensions && rank > j->s->dimensions)
        oracle_find_numbers(j, CUSTUB_ERROR_DIMENSIONS, CUSTUB_CHECK_CONTRACT, j->s->dimensions,
                            rank);
}

static void judge_indices(judge *j)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        if (j->s->one_block[axis] && j->out->grid[axis] > 1)
            oracle_find_numbers(j, CUSTUB_ERROR_REPEATED, CUSTUB_CHECK_CONTRACT, 1,
                                j->out->grid[axis]);
        if (j->s->one_thread[axis] && j->out->block[axis] > 1)
            oracle_find_numbers(j, CUSTUB_ERROR_REPEATED, CUSTUB_CHECK_CONTRACT, 1,
                                j->out->block[axis]);
    }
}

static void judge_block(judge *j)
{
    for (int axis = 0; axis < 3 && j->s->block[0]; axis++) {
        uint64_t needed = 1;
        if (j->s->block[axis] &&
            !exact_is_count(evaluate(j, j->s->block[axis], false, false), &needed))
            oracle_find(j, CUSTUB_ERROR_NOT_COMPUTABLE, CUSTUB_CHECK_CONTRACT);
        else if (j->out->block[axis] != needed)
            oracle_find_numbers(j, CUSTUB_ERROR_BLOCK_MISMATCH, CUSTUB_CHECK_CONTRACT, needed,
                                j->out->block[axis]);
    }
}

static void judge_coverage(judge *j)
{
    for (int axis = 0; axis < 3; axis++) {
        huge covered = (huge)j->out->grid[axis] * j->out->block[axis];
        uint64_t needed;
        if (!j->s->threads[axis])
            continue;
        if (!exact_is_count(evaluate(j, j->s->threads[axis], false, false), &needed))
            oracle_find(j, CUSTUB_ERROR_NOT_COMPUTABLE, CUSTUB_CHECK_CONTRACT);
        else if (covered < needed && !j->s->is_stride)
            oracle_find_numbers(j, CUSTUB_ERROR_COVERAGE, CUSTUB_CHECK_CONTRACT, needed,
                                (uint64_t)covered);
    }
}

static void judge_shared(judge *j)
{
    uint64_t given = j->t->shared == CUSTUB_SHARED_NONE ? 0 : j->t->shared;
    uint64_t room = j->device->shared_opt_in > j->device->static_shared
                        ? j->device->shared_opt_in - j->device->static_shared
                        : 0;
    uint64_t needed = 0;

    j->out->shared = given;
    if (!j->s->shared) {
        if (!j->t->shared && j->s->has_dynamic_shared)
            oracle_find(j, CUSTUB_ERROR_SHARED_UNKNOWN, CUSTUB_CHECK_NONE);
    } else if (!exact_is_count(evaluate(j, j->s->shared, false, true), &needed)) {
        oracle_find(j, CUSTUB_ERROR_NOT_COMPUTABLE,
                    j->t->shared ? CUSTUB_CHECK_CONTRACT : CUSTUB_CHECK_NONE);
        if (!j->t->shared) {
            j->out->shared = UINT64_MAX; /* for which the driver's call has no room */
            return;
        }
    } else if (!j->t->shared) {
        j->out->shared = needed;
    } else if (given < needed) {
        oracle_find_numbers(j, CUSTUB_ERROR_SHARED_TOO_SMALL, CUSTUB_CHECK_CONTRACT, needed, given);
    }
    /* More than every launch may have needs opting in, so this is seen at every level. */
    if (j->out->shared > room)
        oracle_find_numbers(j, CUSTUB_ERROR_SHARED_LIMIT, CUSTUB_CHECK_NONE, j->out->shared, room);
}

/* The cluster of the launch, else the kernel's. False if there is none, or if it has one block,
 * which every device supports. */
static bool cluster_of(const signature *s, const trial *t, uint64_t out[3])
{
    if (oracle_is_set(&t->cluster)) {
        oracle_take(&t->cluster, out);
    } else {
        for (int axis = 0; axis < 3; axis++)
            out[axis] = s->cluster[axis] ? s->cluster[axis] : 1;
    }
    return s->cluster[0] || out[0] != 1 || out[1] != 1 || out[2] != 1;
}

static void judge_cluster(judge *j)
{
    uint64_t cluster[3];

    if (!cluster_of(j->s, j->t, cluster))
        return;
    if (!j->device->has_clusters)
        oracle_find(j, CUSTUB_ERROR_CLUSTER, CUSTUB_CHECK_WHOLE);
    for (int axis = 0; axis < 3; axis++) {
        if (cluster[axis] > UINT32_MAX) /* for which the driver's call has no room */
            oracle_find(j, CUSTUB_ERROR_CLUSTER, CUSTUB_CHECK_NONE);
        if (!cluster[axis] || (j->s->cluster[0] && cluster[axis] != j->s->cluster[axis]))
            oracle_find(j, CUSTUB_ERROR_CLUSTER, CUSTUB_CHECK_CONTRACT);
        if (cluster[axis] && j->out->grid[axis] % cluster[axis])
            oracle_find_numbers(j, CUSTUB_ERROR_CLUSTER, CUSTUB_CHECK_CONTRACT, cluster[axis],
                                j->out->grid[axis]);
    }
}

static void judge_condition(judge *j, const tree *at)
{
    exact value = evaluate(j, at, true, true);

    if (value.none)
        oracle_find(j, CUSTUB_ERROR_NOT_COMPUTABLE, CUSTUB_CHECK_CONTRACT);
    else if (!value.magnitude)
        oracle_find(j, CUSTUB_ERROR_REQUIRES, CUSTUB_CHECK_CONTRACT);
}

static void judge_requirements(judge *j)
{
    for (unsigned i = 0; i < MOST_REQUIREMENTS; i++)
        if (j->s->requirements[i])
            judge_condition(j, j->s->requirements[i]);
}

/* Judges, before a shape is computed, the requirements that no shape changes. */
static void judge_scalar_requirements(judge *j)
{
    for (unsigned i = 0; i < MOST_REQUIREMENTS; i++)
        if (j->s->requirements[i] && !tree_names_shape(j->s->requirements[i]))
            judge_condition(j, j->s->requirements[i]);
}

/* --- Residence ------------------------------------------------------------------------------ */

/* Blocks that a multiprocessor of the recording driver has room for. */
static uint64_t blocks_of(const device_model *device, const uint64_t block[3], uint64_t shared)
{
    uint64_t threads = product(block);
    uint64_t bytes = shared + device->static_shared;
    uint64_t out;

    if (threads > device->max_threads || shared > device->shared_opt_in ||
        bytes > device->shared_opt_in)
        return 0;
    out = device->processor_threads / ((threads + 31) / 32 * 32);
    if (out > device->processor_blocks)
        out = device->processor_blocks;
    if (bytes && out > device->shared_opt_in / bytes)
        out = device->shared_opt_in / bytes;
    return out;
}

bool oracle_is_resident(const device_model *device, const verdict *v)
{
    return blocks_of(device, v->block, v->shared) > 0;
}

static void judge_cooperative(judge *j)
{
    uint64_t resident = blocks_of(j->device, j->out->block, j->out->shared) * j->device->processors;
    uint64_t blocks = product(j->out->grid);

    if (!j->s->is_cooperative)
        return;
    if (!j->device->has_cooperative)
        oracle_find(j, CUSTUB_ERROR_COOPERATIVE, CUSTUB_CHECK_WHOLE);
    else if (blocks > resident)
        oracle_find_numbers(j, CUSTUB_ERROR_COOPERATIVE, CUSTUB_CHECK_WHOLE, resident, blocks);
}

/* --- Launches ------------------------------------------------------------------------------- */

void oracle_judge(const signature *s, const trial *t, const device_model *device,
                  const uint64_t grid[3], const uint64_t block[3], verdict *out)
{
    judge j = {s, t, device, {NULL}, out};

    trial_values(t, j.values);
    out->count = 0;
    memcpy(out->grid, grid, sizeof(out->grid));
    memcpy(out->block, block, sizeof(out->block));
    judge_limits(&j);
    judge_dimensions(&j);
    judge_indices(&j);
    judge_block(&j);
    judge_coverage(&j);
    judge_shared(&j);
    judge_cluster(&j);
    judge_cooperative(&j);
    judge_requirements(&j);
    oracle_judge_buffers(&j);
}

bool oracle_has_shape_findings(const verdict *v)
{
    for (unsigned i = 0; i < v->count; i++)
        if (v->findings[i].param < 0)
            return true;
    return false;
}

void oracle_grid_for(const signature *s, const trial *t, const device_model *device,
                     const uint64_t block[3], uint64_t grid[3])
{
    const void *values[MOST_PARAMS];
    tree_values with = {values, NULL, block};
    uint64_t left, cluster[3];
    uint64_t shared = t->shared == CUSTUB_SHARED_NONE ? 0 : t->shared;

    trial_values(t, values);
    if (!t->shared && s->shared && !exact_is_count(tree_value(s->shared, &with), &shared))
        shared = 0;
    left = blocks_of(device, block, shared) * device->processors;
    left = left ? left : 1;
    cluster_of(s, t, cluster);
    for (int axis = 0; axis < 3; axis++) {
        uint64_t threads = 1;
        if (s->threads[axis])
            exact_is_count(tree_value(s->threads[axis], &with), &threads);
        grid[axis] = threads / block[axis] + (threads % block[axis] != 0);
        grid[axis] = grid[axis] ? grid[axis] : 1;
        if (s->is_stride) {
            grid[axis] = grid[axis] < left ? grid[axis] : left;
            left /= grid[axis];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        uint64_t over = cluster[axis] ? grid[axis] % cluster[axis] : 0;
        if (over && grid[axis] <= UINT64_MAX - cluster[axis])
            grid[axis] += cluster[axis] - over;
    }
}

unsigned oracle_block_rank(const signature *s)
{
    unsigned rank = s->threads[2] ? 3 : s->threads[1] ? 2 : 1;

    if (!s->threads[0] && s->dimensions)
        rank = s->dimensions;
    return s->dimensions && rank > s->dimensions ? s->dimensions : rank;
}

/* Takes the part of the shape that is set. False if that is refused already. */
static bool take_shape(judge *j, bool *is_free)
{
    const signature *s = j->s;
    bool has_grid = oracle_is_set(&j->t->grid);
    uint64_t number;

    *is_free = false;
    if (has_grid && !oracle_take(&j->t->grid, j->out->grid))
        oracle_find_numbers(j, CUSTUB_ERROR_EMPTY_SHAPE, CUSTUB_CHECK_NONE, 1, 0);
    if (j->t->check != CUSTUB_CHECK_NONE && (!has_grid || !oracle_is_set(&j->t->block)))
        judge_scalar_requirements(j);
    if (!has_grid && !s->threads[0])
        oracle_find(j, CUSTUB_ERROR_SHAPE_UNKNOWN, CUSTUB_CHECK_NONE);
    for (int axis = 0; axis < 3 && !has_grid; axis++)
        if (s->threads[axis] &&
            !exact_is_count(evaluate(j, s->threads[axis], false, false), &number))
            oracle_find(j, CUSTUB_ERROR_NOT_COMPUTABLE, CUSTUB_CHECK_NONE);
    if (oracle_is_set(&j->t->block)) {
        if (!oracle_take(&j->t->block, j->out->block))
            oracle_find_numbers(j, CUSTUB_ERROR_EMPTY_SHAPE, CUSTUB_CHECK_NONE, 1, 0);
        return j->out->count == 0;
    }
    *is_free = !s->block[0];
    for (int axis = 0; axis < 3 && s->block[0]; axis++) {
        j->out->block[axis] = 1;
        if (s->block[axis] &&
            !exact_is_count(evaluate(j, s->block[axis], false, false), &j->out->block[axis]))
            oracle_find(j, CUSTUB_ERROR_NOT_COMPUTABLE, CUSTUB_CHECK_NONE);
        else if (!j->out->block[axis])
            oracle_find_numbers(j, CUSTUB_ERROR_EMPTY_SHAPE, CUSTUB_CHECK_NONE, 1, 0);
    }
    return j->out->count == 0;
}

void oracle_expect(const signature *s, const trial *t, const device_model *device, expectation *out)
{
    judge j = {s, t, device, {NULL}, &out->verdict};
    uint64_t grid[3], block[3];

    out->verdict.count = 0;
    trial_values(t, j.values);
    out->is_early = !take_shape(&j, &out->has_free_block);
    if (out->is_early || out->has_free_block)
        return;
    memcpy(block, out->verdict.block, sizeof(block));
    memcpy(grid, out->verdict.grid, sizeof(grid));
    if (!oracle_is_set(&t->grid))
        oracle_grid_for(s, t, device, block, grid);
    oracle_judge(s, t, device, grid, block, &out->verdict);
}

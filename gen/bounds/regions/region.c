#include "bounds/regions/region.h"

#include "bounds/flow/instruction.h"

#include <string.h>

/* Statements that one region may move up. */
#define MAX_MOVED 64

/* Statements of a region. The time to extend one grows with its length. */
#define MAX_LENGTH 1024

/* ptxas takes much more time for long slow copies: 200 accesses in one took 4 s, and 500 took 17 s.
 */
#define MAX_ACCESSES 64

/* Constants of a group differ by less, in bytes: so its range cannot wrap. */
#define MAX_DISTANCE INT64_C(0x40000000)

/* The statements that must be moved so that a register has its value before the region. */
typedef struct moving {
    const gen_bounds_plan *plan;
    size_t begin; /* the region's first statement */
    size_t use;   /* the statement that needs the value */
    size_t count;
    size_t places[MAX_MOVED];
    bool fails;
} moving;

static bool is_moved(const moving *move, size_t place)
{
    for (size_t i = 0; i < move->count; i++)
        if (move->places[i] == place)
            return true;
    return move->plan->moved_to[place] != GEN_BOUNDS_NOWHERE;
}

typedef struct searching {
    const gen_ptx_register *reg;
    bool is_found;
} searching;

static void compare_register(void *context, gen_ptx_register *reg)
{
    searching *at = context;
    at->is_found |= at->reg == reg;
}

/* A value that is read before it is written comes from the loop's turn before. */
static bool is_read_between(const gen_bounds_flow *flow, const gen_ptx_register *reg, size_t begin,
                            size_t end)
{
    searching at = {.reg = reg};

    for (size_t i = begin; i < end && !at.is_found; i++)
        gen_bounds_each_read(flow->statements[i], compare_register, &at);
    return at.is_found;
}

static void check_written(void *context, gen_ptx_register *reg)
{
    moving *move = context;
    const gen_bounds_flow *flow = &move->plan->function->flow;

    move->fails |= gen_bounds_writes_of(flow, reg)->count != 1 ||
                   is_read_between(flow, reg, move->begin, move->use);
}

static void need_register(void *context, gen_ptx_register *reg)
{
    moving *move = context;
    const gen_bounds_flow *flow = &move->plan->function->flow;
    size_t written = gen_bounds_last_write(flow, reg, move->begin, move->use);
    size_t use = move->use;

    if (move->fails || written == GEN_BOUNDS_NOWHERE || is_moved(move, written))
        return;
    if (move->count == MAX_MOVED || !gen_bounds_is_pure(flow->statements[written])) {
        move->fails = true;
        return;
    }
    move->places[move->count++] = written;
    move->use = written;
    gen_bounds_each_written(flow->statements[written], check_written, move);
    gen_bounds_each_read(flow->statements[written], need_register, move);
    move->use = use;
}

bool gen_bounds_is_available(const gen_bounds_plan *plan, size_t region,
                             const gen_ptx_register *reg, size_t written)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    size_t begin = plan->regions[region].first;
    size_t block = flow->blocks_of[begin];

    if (written != GEN_BOUNDS_NOWHERE && flow->blocks_of[written] == block && written >= begin)
        return plan->moved_to[written] == region;
    if (written != GEN_BOUNDS_NOWHERE && flow->blocks_of[written] != block)
        return gen_bounds_writes_of(flow, reg)->count == 1;
    return gen_bounds_last_write(flow, reg, flow->blocks[block].begin, begin) == written;
}

/* --- Groups ----------------------------------------------------------------------------------- */

static bool is_shared(const gen_bounds_access *access)
{
    return access->address->reg && access->address->reg->bits == 32;
}

/* True if the access belongs to the group; then `distance` is that of their addresses. */
static bool fits_group(const gen_bounds_group *group, const gen_bounds_access *access,
                       int64_t *distance)
{
    const gen_bounds_access *first = group->first;
    uint64_t difference = access->form.constant - first->form.constant;

    if (access->space != first->space || access->statement->guard != first->statement->guard ||
        access->statement->guard_negated != first->statement->guard_negated ||
        !gen_bounds_target_equals(&access->target, &first->target) ||
        !gen_bounds_form_matches(&access->form, &first->form))
        return false;
    *distance = is_shared(access) ? (int32_t)difference : (int64_t)difference;
    if (!(group->is_aligned && access->is_aligned) &&
        (group->align != access->align || *distance % (int64_t)access->align))
        return false; /* one test of the first address would not do */
    return *distance > -MAX_DISTANCE && *distance < MAX_DISTANCE;
}

static void widen(gen_bounds_group *group, const gen_bounds_access *access, int64_t distance)
{
    int64_t end = distance + (int64_t)access->size;

    group->low = distance < group->low ? distance : group->low;
    group->high = end > group->high ? end : group->high;
    group->align = access->align > group->align ? access->align : group->align;
    group->is_aligned &= access->is_aligned;
}

/* False if there is no room for another group. */
static bool add_to_group(gen_bounds_region *region, const gen_bounds_access *access)
{
    int64_t distance = 0;
    gen_bounds_group *group;

    for (size_t i = 0; i < region->group_count; i++) {
        if (!fits_group(&region->groups[i], access, &distance))
            continue;
        widen(&region->groups[i], access, distance);
        return true;
    }
    if (region->group_count == GEN_BOUNDS_MAX_GROUPS)
        return false;
    group = &region->groups[region->group_count++];
    *group = (gen_bounds_group){.first = access, .is_aligned = true};
    widen(group, access, 0);
    return true;
}

/* True if the access is tested by itself: its size is only known when the kernel runs, or a warp
 * decides about it together. */
static bool is_alone(const gen_bounds_access *access)
{
    return !access->size || access->is_together || access->traps ||
           access->statement->kind == GEN_PTX_CALL;
}

/* All accesses of an instruction. */
static bool add_all_to_groups(gen_bounds_region *region, const gen_bounds_access *access)
{
    for (; access; access = access->next)
        if (!add_to_group(region, access))
            return false;
    return true;
}

/* --- Regions ---------------------------------------------------------------------------------- */

static void begin_region(gen_bounds_plan *plan, const gen_bounds_access *access)
{
    gen_bounds_region *region;

    GEN_GROW(plan->function->arena, plan->regions, plan->region_count, &plan->region_capacity);
    region = &plan->regions[plan->region_count++];
    memset(region, 0, sizeof(*region));
    region->first = access->place;
    region->last = access->place;
    region->access_count = 1;
    region->is_alone = is_alone(access);
    add_all_to_groups(region, access);
}

/* Adds the access to the last region. False if it needs what is only known inside. */
static bool extend_region(gen_bounds_plan *plan, const gen_bounds_access *access)
{
    gen_bounds_region *region = &plan->regions[plan->region_count - 1];
    moving move = {.plan = plan, .begin = region->first, .use = access->place};

    if (region->is_alone || is_alone(access) || access->place - region->first > MAX_LENGTH ||
        region->access_count == MAX_ACCESSES)
        return false;
    if (access->statement->guard)
        need_register(&move, access->statement->guard);
    for (const gen_bounds_access *a = access; a; a = a->next)
        if (a->address->reg)
            need_register(&move, a->address->reg);
    if (move.fails || (access->next && region->group_count + 2 > GEN_BOUNDS_MAX_GROUPS) ||
        !add_all_to_groups(region, access))
        return false;
    for (size_t i = 0; i < move.count; i++)
        plan->moved_to[move.places[i]] = plan->region_count - 1;
    region->last = access->place;
    region->access_count++;
    return true;
}

static void plan_block(gen_bounds_plan *plan, const gen_bounds_block *block)
{
    bool is_open = false;

    for (size_t i = block->begin; i < block->end; i++) {
        const gen_bounds_access *access = plan->loops.covers[i] ? NULL : plan->accesses[i];
        if (access && !(is_open && extend_region(plan, access)))
            begin_region(plan, access);
        is_open =
            (is_open || access) && !gen_bounds_ends_region(plan->function->flow.statements[i]);
    }
}

static void read_accesses(gen_bounds_plan *plan)
{
    gen_bounds_function *function = plan->function;
    gen_bounds_access access;

    for (size_t i = 0; i < function->flow.statement_count; i++) {
        gen_bounds_access_result result = gen_bounds_read_access(function, i, &access);
        if (result != GEN_BOUNDS_IS_NO_ACCESS)
            plan->unchecked[i] = access.left_out;
        if (result != GEN_BOUNDS_IS_ACCESS)
            continue;
        plan->accesses[i] = GEN_NEW(function->arena, gen_bounds_access);
        *plan->accesses[i] = access;
    }
}

void gen_bounds_make_plan(gen_bounds_plan *plan, gen_bounds_function *function)
{
    size_t count = function->flow.statement_count;

    *plan = (gen_bounds_plan){.function = function};
    plan->accesses = GEN_NEW_ARRAY(function->arena, gen_bounds_access *, count + 1);
    plan->unchecked = GEN_NEW_ARRAY(function->arena, const char *, count + 1);
    plan->moved_to = GEN_NEW_ARRAY(function->arena, size_t, count + 1);
    for (size_t i = 0; i < count; i++)
        plan->moved_to[i] = GEN_BOUNDS_NOWHERE;
    read_accesses(plan);
    gen_bounds_find_loop_regions(&plan->loops, function, plan->accesses);
    for (size_t i = 0; i < function->flow.block_count; i++)
        plan_block(plan, &function->flow.blocks[i]);
}

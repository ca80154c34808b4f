#include "bounds/regions/region.h"

#include "bounds/addresses/function_copy.h"
#include "bounds/flow/instruction.h"
#include "bounds/regions/movement.h"
#include "bounds/regions/run.h"
#include "bounds/regions/sinking.h"

/* Statements of a region. The time to extend one grows with its length. */
#define MAX_LENGTH 1024

/* ptxas takes much more time for long slow copies: 200 accesses in one took 4 s, and 500 took 17 s.
 */
#define MAX_ACCESSES 64

/* Constants of a group differ by less, in bytes: so its range cannot wrap. */
#define MAX_DISTANCE INT64_C(0x40000000)

/* --- Groups ----------------------------------------------------------------------------------- */

static bool is_shared(const gen_bounds_access *access)
{
    return access->address->reg && access->address->reg->bits == 32;
}

/* True if what the access's address is made of has not changed since the region's first block
 * began. In one block, its form says so itself. */
static bool is_unchanged(const gen_bounds_plan *plan, const gen_bounds_region *region,
                         const gen_bounds_access *access)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    const size_t begin = flow->blocks[flow->blocks_of[region->first]].begin;
    const size_t entry = flow->blocks[flow->blocks_of[access->place]].begin;

    for (size_t i = 0; begin != entry && i < access->form.count; i++) {
        const gen_bounds_term *term = &access->form.terms[i];
        if (term->reg && term->written == GEN_BOUNDS_NOWHERE &&
            gen_bounds_last_write(flow, term->reg, begin, entry) != GEN_BOUNDS_NOWHERE)
            return false;
    }
    return true;
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
    if (group->is_aligned != access->is_aligned ||
        (!group->is_aligned &&
         (group->align != access->align || *distance % (int64_t)access->align)))
        return false; /* one test of the first address would not do */
    return *distance > -MAX_DISTANCE && *distance < MAX_DISTANCE;
}

static void widen(gen_bounds_group *group, const gen_bounds_access *access, int64_t distance)
{
    int64_t end = distance + (int64_t)access->size;

    group->low = distance < group->low ? distance : group->low;
    group->high = end > group->high ? end : group->high;
    group->align = access->align > group->align ? access->align : group->align;
}

/* The group that the access belongs to, or null. */
static gen_bounds_group *find_group(const gen_bounds_plan *plan, gen_bounds_region *region,
                                    const gen_bounds_access *access, int64_t *distance)
{
    if (!is_unchanged(plan, region, access))
        return NULL;
    for (size_t i = 0; i < region->group_count; i++)
        if (fits_group(&region->groups[i], access, distance))
            return &region->groups[i];
    return NULL;
}

bool gen_bounds_is_same_comparison(const gen_bounds_group *a, const gen_bounds_group *b)
{
    return !a->first->statement->guard && !b->first->statement->guard &&
           a->first->target.kind == b->first->target.kind &&
           (a->first->target.kind == GEN_BOUNDS_TO_POINTER ||
            a->first->target.index == b->first->target.index) &&
           gen_bounds_index_matches(&a->index, &b->index);
}

static size_t comparison_count(const gen_bounds_region *region)
{
    size_t count = 0;

    for (size_t i = 0; i < region->group_count; i++) {
        bool is_new = true;
        for (size_t j = 0; j < i; j++)
            is_new &= !gen_bounds_is_same_comparison(&region->groups[i], &region->groups[j]);
        count += is_new;
    }
    return count;
}

/* Adds a group for the access. False if there is no room, or if the access needs what is only known
 * inside of the region. */
static bool add_group(gen_bounds_plan *plan, size_t region, const gen_bounds_access *access)
{
    gen_bounds_region *to = &plan->regions[region];
    gen_bounds_group *group = &to->groups[to->group_count];

    if (to->group_count == GEN_BOUNDS_MAX_GROUPS)
        return false;
    *group = (gen_bounds_group){.first = access,
                                .high = (int64_t)access->size,
                                .align = access->align,
                                .is_aligned = access->is_aligned,
                                .index = gen_bounds_index_of(plan, region, access)};
    to->group_count++;
    return comparison_count(to) <= GEN_BOUNDS_MAX_COMPARISONS &&
           ((group->index.is_known && group->is_aligned) || !access->address->reg ||
            gen_bounds_move_up(plan, region, access->address->reg, access->place));
}

static bool add_to_group(gen_bounds_plan *plan, size_t region, const gen_bounds_access *access)
{
    int64_t distance = 0;
    gen_bounds_group *group = find_group(plan, &plan->regions[region], access, &distance);

    if (!group)
        return add_group(plan, region, access);
    widen(group, access, distance);
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
static bool add_all_to_groups(gen_bounds_plan *plan, size_t region, const gen_bounds_access *access)
{
    for (; access; access = access->next)
        if (!add_to_group(plan, region, access))
            return false;
    return true;
}

static bool fit_groups(const gen_bounds_plan *plan, gen_bounds_region *region,
                       const gen_bounds_access *access)
{
    int64_t distance;

    for (; access; access = access->next)
        if (!find_group(plan, region, access, &distance))
            return false;
    return true;
}

/* --- Regions ---------------------------------------------------------------------------------- */

static gen_bounds_region *begin_region(gen_bounds_plan *plan, size_t first)
{
    gen_bounds_region *region;

    GEN_GROW(plan->function->arena, plan->regions, plan->region_count, &plan->region_capacity);
    region = &plan->regions[plan->region_count++];
    *region = (gen_bounds_region){.first = first, .last = first};
    return region;
}

/* Begins a region with an access. */
static void begin_with(gen_bounds_plan *plan, const gen_bounds_access *access)
{
    gen_bounds_region *region = begin_region(plan, access->place);

    region->access_count = 1;
    region->is_alone = is_alone(access);
    add_all_to_groups(plan, plan->region_count - 1, access);
}

static bool has_room(const gen_bounds_region *region, const gen_bounds_access *access)
{
    return !region->is_alone && !is_alone(access) && access->place - region->first <= MAX_LENGTH &&
           region->access_count < MAX_ACCESSES;
}

/* Makes what the tests of the accesses of an instruction need known before the region, and adds
 * them to its groups. */
static bool add_tests(gen_bounds_plan *plan, size_t region, const gen_bounds_access *access)
{
    gen_ptx_register *guard = access->statement->guard;

    return (!guard || gen_bounds_move_up(plan, region, guard, access->place)) &&
           add_all_to_groups(plan, region, access);
}

/* What was moved up for an access that the region does not get. */
static void move_back(gen_bounds_plan *plan, size_t region, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (plan->moved_to[i] == region)
            plan->moved_to[i] = GEN_BOUNDS_NOWHERE;
}

/* Adds the access to the last region. False if it needs what is only known inside. */
static bool extend_region(gen_bounds_plan *plan, const gen_bounds_access *access)
{
    const size_t number = plan->region_count - 1;
    gen_bounds_region *region = &plan->regions[number];
    const gen_bounds_region before = *region;

    if (!has_room(region, access))
        return false;
    if (!add_tests(plan, number, access)) {
        *region = before;
        move_back(plan, number, region->last + 1, access->place);
        return false;
    }
    region->last = access->place;
    region->access_count++;
    return true;
}

/* --- Hammocks --------------------------------------------------------------------------------- */

/* A region may go on through blocks that are not always executed, if their accesses fit into groups
 * that it has. Its test does not ask whether they are executed: if they are not, and would be bad,
 * the slow copy does no harm. So a row of accesses, each with a guard that the compiler made a
 * branch of, needs one test and keeps its loads close to each other. */

#define MAX_CROSSED 256 /* statements of a hammock */

static const gen_bounds_access *access_at(const gen_bounds_plan *plan, size_t place)
{
    return plan->loops.covers[place] ? NULL : plan->accesses[place];
}

static bool is_branch(const gen_ptx_statement *statement)
{
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    return statement->kind == GEN_PTX_INSTRUCTION && gen_bounds_opcode_is(&opcode, "bra");
}

/* True if a region may have the statements [begin, end). */
static bool may_span(const gen_bounds_plan *plan, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const gen_ptx_statement *s = plan->function->flow.statements[i];
        if (gen_bounds_ends_region(s) && !is_branch(s))
            return false;
    }
    return true;
}

static size_t hammock_end(const gen_bounds_plan *plan, size_t block)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    size_t end = gen_bounds_hammock_end(flow, block, MAX_CROSSED);

    return end != GEN_BOUNDS_NOWHERE &&
                   may_span(plan, flow->blocks[block].end - 1, flow->blocks[end].begin)
               ? end
               : GEN_BOUNDS_NOWHERE;
}

/* Adds the accesses of the blocks [block + 1, end) to groups of the last region: all, or none.
 * Returns their number, or GEN_BOUNDS_NOWHERE. */
static size_t add_hammock(gen_bounds_plan *plan, size_t block, size_t end)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    gen_bounds_region *region = &plan->regions[plan->region_count - 1];
    const gen_bounds_region before = *region;
    size_t behind = flow->blocks[end].begin;

    for (size_t i = flow->blocks[block].end; i < behind; i++) {
        const gen_bounds_access *access = access_at(plan, i);
        const gen_ptx_register *guard = access ? access->statement->guard : NULL;
        if (!access)
            continue;
        if (!has_room(region, access) || !fit_groups(plan, region, access) ||
            (guard && gen_bounds_last_write(flow, guard, region->first, i) != GEN_BOUNDS_NOWHERE)) {
            *region = before;
            return GEN_BOUNDS_NOWHERE;
        }
        add_all_to_groups(plan, plan->region_count - 1, access);
        region->access_count++;
    }
    if (region->access_count > before.access_count)
        region->last = flow->statements[behind]->kind == GEN_PTX_LABEL ? behind : behind - 1;
    return region->access_count - before.access_count;
}

static const gen_bounds_access *first_access(const gen_bounds_plan *plan, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (access_at(plan, i))
            return access_at(plan, i);
    return NULL;
}

/* Begins a region with the jump over accesses at the end of the block, if more hammocks with such
 * accesses follow. Returns the block behind them, or GEN_BOUNDS_NOWHERE. */
static size_t begin_with_hammocks(gen_bounds_plan *plan, size_t block)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    const size_t region = plan->region_count;
    size_t end = hammock_end(plan, block);
    size_t behind = block;
    size_t hammocks = 0;
    const gen_bounds_access *first =
        end == GEN_BOUNDS_NOWHERE
            ? NULL
            : first_access(plan, flow->blocks[block].end, flow->blocks[end].begin);

    if (!first || is_alone(first) || !is_branch(flow->statements[flow->blocks[block].end - 1]))
        return GEN_BOUNDS_NOWHERE;
    begin_region(plan, flow->blocks[block].end - 1);
    if (add_tests(plan, region, first))
        for (size_t from = block; end != GEN_BOUNDS_NOWHERE; end = hammock_end(plan, from)) {
            const size_t added = add_hammock(plan, from, end);
            if (added == GEN_BOUNDS_NOWHERE)
                break;
            hammocks += added != 0;
            behind = added ? end : behind;
            from = end;
            if (!may_span(plan, flow->blocks[end].begin, flow->blocks[end].end) ||
                first_access(plan, flow->blocks[end].begin, flow->blocks[end].end))
                break;
        }
    if (hammocks > 1)
        return behind;
    move_back(plan, region, flow->blocks[block].begin, first->place);
    plan->region_count--;
    return GEN_BOUNDS_NOWHERE;
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* True if the last region is still open at the block's end. */
static bool plan_block(gen_bounds_plan *plan, const gen_bounds_block *block, bool is_open)
{
    for (size_t i = block->begin; i < block->end; i++) {
        const gen_ptx_statement *s = plan->function->flow.statements[i];
        const gen_bounds_access *access = access_at(plan, i);
        if (access && !(is_open && extend_region(plan, access)))
            begin_with(plan, access);
        is_open = (is_open || access) &&
                  (!gen_bounds_ends_region(s) || (i + 1 == block->end && is_branch(s)));
    }
    return is_open;
}

static void plan_blocks(gen_bounds_plan *plan)
{
    size_t count = plan->function->flow.block_count;
    bool is_open = false;

    for (size_t i = 0, next; i < count; i = next) {
        size_t end;
        is_open = plan_block(plan, &plan->function->flow.blocks[i], is_open);
        next = i + 1;
        end = is_open ? hammock_end(plan, i) : GEN_BOUNDS_NOWHERE;
        is_open = end != GEN_BOUNDS_NOWHERE && add_hammock(plan, i, end) != GEN_BOUNDS_NOWHERE;
        if (!is_open)
            end = begin_with_hammocks(plan, i);
        if (end != GEN_BOUNDS_NOWHERE)
            next = end;
        is_open = end != GEN_BOUNDS_NOWHERE;
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
    plan->sunk_to = GEN_NEW_ARRAY(function->arena, size_t, count + 1);
    plan->unchecked = GEN_NEW_ARRAY(function->arena, const char *, count + 1);
    plan->called = GEN_NEW_ARRAY(function->arena, gen_bounds_function_copy *, count + 1);
    plan->moved_to = GEN_NEW_ARRAY(function->arena, size_t, count + 1);
    for (size_t i = 0; i < count; i++)
        plan->moved_to[i] = plan->sunk_to[i] = GEN_BOUNDS_NOWHERE;
    read_accesses(plan);
    gen_bounds_find_loop_regions(&plan->loops, function, plan->accesses);
    plan_blocks(plan);
    for (size_t i = 0; i < plan->region_count; i++)
        gen_bounds_find_runs(plan, i);
    gen_bounds_sink(plan);
}

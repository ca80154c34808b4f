#include "bounds/regions/loop_region.h"

#include "bounds/flow/collective.h"
#include "bounds/flow/instruction.h"

#include <string.h>

#define MAX_DISTANCE INT64_C(0x40000000) /* as in region.c */

typedef struct finding {
    gen_bounds_loop_regions *regions;
    gen_bounds_loop_region *region;
    gen_bounds_function *function;
    gen_bounds_access *const *accesses;
} finding;

static bool same_form(const gen_bounds_form *a, const gen_bounds_form *b)
{
    return a->constant == b->constant && gen_bounds_form_matches(a, b);
}

/* --- Limits ----------------------------------------------------------------------------------- */

/* The number of the limit, or GEN_BOUNDS_NOWHERE if there is no room. */
static size_t add_limit(gen_bounds_loop_region *region, const gen_bounds_turn_limit *limit)
{
    if (region->limit_count == GEN_BOUNDS_MAX_LOOP_LIMITS)
        return GEN_BOUNDS_NOWHERE;
    region->limits[region->limit_count] = *limit;
    return region->limit_count++;
}

static void find_exits(const finding *at)
{
    const gen_bounds_flow *flow = &at->function->flow;
    const gen_bounds_loop *loop = &at->region->loop;
    gen_bounds_turn_limit limit;
    size_t number;

    for (size_t i = loop->first; i <= loop->last; i++) {
        if (!loop->has[i] || !gen_bounds_is_in_each_turn(flow, loop, i) ||
            !gen_bounds_read_exit(&at->region->turns, i, &limit) || limit.step.count)
            continue;
        number = add_limit(at->region, &limit);
        if (number != GEN_BOUNDS_NOWHERE)
            at->region->exits |= UINT32_C(1) << number;
    }
}

static bool same_limit(const gen_bounds_turn_limit *a, const gen_bounds_turn_limit *b)
{
    return a->relation == b->relation && a->or_equal == b->or_equal &&
           a->is_signed == b->is_signed && a->bits == b->bits &&
           same_form(&a->counter.first, &b->counter.first) &&
           same_form(&a->counter.step, &b->counter.step) &&
           same_form(&a->bound.first, &b->bound.first);
}

/* The limit that a guard sets, also if another one sets the same. */
static size_t guard_number(gen_bounds_loop_region *region, const gen_bounds_turn_limit *limit)
{
    for (size_t i = 0; i < region->limit_count; i++)
        if (!(region->exits >> i & 1) && same_limit(&region->limits[i], limit))
            return i;
    return add_limit(region, limit);
}

/* The guard of an access or of a branch to it. False if the access is not to be covered. */
static bool add_guard(const finding *at, gen_bounds_loop_group *group, gen_ptx_register *predicate,
                      bool is_true, size_t place)
{
    gen_bounds_turn_limit limit;
    bool is_fixed = true; /* it is not written in the loop */
    const gen_bounds_flow *flow = &at->function->flow;
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, predicate);
    size_t number;

    for (size_t i = 0; i < writes->count; i++)
        is_fixed &= !at->region->loop.has[flow->blocks_of[writes->places[i]]];
    if (is_fixed) {
        if (group->guard && (group->guard != predicate || group->guard_negated == is_true))
            return false;
        group->guard = predicate;
        group->guard_negated = !is_true;
        return true;
    }
    switch (gen_bounds_read_limit(&at->region->turns, predicate, is_true, place, &limit)) {
    case GEN_BOUNDS_IS_DATA:
        return true;
    case GEN_BOUNDS_IS_LIMIT:
        if (limit.relation == GEN_BOUNDS_DIFFERS || limit.step.count || !at->region->exits)
            return false;
        number = guard_number(at->region, &limit);
        if (number == GEN_BOUNDS_NOWHERE)
            return false;
        group->after |= UINT32_C(1) << number;
        return true;
    default:
        return false;
    }
}

static size_t predecessor_count(const gen_bounds_flow *flow, size_t block)
{
    size_t count = 0;

    for (size_t i = 0; i < flow->block_count; i++)
        for (size_t j = 0; j < flow->blocks[i].successor_count; j++)
            count += flow->blocks[i].successors[j] == block;
    return count;
}

/* The branch at the end of a block that dominates the access. */
static bool add_branch(const finding *at, gen_bounds_loop_group *group, size_t block, size_t to)
{
    const gen_bounds_flow *flow = &at->function->flow;
    const gen_bounds_block *branch = &flow->blocks[block];
    const gen_ptx_statement *last = flow->statements[branch->end - 1];
    gen_bounds_turn_limit limit;

    if (branch->successor_count < 2)
        return true;
    if (branch->successor_count > 2 || !last->guard)
        return false;
    for (size_t i = 0; i < 2; i++)
        if (!at->region->loop.has[branch->successors[i]])
            return true; /* an exit */
    for (size_t i = 0; i < 2; i++)
        if (gen_bounds_block_dominates(flow, branch->successors[i], to) &&
            predecessor_count(flow, branch->successors[i]) == 1)
            return add_guard(at, group, last->guard, (i == 1) != last->guard_negated,
                             branch->end - 1);
    /* Several ways lead there. */
    return gen_bounds_read_limit(&at->region->turns, last->guard, true, branch->end - 1, &limit) ==
           GEN_BOUNDS_IS_DATA;
}

/* All that decides about whether, and in which turns, the access is made. */
static bool add_conditions(const finding *at, gen_bounds_loop_group *group)
{
    const gen_bounds_flow *flow = &at->function->flow;
    const gen_bounds_loop *loop = &at->region->loop;
    const gen_bounds_access *access = group->first;
    size_t block = flow->blocks_of[access->place];

    for (size_t i = 0; i < at->region->limit_count; i++) {
        size_t limit = at->region->limits[i].block;
        if (!(at->region->exits >> i & 1))
            continue;
        if (limit != block && gen_bounds_block_dominates(flow, limit, block))
            group->after |= UINT32_C(1) << i;
        else
            group->before |= UINT32_C(1) << i;
    }
    if (access->statement->guard && !add_guard(at, group, access->statement->guard,
                                               !access->statement->guard_negated, access->place))
        return false;
    for (size_t i = block; !gen_bounds_is_in_each_turn(flow, loop, i);) {
        i = flow->blocks[i].dominator;
        if (!add_branch(at, group, i, block))
            return false;
    }
    return true;
}

/* --- Groups ----------------------------------------------------------------------------------- */

static bool fits_group(const gen_bounds_loop_group *group, const gen_bounds_loop_group *one)
{
    int64_t distance = one->low - group->low;

    if (group->first->space != one->first->space || group->after != one->after ||
        group->before != one->before || group->guard != one->guard ||
        group->guard_negated != one->guard_negated || group->address.bits != one->address.bits ||
        !gen_bounds_target_equals(&group->first->target, &one->first->target) ||
        !gen_bounds_form_matches(&group->address.first, &one->address.first) ||
        !same_form(&group->address.step, &one->address.step))
        return false;
    if (!(group->is_aligned && one->is_aligned) &&
        (group->align != one->align || distance % (int64_t)one->align))
        return false;
    return distance > -MAX_DISTANCE && distance < MAX_DISTANCE;
}

static bool add_to_group(gen_bounds_loop_region *region, const gen_bounds_loop_group *one)
{
    for (size_t i = 0; i < region->group_count; i++) {
        gen_bounds_loop_group *group = &region->groups[i];
        if (!fits_group(group, one))
            continue;
        group->low = one->low < group->low ? one->low : group->low;
        group->high = one->high > group->high ? one->high : group->high;
        group->align = one->align > group->align ? one->align : group->align;
        group->is_aligned &= one->is_aligned;
        return true;
    }
    if (region->group_count == GEN_BOUNDS_MAX_LOOP_GROUPS)
        return false;
    region->groups[region->group_count++] = *one;
    return true;
}

static bool is_tested_before(const gen_bounds_access *access)
{
    return access->size && !access->length && !access->is_together && !access->traps &&
           access->statement->kind == GEN_PTX_INSTRUCTION && access->address->reg &&
           (access->target.kind == GEN_BOUNDS_TO_POINTER ||
            access->target.kind == GEN_BOUNDS_TO_VARIABLE);
}

/* True if the access is in a group now. */
static bool add_access(const finding *at, const gen_bounds_access *access)
{
    gen_bounds_turns *turns = &at->region->turns;
    gen_bounds_loop_group group = {
        .first = access, .align = access->align, .is_aligned = access->is_aligned};

    if (!is_tested_before(access))
        return false;
    group.address =
        gen_bounds_turn_operand(turns, access->address, access->address->reg->bits, access->place);
    if (!group.address.is_known || !gen_bounds_turn_step(turns, &group.address, &group.step))
        return false;
    if (!gen_bounds_is_invariant(turns, &group.address) && !at->region->exits)
        return false;
    /* A misaligned step would need a look at each turn. */
    if (!access->is_aligned && !group.step.count && group.step.constant % access->align)
        return false;
    group.low = access->address->reg->bits == 32 ? (int32_t)group.address.first.constant
                                                 : (int64_t)group.address.first.constant;
    if (group.low < -MAX_DISTANCE || group.low > MAX_DISTANCE)
        return false;
    group.high = group.low + (int64_t)access->size;
    group.address.first.constant = 0;
    return add_conditions(at, &group) && add_to_group(at->region, &group);
}

/* All accesses of an instruction. */
static bool add_accesses(const finding *at, const gen_bounds_access *access)
{
    for (; access; access = access->next)
        if (!add_access(at, access))
            return false;
    return true;
}

/* --- Loops ------------------------------------------------------------------------------------ */

/* How lanes of a warp may be in different copies of the loop. */
typedef enum togetherness {
    IS_APART,    /* they may */
    IS_TOGETHER, /* all come to the loop together, and decide together */
    IS_NOT_KNOWN
} togetherness;

/* ptxas follows these from their beginning to the wait for them: it would not, through two copies.
 */
static bool is_of_one_copy(const gen_ptx_statement *statement)
{
    static const char *const names[] = {"wgmma", "tcgen05", "setmaxnreg"};
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    return opcode.count && GEN_TOKEN_IS_ANY(opcode.parts[0], names);
}

/* If a loop holds an instruction that all lanes of the warp make, in each turn and before anyone
 * leaves, then all lanes that are alive come to the loop's first turn together: a vote before it
 * has all of them, and they stay in one copy. */
static togetherness togetherness_of(const gen_bounds_flow *flow, const gen_bounds_loop *loop)
{
    togetherness result = IS_APART;

    for (size_t i = flow->blocks[loop->first].begin; i < flow->blocks[loop->last].end; i++) {
        size_t block = flow->blocks_of[i];
        if (!loop->has[block] || !gen_bounds_is_collective(flow->statements[i]))
            continue;
        if (is_of_one_copy(flow->statements[i]))
            return IS_NOT_KNOWN;
        if (gen_bounds_is_whole_warp(flow->statements[i]) &&
            gen_bounds_is_in_each_turn(flow, loop, block) &&
            gen_bounds_is_before_exits(flow, loop, block))
            return IS_TOGETHER;
        result = IS_NOT_KNOWN;
    }
    return result;
}

/* The test is before the label of the header; who jumps there from outside must be sent to the
 * test. */
static bool has_room_for_test(const gen_bounds_flow *flow, const gen_bounds_loop *loop)
{
    const gen_ptx_statement *first = flow->statements[flow->blocks[loop->header].begin];

    if (first->kind != GEN_PTX_LABEL)
        return false;
    for (size_t i = loop->first; i <= loop->last; i++) {
        gen_bounds_opcode last = gen_bounds_opcode_of(flow->statements[flow->blocks[i].end - 1]);
        if (loop->has[i] && gen_bounds_opcode_is(&last, "brx"))
            return false;
    }
    for (size_t i = 0; i < flow->block_count; i++) {
        const gen_bounds_block *block = &flow->blocks[i];
        gen_bounds_opcode last = gen_bounds_opcode_of(flow->statements[block->end - 1]);
        bool falls = i + 1 == loop->header && loop->has[i];
        for (size_t j = 0; j < block->successor_count; j++)
            if (block->successors[j] == loop->header &&
                (falls || gen_bounds_opcode_is(&last, "brx")))
                return false;
    }
    return true;
}

static void mark_covered(const finding *at)
{
    const gen_bounds_loop *loop = &at->region->loop;
    const gen_bounds_flow *flow = &at->function->flow;

    for (size_t i = flow->blocks[loop->first].begin; i < flow->blocks[loop->last].end; i++)
        if (loop->has[flow->blocks_of[i]])
            at->regions->covers[i] = at->accesses[i] != NULL;
}

/* True if all accesses of the loop can be tested before it. If one cannot, each turn has a test
 * anyway, which the others cost little in. */
static bool cover(const finding *at)
{
    const gen_bounds_loop *loop = &at->region->loop;
    const gen_bounds_flow *flow = &at->function->flow;

    for (size_t i = flow->blocks[loop->first].begin; i < flow->blocks[loop->last].end; i++)
        if (loop->has[flow->blocks_of[i]] && at->accesses[i] && !add_accesses(at, at->accesses[i]))
            return false;
    return at->region->group_count;
}

static bool has_accesses(const finding *at, const gen_bounds_loop *loop)
{
    const gen_bounds_flow *flow = &at->function->flow;

    for (size_t i = flow->blocks[loop->first].begin; i < flow->blocks[loop->last].end; i++)
        if (loop->has[flow->blocks_of[i]] && at->accesses[i])
            return true;
    return false;
}

static void find_region(finding *at, const gen_bounds_loop *loop)
{
    const gen_bounds_flow *flow = &at->function->flow;
    togetherness together = togetherness_of(flow, loop);
    gen_bounds_loop_region *region = GEN_NEW(at->function->arena, gen_bounds_loop_region);

    region->loop = *loop;
    region->votes = together == IS_TOGETHER;
    at->region = region;
    gen_bounds_turns_initialize(&region->turns, at->function, &region->loop);
    find_exits(at);
    at->regions->loops++;
    if (together == IS_NOT_KNOWN || !has_room_for_test(flow, loop) || !cover(at))
        return;
    mark_covered(at);
    GEN_GROW(at->function->arena, at->regions->items, at->regions->count, &at->regions->capacity);
    at->regions->items[at->regions->count++] = region;
}

void gen_bounds_find_loop_regions(gen_bounds_loop_regions *regions, gen_bounds_function *function,
                                  gen_bounds_access *const *accesses)
{
    finding at = {.regions = regions, .function = function, .accesses = accesses};
    gen_bounds_loops loops;

    *regions = (gen_bounds_loop_regions){0};
    regions->covers = GEN_NEW_ARRAY(function->arena, bool, function->flow.statement_count + 1);
    if (!function->function->is_entry) /* it has no limits */
        return;
    gen_bounds_find_loops(&loops, &function->flow);
    for (size_t i = 0; i < loops.count; i++)
        if (has_accesses(&at, &loops.items[i]))
            find_region(&at, &loops.items[i]);
}

const gen_bounds_loop_region *gen_bounds_loop_region_at(const gen_bounds_loop_regions *regions,
                                                        size_t block)
{
    for (size_t i = 0; i < regions->count; i++)
        if (regions->items[i]->loop.header == block)
            return regions->items[i];
    return NULL;
}

const gen_bounds_loop_region *gen_bounds_loop_of_jump(const gen_bounds_loop_regions *regions,
                                                      const gen_bounds_flow *flow,
                                                      const gen_ptx_statement *statement)
{
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    if (statement->kind != GEN_PTX_INSTRUCTION || !gen_bounds_opcode_is(&opcode, "bra") ||
        !statement->operand_count)
        return NULL;
    for (size_t i = 0; i < regions->count; i++) {
        size_t header = flow->blocks[regions->items[i]->loop.header].begin;
        if (gen_token_equals(flow->statements[header]->text, statement->operands[0].text))
            return regions->items[i];
    }
    return NULL;
}

#include "bounds/ranges/counter.h"

#include "bounds/flow/instruction.h"
#include "bounds/ranges/branch_outcome.h"
#include "bounds/ranges/predecessor.h"
#include "bounds/ranges/reaching_value.h"

gen_bounds_counter *gen_bounds_counter_at(const gen_bounds_ranges *ranges, size_t header,
                                          const gen_ptx_register *reg)
{
    for (gen_bounds_counter *at = ranges->counters[header]; at; at = at->next)
        if (at->reg == reg)
            return at;
    return NULL;
}

/* A comparison that ends the loop when the counter is equal to a number. */
typedef struct ending {
    const gen_bounds_flow *flow;
    const gen_bounds_counter *counter;
    bool is_next; /* what is compared is the sum */
    int64_t first;
    int64_t turns; /* the fewest so far; or -1 */
} ending;

static void read_ending(void *context, const gen_bounds_compared *compared)
{
    ending *at = context;
    const bool is_after =
        at->is_next || gen_bounds_dominates(at->flow, at->counter->place, compared->place);
    int64_t turns;

    if (!at->counter->loop->has[at->flow->blocks_of[compared->place]] ||
        compared->comparison.relation != GEN_BOUNDS_DIFFERS || compared->comparison.is_equality ||
        compared->other->kind != GEN_PTX_NUMBER || compared->other->number < INT32_MIN ||
        compared->other->number > INT32_MAX ||
        (compared->other->number - at->first) % at->counter->step != 0)
        return;
    turns = (compared->other->number - at->first) / at->counter->step - is_after;
    if (turns >= 0 && (at->turns < 0 || turns < at->turns))
        at->turns = turns;
}

/* The turns until a counter that begins with `first` is equal to a number; or -1. */
static int64_t turns_until_equal(const gen_bounds_ranges *ranges, const gen_bounds_counter *counter,
                                 int64_t first)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    const gen_bounds_loop *loop = counter->loop;
    ending at = {flow, counter, false, first, -1};

    for (size_t b = loop->first; b <= loop->last; b++) {
        const gen_bounds_block *block = &flow->blocks[b];
        gen_bounds_outcome outcome;
        if (!loop->has[b] || block->successor_count != 2 ||
            loop->has[block->successors[0]] == loop->has[block->successors[1]] ||
            !gen_bounds_is_in_each_turn(flow, loop, b))
            continue;
        outcome = gen_bounds_outcome_between(
            flow, b, block->successors[loop->has[block->successors[0]] ? 0 : 1]);
        at.is_next = false;
        gen_bounds_each_compared(flow, &outcome, counter->reg, read_ending, &at);
        at.is_next = true;
        if (counter->source != counter->reg)
            gen_bounds_each_compared(flow, &outcome, counter->source, read_ending, &at);
    }
    return at.turns;
}

/* The most turns that are over when the header is reached, if the counter stays in a range; or
 * -1. */
static int64_t turns_in_range(const gen_bounds_counter *counter, gen_bounds_range first,
                              gen_bounds_range all)
{
    const int64_t step = counter->step < 0 ? -counter->step : counter->step;

    /* A counter that passes what is beyond its range would have been seen there. */
    if (all.low < INT32_MIN || all.high > INT32_MAX || all.high - all.low + step > INT32_MAX ||
        first.low < all.low || first.high > all.high)
        return -1;
    return (counter->step > 0 ? all.high - first.low : first.high - all.low) / step;
}

static int64_t fewest(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* What `turns` may be at most, by one counter; or -1. Its own range does not bound itself. */
static int64_t turns_of(gen_bounds_ranges *ranges, const gen_bounds_counter *counter,
                        bool is_itself)
{
    const gen_bounds_value first = gen_bounds_before_block(
        ranges, counter->reg, counter->loop->header, GEN_BOUNDS_WRITES_OUTSIDE);
    gen_bounds_value all;
    int64_t turns = -1;

    if (gen_bounds_range_is_none(first.range))
        return 0;
    if (first.variable == GEN_BOUNDS_NOWHERE && first.range.low == first.range.high)
        turns = turns_until_equal(ranges, counter, first.range.low);
    if (is_itself)
        return turns;
    all = gen_bounds_before_block(ranges, counter->reg, counter->loop->header,
                                  GEN_BOUNDS_PLAIN_WRITES);
    return first.variable == all.variable
               ? fewest(turns, turns_in_range(counter, first.range, all.range))
               : turns;
}

static gen_bounds_value find_counted(gen_bounds_ranges *ranges, const gen_bounds_counter *at)
{
    gen_bounds_value value;
    gen_bounds_value first;
    gen_bounds_range step = gen_bounds_range_of(at->step, at->step);
    int64_t most = -1;

    ranges->nesting++; /* counters of other loops may come back to this one */
    value = gen_bounds_before_block(ranges, at->reg, at->loop->header, GEN_BOUNDS_PLAIN_WRITES);
    first = gen_bounds_before_block(ranges, at->reg, at->loop->header, GEN_BOUNDS_WRITES_OUTSIDE);
    for (const gen_bounds_counter *c = ranges->counters[at->loop->header]; c; c = c->next)
        most = fewest(most, turns_of(ranges, c, c == at));
    ranges->nesting--;
    if (most < 0 || first.variable != value.variable)
        return value;
    step = gen_bounds_range_multiply(step, gen_bounds_range_of(0, most), at->reg->bits);
    first.range = gen_bounds_range_add(first.range, step, at->reg->bits);
    return gen_bounds_range_is_narrower(first.range, value.range) ? first : value;
}

gen_bounds_value gen_bounds_counted(gen_bounds_ranges *ranges, gen_bounds_counter *at)
{
    const unsigned nesting = ranges->nesting;

    if (at->rounds[nesting] != ranges->round) {
        at->values[nesting] = find_counted(ranges, at);
        at->rounds[nesting] = ranges->round;
    }
    return at->values[nesting];
}

/* add a, b, 4: what the statement adds to the register b; 0: it is no such one. */
static int64_t read_sum(const gen_ptx_statement *s, const gen_ptx_register *b)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    const bool is_difference = gen_bounds_opcode_is(&opcode, "sub");

    if (s->kind != GEN_PTX_INSTRUCTION || s->guard || s->operand_count != 3 || opcode.count != 2 ||
        (!gen_bounds_opcode_is(&opcode, "add") && !is_difference) ||
        s->operands[1].kind != GEN_PTX_REGISTER || s->operands[1].reg != b ||
        s->operands[2].kind != GEN_PTX_NUMBER || s->operands[2].number < -INT32_MAX ||
        s->operands[2].number > INT32_MAX)
        return 0;
    return is_difference ? -s->operands[2].number : s->operands[2].number;
}

/* Reads what the statement adds to the register that it writes, as add r, r, 4 or as add a, r, 4
 * and mov r, a. */
static bool read_step(const gen_bounds_flow *flow, size_t place, gen_bounds_counter *counter)
{
    const gen_ptx_statement *s = flow->statements[place];

    if (!gen_bounds_writes_integer(s) || s->guard || s->operands[0].reg->bits < 32)
        return false;
    counter->reg = s->operands[0].reg;
    counter->place = place;
    counter->source = gen_bounds_moved_register(s);
    counter->sum = counter->source ? gen_bounds_only_write(flow, &s->operands[1]) : place;
    if (!counter->source)
        counter->source = counter->reg;
    if (counter->sum == GEN_BOUNDS_NOWHERE || !counter->loop->has[flow->blocks_of[counter->sum]])
        return false;
    counter->step = read_sum(flow->statements[counter->sum], counter->reg);
    return counter->step != 0;
}

static bool is_only_write(const gen_bounds_flow *flow, const gen_bounds_loop *loop, size_t place)
{
    const gen_bounds_writes *writes =
        gen_bounds_writes_of(flow, flow->statements[place]->operands[0].reg);

    for (size_t i = 0; i < writes->count; i++)
        if (writes->places[i] != place && loop->has[flow->blocks_of[writes->places[i]]])
            return false;
    return true;
}

static void add_counts(gen_bounds_ranges *ranges, const gen_bounds_loop *loop, size_t block)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);

    if (!loop->has[block] || !gen_bounds_is_in_each_turn(flow, loop, block))
        return;
    for (size_t i = flow->blocks[block].begin; i < flow->blocks[block].end; i++) {
        gen_bounds_counter counter = {.next = ranges->counters[loop->header], .loop = loop};
        if (!read_step(flow, i, &counter) || !is_only_write(flow, loop, i))
            continue;
        ranges->counters[loop->header] = GEN_NEW(ranges->function->arena, gen_bounds_counter);
        *ranges->counters[loop->header] = counter;
    }
}

void gen_bounds_find_counters(gen_bounds_ranges *ranges)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);

    ranges->counters =
        GEN_NEW_ARRAY(ranges->function->arena, gen_bounds_counter *, flow->block_count + 1);
    gen_bounds_find_loops(&ranges->loops, flow);
    for (size_t i = 0; i < ranges->loops.count; i++)
        for (size_t b = ranges->loops.items[i].first; b <= ranges->loops.items[i].last; b++)
            add_counts(ranges, &ranges->loops.items[i], b);
}

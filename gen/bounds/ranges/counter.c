#include "bounds/ranges/counter.h"

#include "bounds/flow/instruction.h"
#include "bounds/ranges/predecessor.h"
#include "bounds/ranges/reaching_value.h"

const gen_bounds_counter *gen_bounds_counter_at(const gen_bounds_ranges *ranges, size_t header,
                                                const gen_ptx_register *reg)
{
    for (const gen_bounds_counter *at = ranges->counters[header]; at; at = at->next)
        if (at->reg == reg)
            return at;
    return NULL;
}

/* The most turns that are over when the header is reached, by one counter; or -1. */
static int64_t turns_of(gen_bounds_ranges *ranges, const gen_bounds_counter *counter)
{
    const gen_bounds_value first = gen_bounds_before_block(
        ranges, counter->reg, counter->loop->header, GEN_BOUNDS_WRITES_OUTSIDE);
    const gen_bounds_value all = gen_bounds_before_block(
        ranges, counter->reg, counter->loop->header, GEN_BOUNDS_PLAIN_WRITES);
    const int64_t step = counter->step < 0 ? -counter->step : counter->step;

    if (gen_bounds_range_is_none(first.range) || first.variable != all.variable)
        return gen_bounds_range_is_none(first.range) ? 0 : -1;
    /* A counter that passes what is beyond its range would have been seen there. */
    if (all.range.low < INT32_MIN || all.range.high > INT32_MAX ||
        all.range.high - all.range.low + step > INT32_MAX || first.range.low < all.range.low ||
        first.range.high > all.range.high)
        return -1;
    return (counter->step > 0 ? all.range.high - first.range.low
                              : first.range.high - all.range.low) /
           step;
}

gen_bounds_value gen_bounds_counted(gen_bounds_ranges *ranges, const gen_bounds_counter *at)
{
    gen_bounds_value value =
        gen_bounds_before_block(ranges, at->reg, at->loop->header, GEN_BOUNDS_PLAIN_WRITES);
    gen_bounds_value first;
    int64_t most = -1;

    ranges->nesting++;
    first = gen_bounds_before_block(ranges, at->reg, at->loop->header, GEN_BOUNDS_WRITES_OUTSIDE);
    for (const gen_bounds_counter *c = ranges->counters[at->loop->header]; c; c = c->next) {
        const int64_t turns = c == at ? -1 : turns_of(ranges, c);
        most = turns >= 0 && (most < 0 || turns < most) ? turns : most;
    }
    ranges->nesting--;
    if (most < 0 || first.variable != value.variable)
        return value;
    first.range =
        gen_bounds_range_add(first.range,
                             gen_bounds_range_multiply(gen_bounds_range_of(at->step, at->step),
                                                       gen_bounds_range_of(0, most), at->reg->bits),
                             at->reg->bits);
    return gen_bounds_range_is_narrower(first.range, value.range) ? first : value;
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

/* What the statement adds to the register that it writes, as add r, r, 4 or as add a, r, 4 and
 * mov r, a. */
static int64_t read_step(const gen_bounds_flow *flow, const gen_bounds_loop *loop,
                         const gen_ptx_statement *s)
{
    size_t sum;

    if (!gen_bounds_writes_integer(s) || s->guard)
        return 0;
    if (!gen_bounds_moved_register(s))
        return read_sum(s, s->operands[0].reg);
    sum = gen_bounds_only_write(flow, &s->operands[1]);
    return sum != GEN_BOUNDS_NOWHERE && loop->has[flow->blocks_of[sum]]
               ? read_sum(flow->statements[sum], s->operands[0].reg)
               : 0;
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
        const int64_t step = read_step(flow, loop, flow->statements[i]);
        gen_bounds_counter *at;
        if (!step || flow->statements[i]->operands[0].reg->bits < 32 ||
            !is_only_write(flow, loop, i))
            continue;
        at = GEN_NEW(ranges->function->arena, gen_bounds_counter);
        *at = (gen_bounds_counter){ranges->counters[loop->header], loop,
                                   flow->statements[i]->operands[0].reg, step};
        ranges->counters[loop->header] = at;
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

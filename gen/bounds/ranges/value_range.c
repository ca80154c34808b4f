#include "bounds/ranges/value_range.h"

#include "bounds/flow/instruction.h"
#include "bounds/ranges/counter.h"
#include "bounds/ranges/narrowing.h"
#include "bounds/ranges/reaching_value.h"
#include "bounds/ranges/remainder.h"

#include <stdlib.h>

#define MAX_DEPTH    8   /* of operations that are repeated with what is known at a place */
#define MAX_REPEATED 400 /* operations for one address */
#define MAX_GROWTH   3   /* times that a range grows before it is widened */
#define MAX_WIDENING 12  /* times that it is widened before it is given up */
#define MAX_ROUNDS   200
#define LAST_ROUNDS  2 /* that make ranges smaller again */

static gen_bounds_value result_of(gen_bounds_ranges *ranges, size_t place,
                                  const gen_bounds_value *operands)
{
    const gen_ptx_statement *s = gen_bounds_ranges_flow(ranges)->statements[place];
    gen_bounds_value value = gen_bounds_operation(s, operands);
    gen_bounds_range remainder;

    if (value.variable != GEN_BOUNDS_NOWHERE || gen_bounds_range_is_none(value.range))
        return value;
    if (gen_bounds_read_remainder(ranges, place, &remainder) &&
        gen_bounds_range_is_narrower(remainder, value.range))
        value.range = remainder;
    value.range = gen_bounds_range_aligned(ranges, s->operands[0].reg, value.range);
    return value;
}

static gen_bounds_value computed(gen_bounds_ranges *ranges, size_t place)
{
    const gen_ptx_statement *s = gen_bounds_ranges_flow(ranges)->statements[place];
    gen_bounds_value operands[GEN_BOUNDS_MAX_OPERANDS];

    if (s->operand_count > GEN_BOUNDS_MAX_OPERANDS)
        return gen_bounds_any_value(s->operands[0].reg->bits);
    for (size_t i = 1; i < s->operand_count; i++)
        operands[i] =
            gen_bounds_operand_at(ranges, &s->operands[i], s->operands[0].reg->bits, place);
    gen_bounds_narrow_choice(ranges, place, operands);
    return result_of(ranges, place, operands);
}

/* The next mark, or the end of what the register can hold. */
static int64_t mark_above(const gen_bounds_ranges *ranges, int64_t number, uint32_t bits)
{
    const int64_t most = gen_bounds_range_all(bits).high;

    for (size_t i = 0; i < ranges->mark_count; i++)
        if (ranges->marks[i] >= number && ranges->marks[i] <= most)
            return ranges->marks[i];
    return number > most ? number : most;
}

static int64_t mark_below(const gen_bounds_ranges *ranges, int64_t number, uint32_t bits)
{
    const int64_t least = gen_bounds_range_all(bits).low;

    for (size_t i = ranges->mark_count; i-- > 0;)
        if (ranges->marks[i] <= number && ranges->marks[i] >= least)
            return ranges->marks[i];
    return number < least ? number : least;
}

/* `after`, which has all that `before` has, or more: so that few steps lead to an end. */
static gen_bounds_value widened(const gen_bounds_ranges *ranges, gen_bounds_value before,
                                gen_bounds_value after, unsigned growth, uint32_t bits)
{
    if (growth <= MAX_GROWTH || before.variable != after.variable)
        return after;
    if (growth > MAX_WIDENING) {
        after.range = gen_bounds_range_all(bits);
        return after;
    }
    if (after.range.high > before.range.high)
        after.range.high = mark_above(ranges, after.range.high, bits);
    if (after.range.low < before.range.low)
        after.range.low = mark_below(ranges, after.range.low, bits);
    return after;
}

static bool grow(gen_bounds_ranges *ranges, size_t place)
{
    const uint32_t bits = gen_bounds_ranges_flow(ranges)->statements[place]->operands[0].reg->bits;
    const gen_bounds_value before = ranges->written[place];
    const gen_bounds_value after = gen_bounds_value_join(before, computed(ranges, place), bits);

    if (gen_bounds_value_equals(&before, &after))
        return false;
    if (ranges->growth[place] < UINT8_MAX)
        ranges->growth[place]++;
    ranges->written[place] = widened(ranges, before, after, ranges->growth[place], bits);
    return true;
}

static void find_all(gen_bounds_ranges *ranges)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    bool is_changed = true;
    unsigned round = 0;

    for (size_t i = 0; i < flow->statement_count; i++)
        ranges->written[i] = gen_bounds_no_value();
    for (; is_changed && round < MAX_ROUNDS; round++) {
        is_changed = false;
        ranges->round++;
        for (size_t i = 0; i < flow->statement_count; i++)
            if (gen_bounds_writes_integer(flow->statements[i]))
                is_changed |= grow(ranges, i);
    }
    for (size_t i = 0; is_changed && i < flow->statement_count; i++)
        if (gen_bounds_writes_integer(flow->statements[i]))
            ranges->written[i] = gen_bounds_any_value(flow->statements[i]->operands[0].reg->bits);
    for (round = 0; round <= LAST_ROUNDS; round++) {
        ranges->round++;
        for (size_t i = 0; i < flow->statement_count; i++)
            if (round < LAST_ROUNDS && gen_bounds_writes_integer(flow->statements[i]))
                ranges->written[i] = computed(ranges, i);
    }
}

/* --- What is compared ------------------------------------------------------------------------- */

static int compare_marks(const void *a, const void *b)
{
    const int64_t *x = a;
    const int64_t *y = b;
    return (*x > *y) - (*x < *y);
}

static void note_operand(gen_bounds_ranges *ranges, const gen_ptx_operand *operand)
{
    if (operand->kind == GEN_PTX_REGISTER && !operand->item_count)
        ranges->is_compared[gen_bounds_writes_of(gen_bounds_ranges_flow(ranges), operand->reg)
                                ->number] = true;
    if (operand->kind != GEN_PTX_NUMBER || operand->number < INT32_MIN ||
        operand->number > INT32_MAX)
        return;
    for (int64_t i = -1; i <= 1; i++)
        ranges->marks[ranges->mark_count++] = operand->number + i;
}

/* Loops end at what they compare with. */
static void note_comparisons(gen_bounds_ranges *ranges)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    size_t count = 0;

    for (size_t i = 0; i < flow->statement_count; i++) {
        const gen_bounds_opcode opcode = gen_bounds_opcode_of(flow->statements[i]);
        count += gen_bounds_opcode_is(&opcode, "setp");
    }
    ranges->marks = GEN_NEW_ARRAY(ranges->function->arena, int64_t, 6 * count + 1);
    ranges->is_compared = GEN_NEW_ARRAY(ranges->function->arena, bool, flow->register_count + 1);
    ranges->marks[ranges->mark_count++] = 0;
    for (size_t i = 0; i < flow->statement_count; i++) {
        const gen_ptx_statement *s = flow->statements[i];
        const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
        for (size_t j = 1; gen_bounds_opcode_is(&opcode, "setp") && j < s->operand_count && j < 3;
             j++)
            note_operand(ranges, &s->operands[j]);
    }
    qsort(ranges->marks, ranges->mark_count, sizeof(*ranges->marks), compare_marks);
}

static gen_bounds_ranges *ranges_of(gen_bounds_function *function)
{
    gen_bounds_ranges *ranges = function->ranges;

    if (ranges)
        return ranges;
    ranges = function->ranges = GEN_NEW(function->arena, gen_bounds_ranges);
    ranges->function = function;
    ranges->written =
        GEN_NEW_ARRAY(function->arena, gen_bounds_value, function->flow.statement_count + 1);
    ranges->growth = GEN_NEW_ARRAY(function->arena, uint8_t, function->flow.statement_count + 1);
    note_comparisons(ranges);
    gen_bounds_find_counters(ranges);
    find_all(ranges);
    return ranges;
}

/* --- Addresses -------------------------------------------------------------------------------- */

static gen_bounds_value repeated(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                 size_t place, unsigned depth);

static gen_bounds_value repeated_operand(gen_bounds_ranges *ranges, const gen_ptx_operand *operand,
                                         uint32_t bits, size_t place, unsigned depth)
{
    if (operand->kind != GEN_PTX_REGISTER || operand->item_count ||
        !gen_bounds_is_integer(operand->reg))
        return gen_bounds_value_of_text(ranges->function, operand, bits);
    return repeated(ranges, operand->reg, place, depth);
}

/* True if all that the statement reads is the same at each place that it dominates: its registers
 * are written once. */
static bool is_lasting(const gen_bounds_flow *flow, const gen_ptx_statement *s)
{
    if (s->guard || s->operand_count > GEN_BOUNDS_MAX_OPERANDS || !gen_bounds_is_pure(s))
        return false;
    for (size_t i = 1; i < s->operand_count; i++) {
        const gen_ptx_register *reg = s->operands[i].reg;
        const gen_bounds_writes *writes = reg ? gen_bounds_writes_of(flow, reg) : NULL;
        if (writes && (writes->count != 1 || writes->is_read_before))
            return false;
    }
    return true;
}

/* What the register holds at the place: its operation once more, with what branches say there of
 * its operands. */
static gen_bounds_value repeated(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                 size_t place, unsigned depth)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);
    gen_bounds_value value =
        gen_bounds_narrowed(ranges, reg, place, gen_bounds_written_before(ranges, reg, place));
    gen_bounds_value operands[GEN_BOUNDS_MAX_OPERANDS];
    gen_bounds_value again;
    const gen_ptx_statement *s;

    if (!depth || writes->count != 1 || !gen_bounds_dominates(flow, writes->places[0], place))
        return value;
    s = flow->statements[writes->places[0]];
    if (!gen_bounds_writes_integer(s) || !is_lasting(flow, s) || ranges->repeated == MAX_REPEATED)
        return value;
    ranges->repeated++;
    for (size_t i = 1; i < s->operand_count; i++)
        operands[i] = repeated_operand(ranges, &s->operands[i], reg->bits, place, depth - 1);
    again = result_of(ranges, writes->places[0], operands);
    if (again.variable != value.variable)
        return value.variable == GEN_BOUNDS_NOWHERE ? again : value;
    if (gen_bounds_range_is_narrower(again.range, value.range))
        value.range = again.range;
    return value;
}

gen_bounds_value gen_bounds_address_range(gen_bounds_function *function,
                                          const gen_ptx_operand *address, size_t place)
{
    gen_bounds_ranges *ranges = ranges_of(function);
    const gen_ptx_operand name = {
        .kind = GEN_PTX_NAME, .name = address->name, .number = address->number};
    gen_bounds_value value;

    if (!address->reg)
        return gen_bounds_value_of_text(function, &name, 64);
    if (!gen_bounds_is_integer(address->reg))
        return gen_bounds_any_value(64);
    ranges->repeated = 0;
    value = repeated(ranges, address->reg, place, MAX_DEPTH);
    value.range = gen_bounds_range_add(
        value.range, gen_bounds_range_of(address->number, address->number), address->reg->bits);
    return value;
}

gen_bounds_value gen_bounds_operand_range(gen_bounds_function *function,
                                          const gen_ptx_operand *operand, size_t place)
{
    gen_bounds_ranges *ranges = ranges_of(function);

    ranges->repeated = 0;
    return repeated_operand(ranges, operand, 32, place, MAX_DEPTH);
}

#include "bounds/ranges/predecessor.h"

bool gen_bounds_add_block(gen_bounds_backwards *at, size_t block)
{
    for (size_t i = 0; i < at->count; i++)
        if (at->blocks[i] == block)
            return true;
    if (at->count == GEN_BOUNDS_MAX_SEARCHED)
        return false;
    at->blocks[at->count++] = block;
    return true;
}

static bool leads_to(const gen_bounds_block *from, size_t to)
{
    for (size_t i = 0; i < from->successor_count; i++)
        if (from->successors[i] == to)
            return true;
    return false;
}

size_t gen_bounds_next_predecessor(const gen_bounds_flow *flow, size_t block, size_t last)
{
    const gen_bounds_block *to = &flow->blocks[block];

    if (to->first_predecessor == GEN_BOUNDS_NOWHERE)
        return GEN_BOUNDS_NOWHERE;
    for (size_t i = last == GEN_BOUNDS_NOWHERE ? to->first_predecessor : last + 1;
         i <= to->last_predecessor; i++)
        if (flow->blocks[i].is_reached && leads_to(&flow->blocks[i], block))
            return i;
    return GEN_BOUNDS_NOWHERE;
}

/* Adds the blocks before a block, but for `top`. False if there are too many. */
static bool add_predecessors(const gen_bounds_flow *flow, gen_bounds_backwards *at, size_t block,
                             size_t top)
{
    for (size_t p = gen_bounds_next_predecessor(flow, block, GEN_BOUNDS_NOWHERE);
         p != GEN_BOUNDS_NOWHERE; p = gen_bounds_next_predecessor(flow, block, p))
        if (p != top && !gen_bounds_add_block(at, p))
            return false;
    return true;
}

static bool writes_in(const gen_bounds_flow *flow, const gen_ptx_register *reg, size_t begin,
                      size_t end)
{
    return gen_bounds_last_write(flow, reg, begin, end) != GEN_BOUNDS_NOWHERE;
}

bool gen_bounds_is_kept(const gen_bounds_flow *flow, const gen_ptx_register *reg, size_t from,
                        size_t to)
{
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);
    const size_t top = flow->blocks_of[from];
    const size_t bottom = flow->blocks_of[to];
    gen_bounds_backwards search = {0};

    if (writes->count == 1 && !writes->is_read_before)
        return true; /* that was before it was read at `from` */
    if (top == bottom)
        return from < to && !writes_in(flow, reg, from, to);
    if (writes_in(flow, reg, flow->blocks[bottom].begin, to) ||
        writes_in(flow, reg, from, flow->blocks[top].end) ||
        !add_predecessors(flow, &search, bottom, top))
        return false;
    for (size_t i = 0; i < search.count; i++) {
        const gen_bounds_block *block = &flow->blocks[search.blocks[i]];
        if (writes_in(flow, reg, block->begin, block->end) ||
            !add_predecessors(flow, &search, search.blocks[i], top))
            return false;
    }
    return true;
}

size_t gen_bounds_only_write(const gen_bounds_flow *flow, const gen_ptx_operand *operand)
{
    const gen_bounds_writes *writes = operand->kind == GEN_PTX_REGISTER && !operand->item_count
                                          ? gen_bounds_writes_of(flow, operand->reg)
                                          : NULL;

    return writes && writes->count == 1 && !writes->is_read_before ? writes->places[0]
                                                                   : GEN_BOUNDS_NOWHERE;
}

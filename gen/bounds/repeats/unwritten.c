#include "bounds/repeats/unwritten.h"

static bool writes_between(const gen_bounds_flow *flow, const gen_bounds_writes *writes,
                           size_t begin, size_t end)
{
    for (size_t i = 0; i < writes->count; i++)
        if (writes->places[i] >= begin && writes->places[i] < end &&
            !flow->statements[writes->places[i]]->guard)
            return true;
    return false;
}

static bool comes_unwritten(const gen_bounds_flow *flow, const gen_bounds_writes *writes,
                            size_t block, bool *seen);

/* True if a way to the block's beginning does not write the register. */
static bool begins_unwritten(const gen_bounds_flow *flow, const gen_bounds_writes *writes,
                             size_t block, bool *seen)
{
    const gen_bounds_block *at = &flow->blocks[block];

    if (!block)
        return true;
    for (size_t i = at->first_predecessor; i != GEN_BOUNDS_NOWHERE && i <= at->last_predecessor;
         i++)
        for (size_t j = 0; j < flow->blocks[i].successor_count; j++)
            if (flow->blocks[i].successors[j] == block && flow->blocks[i].is_reached &&
                comes_unwritten(flow, writes, i, seen))
                return true;
    return false;
}

/* The same of the block's end. `seen`: blocks that were looked at. */
static bool comes_unwritten(const gen_bounds_flow *flow, const gen_bounds_writes *writes,
                            size_t block, bool *seen)
{
    if (seen[block])
        return false;
    seen[block] = true;
    return !writes_between(flow, writes, flow->blocks[block].begin, flow->blocks[block].end) &&
           begins_unwritten(flow, writes, block, seen);
}

bool gen_bounds_may_be_unwritten(const gen_bounds_flow *flow, const gen_bounds_writes *writes,
                                 size_t place)
{
    const size_t block = flow->blocks_of[place];

    return (writes->is_read_before || flow->statements[writes->places[0]]->guard) &&
           !writes_between(flow, writes, flow->blocks[block].begin, place) &&
           begins_unwritten(flow, writes, block,
                            GEN_NEW_ARRAY(flow->arena, bool, flow->block_count));
}

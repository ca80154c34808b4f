#include "bounds/flow/loop.h"

#include "bounds/flow/instruction.h"

bool gen_bounds_block_dominates(const gen_bounds_flow *flow, size_t a, size_t b)
{
    if (!flow->blocks[a].is_reached || !flow->blocks[b].is_reached)
        return false;
    while (b != flow->blocks[b].dominator && flow->blocks[b].order > flow->blocks[a].order)
        b = flow->blocks[b].dominator;
    return a == b;
}

static bool goes_to(const gen_bounds_block *block, size_t to)
{
    for (size_t i = 0; i < block->successor_count; i++)
        if (block->successors[i] == to)
            return true;
    return false;
}

static bool is_latch(const gen_bounds_flow *flow, const gen_bounds_loop *loop, size_t block)
{
    return loop->has[block] && goes_to(&flow->blocks[block], loop->header);
}

/* Adds the blocks from which the header is reached without passing it. */
static void add_body(const gen_bounds_flow *flow, gen_bounds_loop *loop)
{
    bool is_changed = true;

    while (is_changed) {
        is_changed = false;
        for (size_t i = flow->block_count; i-- > 0;) {
            const gen_bounds_block *block = &flow->blocks[i];
            if (loop->has[i] || !block->is_reached)
                continue;
            for (size_t j = 0; j < block->successor_count; j++)
                loop->has[i] |=
                    loop->has[block->successors[j]] && block->successors[j] != loop->header;
            is_changed |= loop->has[i];
        }
    }
}

static void find_loop(const gen_bounds_flow *flow, size_t header, gen_bounds_loop *loop)
{
    *loop = (gen_bounds_loop){.header = header, .first = header, .last = header};
    loop->has = GEN_NEW_ARRAY(flow->arena, bool, flow->block_count + 1);
    loop->has[header] = true;
    for (size_t i = 0; i < flow->block_count; i++)
        if (goes_to(&flow->blocks[i], header) && gen_bounds_block_dominates(flow, header, i))
            loop->has[i] = true;
    add_body(flow, loop);
    for (size_t i = 0; i < flow->block_count; i++) {
        if (!loop->has[i])
            continue;
        loop->first = i < loop->first ? i : loop->first;
        loop->last = i;
    }
}

/* Marks the blocks that a block goes back to which they dominate. */
static void find_headers(const gen_bounds_flow *flow, bool *is_header)
{
    for (size_t i = 0; i < flow->block_count; i++)
        for (size_t j = 0; j < flow->blocks[i].successor_count; j++) {
            const size_t to = flow->blocks[i].successors[j];
            is_header[to] |= gen_bounds_block_dominates(flow, to, i);
        }
}

/* True if each turn passes a block at most once, and all from the header on. */
static bool is_simple(const gen_bounds_flow *flow, const gen_bounds_loop *loop)
{
    for (size_t i = 0; i < flow->block_count; i++) {
        const gen_bounds_block *block = &flow->blocks[i];
        if (!loop->has[i])
            continue;
        if (!gen_bounds_block_dominates(flow, loop->header, i))
            return false;
        for (size_t j = 0; j < block->successor_count; j++)
            if (loop->has[block->successors[j]] && block->successors[j] != loop->header &&
                flow->blocks[block->successors[j]].order <= block->order)
                return false;
    }
    return true;
}

/* All loops, of whatever form. */
static void find_natural_loops(gen_bounds_loops *loops, const gen_bounds_flow *flow)
{
    bool *is_header = GEN_NEW_ARRAY(flow->arena, bool, flow->block_count + 1);

    *loops = (gen_bounds_loops){0};
    find_headers(flow, is_header);
    for (size_t i = 0; i < flow->block_count; i++) {
        if (!is_header[i])
            continue;
        GEN_GROW(flow->arena, loops->items, loops->count, &loops->capacity);
        find_loop(flow, i, &loops->items[loops->count++]);
    }
}

void gen_bounds_find_loops(gen_bounds_loops *loops, const gen_bounds_flow *flow)
{
    size_t count = 0;

    find_natural_loops(loops, flow);
    for (size_t i = 0; i < loops->count; i++)
        if (is_simple(flow, &loops->items[i]))
            loops->items[count++] = loops->items[i];
    loops->count = count;
}

uint32_t *gen_bounds_loop_depths(const gen_bounds_flow *flow)
{
    uint32_t *depths = GEN_NEW_ARRAY(flow->arena, uint32_t, flow->block_count + 1);
    gen_bounds_loops loops;

    find_natural_loops(&loops, flow);
    for (size_t i = 0; i < loops.count; i++)
        for (size_t j = loops.items[i].first; j <= loops.items[i].last; j++)
            depths[j] += loops.items[i].has[j];
    return depths;
}

bool gen_bounds_is_in_each_turn(const gen_bounds_flow *flow, const gen_bounds_loop *loop,
                                size_t block)
{
    for (size_t i = loop->first; i <= loop->last; i++)
        if (is_latch(flow, loop, i) && !gen_bounds_block_dominates(flow, block, i))
            return false;
    return true;
}

bool gen_bounds_leaves_loop(const gen_bounds_flow *flow, const gen_bounds_loop *loop, size_t block)
{
    const gen_bounds_block *at = &flow->blocks[block];
    gen_bounds_opcode last = gen_bounds_opcode_of(flow->statements[at->end - 1]);

    if (gen_bounds_opcode_is(&last, "ret") || gen_bounds_opcode_is(&last, "exit"))
        return true;
    for (size_t i = 0; i < at->successor_count; i++)
        if (!loop->has[at->successors[i]])
            return true;
    return at->successor_count == 0;
}

bool gen_bounds_is_before_exits(const gen_bounds_flow *flow, const gen_bounds_loop *loop,
                                size_t block)
{
    for (size_t i = loop->first; i <= loop->last; i++)
        if (loop->has[i] && gen_bounds_leaves_loop(flow, loop, i) &&
            !gen_bounds_block_dominates(flow, block, i))
            return false;
    return true;
}

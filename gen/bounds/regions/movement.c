#include "bounds/regions/movement.h"

#include "bounds/flow/instruction.h"

/* Statements that one region may move up for one access. */
#define MAX_MOVED 64

typedef struct movement {
    gen_bounds_plan *plan;
    size_t begin; /* the region's first statement */
    size_t use;   /* the statement that needs the value */
    size_t count;
    size_t places[MAX_MOVED];
    bool fails;
} movement;

static bool is_moved(const movement *move, size_t place)
{
    for (size_t i = 0; i < move->count; i++)
        if (move->places[i] == place)
            return true;
    return move->plan->moved_to[place] != GEN_BOUNDS_NOWHERE;
}

/* A value that may be read before it is written comes from a loop's turn before. */
static void check_written(void *context, gen_ptx_register *reg)
{
    movement *move = context;
    const gen_bounds_writes *writes = gen_bounds_writes_of(&move->plan->function->flow, reg);

    move->fails |= writes->count != 1 || writes->is_read_before;
}

static void need_register(void *context, gen_ptx_register *reg)
{
    movement *move = context;
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

bool gen_bounds_move_up(gen_bounds_plan *plan, size_t region, gen_ptx_register *reg, size_t place)
{
    movement move = {.plan = plan, .begin = plan->regions[region].first, .use = place};

    need_register(&move, reg);
    for (size_t i = 0; i < move.count && !move.fails; i++)
        plan->moved_to[move.places[i]] = region;
    return !move.fails;
}

bool gen_bounds_is_available(const gen_bounds_plan *plan, size_t region,
                             const gen_ptx_register *reg, size_t written, size_t place)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    size_t begin = plan->regions[region].first;
    size_t last = plan->regions[region].last;
    size_t block = flow->blocks_of[begin];
    size_t entry = flow->blocks[flow->blocks_of[place]].begin; /* of the block that reads it */

    if (written != GEN_BOUNDS_NOWHERE && written >= begin &&
        written <= (last > place ? last : place))
        return plan->moved_to[written] == region;
    if (written != GEN_BOUNDS_NOWHERE && flow->blocks_of[written] != block)
        return gen_bounds_writes_of(flow, reg)->count == 1;
    return gen_bounds_last_write(flow, reg, flow->blocks[block].begin,
                                 entry > begin ? entry : begin) == written;
}

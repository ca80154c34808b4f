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

bool gen_bounds_move_up(gen_bounds_plan *plan, size_t region, const gen_bounds_access *access,
                        bool with_addresses)
{
    movement move = {.plan = plan, .begin = plan->regions[region].first, .use = access->place};

    if (access->statement->guard)
        need_register(&move, access->statement->guard);
    for (const gen_bounds_access *a = access; a && with_addresses; a = a->next)
        if (a->address->reg)
            need_register(&move, a->address->reg);
    for (size_t i = 0; i < move.count && !move.fails; i++)
        plan->moved_to[move.places[i]] = region;
    return !move.fails;
}

bool gen_bounds_is_available(const gen_bounds_plan *plan, size_t region,
                             const gen_ptx_register *reg, size_t written, size_t place)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    size_t begin = plan->regions[region].first;
    size_t block = flow->blocks_of[begin];
    size_t entry = flow->blocks[flow->blocks_of[place]].begin; /* of the block that reads it */

    if (written != GEN_BOUNDS_NOWHERE && written >= begin && written <= plan->regions[region].last)
        return plan->moved_to[written] == region;
    if (written != GEN_BOUNDS_NOWHERE && flow->blocks_of[written] != block)
        return gen_bounds_writes_of(flow, reg)->count == 1;
    return gen_bounds_last_write(flow, reg, flow->blocks[block].begin,
                                 entry > begin ? entry : begin) == written;
}

/* --- Behind the region ------------------------------------------------------------------------ */

typedef struct sinking {
    const gen_bounds_plan *plan;
    size_t region;
    size_t *reads; /* of each register: the region + 1 in which what stays reads it */
    size_t place;
    bool fails;
} sinking;

static void mark_read(void *context, gen_ptx_register *reg)
{
    const sinking *at = context;
    at->reads[gen_bounds_writes_of(&at->plan->function->flow, reg)->number] = at->region + 1;
}

static void check_result(void *context, gen_ptx_register *reg)
{
    sinking *at = context;
    const gen_bounds_writes *writes = gen_bounds_writes_of(&at->plan->function->flow, reg);

    at->fails |=
        writes->count != 1 || writes->is_read_before || at->reads[writes->number] == at->region + 1;
}

static void check_source(void *context, gen_ptx_register *reg)
{
    sinking *at = context;
    size_t last = at->plan->regions[at->region].last;

    at->fails |= gen_bounds_last_write(&at->plan->function->flow, reg, at->place + 1, last + 1) !=
                 GEN_BOUNDS_NOWHERE;
}

void gen_bounds_sink(gen_bounds_plan *plan, size_t region, size_t *reads)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    const gen_bounds_region *at = &plan->regions[region];

    if (flow->blocks_of[at->first] != flow->blocks_of[at->last])
        return;
    for (size_t i = at->last + 1; i-- > at->first;) {
        const gen_ptx_statement *s = flow->statements[i];
        sinking check = {.plan = plan, .region = region, .reads = reads, .place = i};
        check.fails =
            plan->accesses[i] || plan->moved_to[i] != GEN_BOUNDS_NOWHERE || !gen_bounds_is_pure(s);
        gen_bounds_each_written(s, check_result, &check);
        gen_bounds_each_read(s, check_source, &check);
        plan->is_sunk[i] = !check.fails;
        if (check.fails)
            gen_bounds_each_read(s, mark_read, &check);
    }
}

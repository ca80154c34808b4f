#include "bounds/regions/sinking.h"

#include "bounds/flow/instruction.h"

/* Statements before the end of a run that are looked at. */
#define MAX_LENGTH 1024

typedef struct sinking {
    gen_bounds_plan *plan;
    size_t *last_reads; /* of each register: the last statement that reads it */
    size_t *reads;      /* of each register: the run + 1 in or before which what stays reads it */
    size_t *sunk_reads; /* the same of what is done behind the run */
    size_t run;
    size_t place; /* the statement that is looked at */
    bool fails;
    int gain; /* registers that are free during the run if it is done behind it */
} sinking;

static const gen_bounds_writes *writes_of(const sinking *at, const gen_ptx_register *reg)
{
    return gen_bounds_writes_of(&at->plan->function->flow, reg);
}

static void set_last_read(void *context, gen_ptx_register *reg)
{
    const sinking *at = context;
    at->last_reads[writes_of(at, reg)->number] = at->place;
}

static void mark_read(void *context, gen_ptx_register *reg)
{
    const sinking *at = context;
    at->reads[writes_of(at, reg)->number] = at->run + 1;
}

static void mark_sunk_read(void *context, gen_ptx_register *reg)
{
    const sinking *at = context;
    at->sunk_reads[writes_of(at, reg)->number] = at->run + 1;
}

/* What the test of the run's region reads, and what is moved up before it: also for accesses behind
 * the run. */
static void mark_test(sinking *at)
{
    const gen_bounds_plan *plan = at->plan;
    const size_t number = plan->runs[at->run].region;
    const gen_bounds_region *region = &plan->regions[number];

    for (const gen_bounds_group *g = region->groups; g != region->groups + region->group_count;
         g++) {
        const gen_ptx_statement *s = g->first->statement;
        for (size_t i = 0; g->index.is_known && i < g->index.value.count; i++)
            mark_read(at, g->index.value.terms[i].reg);
        if (!(g->index.is_known && g->is_aligned) && g->first->address->reg)
            mark_read(at, g->first->address->reg);
        if (s->guard)
            mark_read(at, s->guard);
    }
    for (size_t i = region->first; i <= region->last; i++)
        if (plan->moved_to[i] == number)
            gen_bounds_each_read(plan->function->flow.statements[i], mark_read, at);
}

static int size_of(const gen_ptx_register *reg)
{
    return reg->bits > 64 ? 4 : reg->bits > 32 ? 2 : 1;
}

static void check_result(void *context, gen_ptx_register *reg)
{
    sinking *at = context;
    const gen_bounds_writes *writes = writes_of(at, reg);

    at->fails |=
        writes->count != 1 || writes->is_read_before || at->reads[writes->number] == at->run + 1;
    at->gain += size_of(reg);
}

static void check_source(void *context, gen_ptx_register *reg)
{
    sinking *at = context;
    const size_t last = at->plan->runs[at->run].last;
    const size_t number = writes_of(at, reg)->number;

    at->fails |= gen_bounds_last_write(&at->plan->function->flow, reg, at->place + 1, last + 1) !=
                 GEN_BOUNDS_NOWHERE;
    if (at->last_reads[number] <= last && at->sunk_reads[number] != at->run + 1)
        at->gain -= size_of(reg);
}

static bool can_sink(sinking *at, size_t place)
{
    const gen_bounds_plan *plan = at->plan;
    const gen_ptx_statement *s = plan->function->flow.statements[place];

    at->place = place;
    at->gain = 0;
    at->fails = plan->accesses[place] || plan->moved_to[place] != GEN_BOUNDS_NOWHERE ||
                !gen_bounds_is_anywhere(plan->function, s);
    if (at->fails)
        return false;
    gen_bounds_each_written(s, check_result, at);
    gen_bounds_each_read(s, check_source, at);
    return !at->fails && (place >= plan->runs[at->run].first || at->gain >= 0);
}

static void sink_behind(sinking *at, const gen_bounds_run *run)
{
    const gen_bounds_flow *flow = &at->plan->function->flow;
    size_t begin = flow->blocks[flow->blocks_of[run->first]].begin;

    if (flow->blocks_of[run->first] != flow->blocks_of[run->last])
        return;
    if (run->last - begin > MAX_LENGTH)
        begin = run->last - MAX_LENGTH;
    mark_test(at);
    for (size_t i = run->last + 1; i-- > begin;) {
        const bool sinks = can_sink(at, i);
        if (sinks)
            at->plan->sunk_to[i] = at->run;
        gen_bounds_each_read(flow->statements[i], sinks ? mark_sunk_read : mark_read, at);
    }
}

void gen_bounds_sink(gen_bounds_plan *plan)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    const size_t count = flow->register_count + 1;
    sinking at = {.plan = plan,
                  .last_reads = GEN_NEW_ARRAY(flow->arena, size_t, count),
                  .reads = GEN_NEW_ARRAY(flow->arena, size_t, count),
                  .sunk_reads = GEN_NEW_ARRAY(flow->arena, size_t, count)};

    for (at.place = 0; at.place < flow->statement_count; at.place++)
        gen_bounds_each_read(flow->statements[at.place], set_last_read, &at);
    for (at.run = 0; at.run < plan->run_count; at.run++)
        sink_behind(&at, &plan->runs[at.run]);
}

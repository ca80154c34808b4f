#include "bounds/regions/run.h"

#include "bounds/flow/instruction.h"

/* Statements that one access may need in its run: a slow copy has them once more. More of them need
 * a branch more, but the values between them need no registers in the slow copy. */
#define MAX_NEEDED 16

/* The statements [begin, last], which are executed one after another or are a hammock. */
typedef struct part {
    size_t begin;
    size_t last;
    bool has_access;
} part;

typedef struct finding {
    gen_bounds_plan *plan;
    size_t region;
    bool is_open;
    size_t use; /* a statement that needs what others compute */
    size_t count;
    size_t needed[MAX_NEEDED]; /* statements of the run */
} finding;

static bool is_needed(const finding *at, size_t place)
{
    for (size_t i = 0; i < at->count && i < MAX_NEEDED; i++)
        if (at->needed[i] == place)
            return true;
    return false;
}

/* Counts the statements that compute the register; more than MAX_NEEDED are not told apart. */
static void need_register(void *context, gen_ptx_register *reg)
{
    finding *at = context;
    const gen_bounds_plan *plan = at->plan;
    const size_t begin = plan->runs[plan->run_count - 1].first;
    const size_t use = at->use;
    size_t written = gen_bounds_last_write(&plan->function->flow, reg, begin, use);

    if (at->count > MAX_NEEDED || written == GEN_BOUNDS_NOWHERE || plan->accesses[written] ||
        plan->moved_to[written] != GEN_BOUNDS_NOWHERE || is_needed(at, written))
        return;
    if (at->count < MAX_NEEDED)
        at->needed[at->count] = written;
    at->count++;
    at->use = written;
    gen_bounds_each_read(plan->function->flow.statements[written], need_register, at);
    at->use = use;
}

/* The part that begins with the statement. */
static part part_at(const finding *at, size_t begin)
{
    const gen_bounds_plan *plan = at->plan;
    const gen_bounds_flow *flow = &plan->function->flow;
    size_t block = flow->blocks_of[begin];
    part result = {.begin = begin, .last = begin};
    size_t end;

    if (begin + 1 == flow->blocks[block].end && begin < plan->regions[at->region].last) {
        end = gen_bounds_hammock_end(flow, block, plan->regions[at->region].last - begin);
        if (end != GEN_BOUNDS_NOWHERE && end > block + 1) {
            size_t behind = flow->blocks[end].begin;
            result.last = flow->statements[behind]->kind == GEN_PTX_LABEL ? behind : behind - 1;
        }
    }
    for (size_t i = begin; i <= result.last; i++)
        result.has_access |= plan->accesses[i] != NULL;
    return result;
}

static void begin_run(finding *at, size_t first)
{
    gen_bounds_plan *plan = at->plan;

    GEN_GROW(plan->function->arena, plan->runs, plan->run_count, &plan->run_capacity);
    plan->runs[plan->run_count++] = (gen_bounds_run){.region = at->region, .first = first};
    at->is_open = true;
}

/* True if the run does not have to compute much for the part's accesses. */
static bool fits_run(finding *at, const part *one)
{
    for (size_t i = one->begin; i <= one->last; i++) {
        at->use = i;
        at->count = 0;
        if (at->plan->accesses[i])
            gen_bounds_each_read(at->plan->function->flow.statements[i], need_register, at);
        if (at->count > MAX_NEEDED)
            return false;
    }
    return true;
}

static void add_part(finding *at, const part *one)
{
    if (!one->has_access)
        return;
    if (!at->is_open || !fits_run(at, one))
        begin_run(at, one->begin);
    at->plan->runs[at->plan->run_count - 1].last = one->last;
}

void gen_bounds_find_runs(gen_bounds_plan *plan, size_t region)
{
    finding at = {.plan = plan, .region = region};
    gen_bounds_region *of = &plan->regions[region];

    of->first_run = plan->run_count;
    for (size_t i = of->first, last; i <= of->last; i = last + 1) {
        part one = part_at(&at, i);
        last = one.last;
        add_part(&at, &one);
    }
    of->run_count = plan->run_count - of->first_run;
}

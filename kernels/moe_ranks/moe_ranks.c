#include "rank_agreement.h"
#include "passes.h"

#include <stdlib.h>

typedef moe_exchange_moe_slots slots;

_Static_assert(sizeof(((slots *)0)->first) == (MOE_MAX_RANKS + 1) * sizeof(int), "as many ranks");

/* Addresses in the plan's memory. */
typedef struct space {
    CUdeviceptr scores;           /* [tokens * experts] */
    CUdeviceptr choice, weight;   /* [entries] */
    CUdeviceptr first;            /* [experts + 1]: of this rank's entries, for all experts */
    CUdeviceptr entry_of, row_of; /* [entries] */
    custub_i32_view dropped;      /* [experts]: the caller's, or here */
    CUdeviceptr rows;             /* slots of tokens: `rows` received ones, then those to send */
    CUdeviceptr given;            /* [ranks * (own experts + 1)]: `first` of the other ranks */
    CUdeviceptr own_first;        /* [own experts + 1] */
    CUdeviceptr slot_row;         /* [rows]: where a row of the experts was received */
    CUdeviceptr h, y;             /* see moe_products */
    CUdeviceptr results;          /* [rows * hidden], in float: to send back */
    CUdeviceptr home;             /* and what the other ranks send back, right after it */
} space;

struct moe_ranks_plan {
    moe_ranks *ranks;
    moe_layer layer;
    moe_pass pass;
    int total;            /* tokens of all ranks */
    int expert, experts;  /* the first of this rank's, and how many */
    int rows, sent;       /* received, and sent to others: at most */
    slots from, to, home; /* of ranks: received rows; where rows for a rank go; where they return */
    space space;
    custub_bytes_buffer memory;
    moe_products products;
    bool by_wgmma; /* the products are those for Hopper */
    custub_prepared *scores, *route, *place, *pack, *arrange, *gather, *give_back, *combine;
    moe_message there[4 * MOE_MAX_RANKS], back[2 * MOE_MAX_RANKS];
    int there_count, back_count;
};

#define STEPS "rank_steps.h"
#include "each_type.h"

typedef void prepare_function(moe_ranks_plan *plan, const moe_kernels *kernels,
                              custub_error *error);

static const struct {
    prepare_function *tokens, *results;
} prepare[MOE_BF16 + 1] = {
#define PREPARE(name, element) [element] = {prepare_##name, prepare_results_##name},
    MOE_ELEMENTS(PREPARE)};

static int experts_of(const moe_layer *layer, int count, int rank)
{
    return moe_ranks_expert(layer->experts, count, rank + 1) -
           moe_ranks_expert(layer->experts, count, rank);
}

static custub_status check(const moe_ranks *ranks, const moe_kernels *kernels,
                           const moe_layer *layer, const moe_pass *pass, custub_error *error)
{
    if (moe_check_given(kernels, layer, pass, error))
        return error->status;
    if (layer->product)
        return moe_fail(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                        "a layer over several GPUs takes no product of the caller's");
    return moe_check_pass(layer, experts_of(layer, ranks->count, ranks->rank), pass, 0, error);
}

/* --- The memory of a plan --- */

/* The most rows that a rank sends to one with this many experts. The layer chooses different
 * experts for a token, a caller need not. */
static int slot_rows(const moe_layer *layer, const moe_record *sender, int experts)
{
    const bool repeats = sender->is_chosen && experts > 0;
    const int of_token = repeats || layer->top < experts ? layer->top : experts;
    const int64_t most = (int64_t)sender->tokens * of_token;
    const int64_t limit = (int64_t)layer->capacity * experts;

    return (int)(layer->capacity > 0 && limit < most ? limit : most);
}

static void lay_out_slots(moe_ranks_plan *plan, const moe_record *all)
{
    const moe_layer *l = &plan->layer;
    const int count = plan->ranks->count, rank = plan->ranks->rank;

    for (int r = 0; r < count; r++) {
        plan->from.first[r + 1] = plan->from.first[r] + slot_rows(l, &all[r], plan->experts);
        plan->home.first[r + 1] =
            plan->home.first[r] + slot_rows(l, &all[rank], experts_of(l, count, r));
    }
    plan->rows = plan->from.first[count];
    for (int r = 0; r < count; r++) {
        plan->to.first[r] = r == rank ? plan->from.first[r] : plan->rows + plan->sent;
        plan->sent += r == rank ? 0 : plan->home.first[r + 1] - plan->home.first[r];
    }
}

/* The bytes that are used. */
static uint64_t lay_out(moe_ranks_plan *plan, CUdeviceptr base)
{
    const moe_layer *l = &plan->layer;
    space *s = &plan->space;
    const uint64_t entries = (uint64_t)plan->pass.tokens * (uint64_t)l->top;
    const uint64_t rows = (uint64_t)plan->rows, hidden = (uint64_t)l->hidden;
    const uint64_t all = (uint64_t)l->experts, own = (uint64_t)plan->experts;
    const uint64_t count = (uint64_t)plan->ranks->count, size = moe_element_size(l->element);
    const uint64_t returned = (uint64_t)plan->home.first[plan->ranks->count];
    uint64_t used = 0;

    s->scores = moe_take(base, &used, (uint64_t)plan->pass.tokens * all, sizeof(float));
    s->choice = moe_take(base, &used, entries, sizeof(int));
    s->weight = moe_take(base, &used, entries, sizeof(float));
    s->first = moe_take(base, &used, all + 1, sizeof(int));
    s->entry_of = moe_take(base, &used, entries, sizeof(int));
    s->row_of = moe_take(base, &used, entries, sizeof(int));
    s->dropped = custub_i32_view_of(moe_take(base, &used, all, sizeof(int)), all);
    s->rows = moe_take(base, &used, (rows + (uint64_t)plan->sent) * hidden, size);
    s->given = moe_take(base, &used, count * (own + 1), sizeof(int));
    s->own_first = moe_take(base, &used, own + 1, sizeof(int));
    s->slot_row = moe_take(base, &used, rows, sizeof(int));
    s->h = moe_take(base, &used, rows * (uint64_t)l->inner, size);
    s->y =
        moe_take(base, &used, (uint64_t)moe_splits(l, plan->total) * rows * hidden, sizeof(float));
    s->results = moe_take(base, &used, (rows + returned) * hidden, sizeof(float));
    s->home = s->results + rows * hidden * sizeof(float);
    if (plan->pass.dropped.ptr)
        s->dropped = plan->pass.dropped;
    if (moe_is_chosen(&plan->pass)) {
        s->choice = plan->pass.choice.ptr;
        s->weight = plan->pass.weight.ptr;
    }
    return used;
}

/* --- Plans --- */

/* With each other rank: what goes there, and what comes from there. */
static void list_messages(moe_ranks_plan *plan)
{
    const moe_layer *l = &plan->layer;
    const space *s = &plan->space;
    const int count = plan->ranks->count;
    const uint64_t row = (uint64_t)l->hidden * moe_element_size(l->element);
    const uint64_t result = (uint64_t)l->hidden * sizeof(float);
    const uint64_t own = ((uint64_t)plan->experts + 1) * sizeof(int);

    for (int r = 0; r < count; r++) {
        const uint64_t out = (uint64_t)(plan->home.first[r + 1] - plan->home.first[r]);
        const uint64_t in = (uint64_t)(plan->from.first[r + 1] - plan->from.first[r]);
        const uint64_t begin = (uint64_t)moe_ranks_expert(l->experts, count, r) * sizeof(int);
        const uint64_t theirs = ((uint64_t)experts_of(l, count, r) + 1) * sizeof(int);
        moe_message *there = &plan->there[plan->there_count];
        moe_message *back = &plan->back[plan->back_count];
        if (r == plan->ranks->rank)
            continue;
        if (out) {
            *there++ = (moe_message){true, r, s->first + begin, theirs};
            *there++ =
                (moe_message){true, r, s->rows + (uint64_t)plan->to.first[r] * row, out * row};
            *back++ = (moe_message){false, r, s->home + (uint64_t)plan->home.first[r] * result,
                                    out * result};
        }
        if (in) {
            *there++ = (moe_message){false, r, s->given + (uint64_t)r * own, own};
            *there++ =
                (moe_message){false, r, s->rows + (uint64_t)plan->from.first[r] * row, in * row};
            *back++ = (moe_message){true, r, s->results + (uint64_t)plan->from.first[r] * result,
                                    in * result};
        }
        plan->there_count = (int)(there - plan->there);
        plan->back_count = (int)(back - plan->back);
    }
}

/* Prepares the work for other ranks: the rows that this rank receives go through its experts. */
static void prepare_experts(moe_ranks_plan *plan, const moe_kernels *kernels, custub_error *error)
{
    const moe_layer *l = &plan->layer;
    const space *s = &plan->space;
    const moe_ranks *r = plan->ranks;
    const moe_exchange_kernels *exchange = &r->kernels;
    const custub_launch in_stream = custub_launch_in(plan->pass.stream);
    const uint64_t rows = (uint64_t)plan->rows, hidden = (uint64_t)l->hidden;
    const uint64_t numbers = (uint64_t)plan->experts + 1;
    const custub_i32_view first = custub_i32_view_of(s->own_first, numbers);
    const custub_i32_view slot_row = custub_i32_view_of(s->slot_row, rows);

    plan->arrange = prepare_moe_arrange(
        exchange, &in_stream, plan->experts, r->count, r->rank, plan->rows, plan->from,
        custub_i32_view_of(s->first + (uint64_t)plan->expert * sizeof(int), numbers),
        custub_i32_view_of(s->given, (uint64_t)r->count * numbers), first, slot_row, error);
    plan->products =
        (moe_products){.tokens = plan->total,
                       .rows = plan->rows,
                       .experts = plan->experts,
                       .top = 1,
                       .x = custub_memory_of(s->rows, rows * hidden, moe_element_size(l->element)),
                       .first = s->own_first,
                       .entry_of = s->slot_row,
                       .h = s->h,
                       .y = s->y,
                       .stream = plan->pass.stream};
    if (!plan->by_wgmma)
        moe_products_prepare(&plan->products, l, kernels, error);
    prepare[l->element].results(plan, kernels, error);
}

static void open_plan(moe_ranks_plan *plan, const moe_record *all, const moe_kernels *kernels,
                      custub_error *error)
{
    const moe_ranks *r = plan->ranks;

    for (int rank = 0; rank < r->count; rank++)
        plan->total += all[rank].tokens;
    plan->expert = moe_ranks_expert(plan->layer.experts, r->count, r->rank);
    plan->experts = experts_of(&plan->layer, r->count, r->rank);
    plan->by_wgmma = moe_suits_wgmma(kernels, &plan->layer);
    lay_out_slots(plan, all);
    /* Unlike cuMemFree(), freeing memory of a pool does not wait for work, which may wait for this
     * rank. */
    plan->memory = custub_bytes_buffer_create_async(lay_out(plan, 0), NULL, r->stream, error);
    lay_out(plan, plan->memory.view.ptr);
    /* After an exchange that failed these must be numbers of rows all the same. */
    custub_bytes_zero(custub_bytes_view_of(plan->space.given, plan->space.h - plan->space.given),
                      r->stream, error);
    custub_stream_synchronize(r->stream, error);
    list_messages(plan);
    if (plan->pass.tokens > 0)
        prepare[plan->layer.element].tokens(plan, kernels, error);
    if (plan->rows > 0)
        prepare_experts(plan, kernels, error);
}

moe_ranks_plan *moe_ranks_plan_create(moe_ranks *ranks, const moe_kernels *kernels,
                                      const moe_layer *layer, const moe_pass *pass,
                                      custub_error *error)
{
    custub_error own = custub_error_none();
    moe_ranks_plan *plan;
    moe_record mine = {0}, all[MOE_MAX_RANKS];

    error = error ? error : &own;
    if (!ranks) {
        moe_refuse_null(error, "the moe_ranks");
        return NULL;
    }
    plan = calloc(1, sizeof(*plan));
    if (!plan)
        moe_fail(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "no memory for a plan");
    if (!custub_failed(error) && !check(ranks, kernels, layer, pass, error))
        mine = moe_record_of(layer, pass);
    if (!moe_ranks_agree(ranks, &mine, all, error) && !custub_failed(error)) {
        plan->ranks = ranks;
        plan->layer = *layer;
        plan->pass = *pass;
        open_plan(plan, all, kernels, error);
        moe_ranks_tell(ranks, &mine, all, "could not prepare its part: its own error says why",
                       error);
    }
    if (!custub_failed(error))
        return plan;
    moe_ranks_plan_destroy(plan);
    return NULL;
}

void moe_ranks_plan_destroy(moe_ranks_plan *plan)
{
    if (!plan)
        return;
    custub_prepared_destroy(plan->scores);
    custub_prepared_destroy(plan->route);
    custub_prepared_destroy(plan->place);
    custub_prepared_destroy(plan->pack);
    custub_prepared_destroy(plan->arrange);
    moe_products_destroy(&plan->products);
    custub_prepared_destroy(plan->gather);
    custub_prepared_destroy(plan->give_back);
    custub_prepared_destroy(plan->combine);
    if (plan->memory.view.ptr)
        custub_bytes_buffer_destroy_async(&plan->memory, plan->ranks->stream, NULL);
    free(plan);
}

custub_status moe_ranks_plan_run(moe_ranks_plan *plan, custub_error *error)
{
    custub_error own = custub_error_none();

    error = error ? error : &own;
    if (!plan)
        return moe_refuse_null(error, "the plan");
    if (moe_group_check(plan->ranks, error))
        return error->status;
    if (plan->pass.tokens > 0) {
        if (plan->scores)
            custub_prepared_launch(plan->scores, error);
        if (plan->route)
            custub_prepared_launch(plan->route, error);
        custub_prepared_launch(plan->place, error);
        custub_prepared_launch(plan->pack, error);
    } else {
        moe_clear_dropped(&plan->layer, &plan->pass, error);
    }
    moe_group_exchange(plan->ranks, plan->there, plan->there_count, plan->pass.stream, error);
    if (plan->rows > 0) {
        custub_prepared_launch(plan->arrange, error);
        if (plan->gather)
            custub_prepared_launch(plan->gather, error);
        moe_products_launch(&plan->products, error);
        custub_prepared_launch(plan->give_back, error);
    }
    moe_group_exchange(plan->ranks, plan->back, plan->back_count, plan->pass.stream, error);
    if (plan->pass.tokens > 0)
        custub_prepared_launch(plan->combine, error);
    if (custub_failed(error))
        moe_group_give_up(plan->ranks);
    return error->status;
}

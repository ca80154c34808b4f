#include "passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPLIT_WIDTH = 1024, ENOUGH_BLOCKS = 128 };

/* The rows of a tile of the products. How many rows an expert has on average decides. With less
 * than TILE_M128, reading the weights takes longer than multiplying. */
typedef enum tile_rows { TILE_M16, TILE_M32, TILE_M64, TILE_M128 } tile_rows;

/* Addresses in the workspace. */
typedef struct workspace {
    CUdeviceptr scores;           /* [tokens * experts] */
    CUdeviceptr choice, weight;   /* [rows]: of the entries; the caller's, or here */
    CUdeviceptr first;            /* [experts + 1] */
    CUdeviceptr entry_of, row_of; /* [rows] */
    custub_i32_view dropped;      /* [experts]: the caller's, or here */
    CUdeviceptr h, y;             /* [rows * inner], [rows * hidden] */
    CUdeviceptr gathered, up;     /* for the caller's product: the same sizes as y and h */
} workspace;

struct moe_plan {
    moe_layer layer;
    moe_pass pass;
    workspace parts;
    moe_products products;
    custub_prepared *scores, *route, *place, *gather, *activate, *combine;
    int *first;    /* [experts + 1]: for the caller's product */
    bool by_wgmma; /* the products are those for Hopper */
};

/* The limits are where the tiles are equally fast on an H200. */
static tile_rows tile_rows_of(const moe_layer *layer, int tokens)
{
    const int rows = tokens * layer->top / layer->experts;

    return rows <= 3 ? TILE_M16 : rows <= 24 ? TILE_M32 : rows <= 64 ? TILE_M64 : TILE_M128;
}

/* Split-K of the last product, so that there are blocks for a large GPU. Their number is the same
 * on all GPUs, and so is the order of the sums. */
int moe_splits(const moe_layer *layer, int tokens)
{
    const int most =
        layer->inner / SPLIT_WIDTH < MOE_MAX_SPLITS ? layer->inner / SPLIT_WIDTH : MOE_MAX_SPLITS;
    const long long rows = (long long)tokens * layer->top;
    const long long blocks = (rows / MOE_TILE_ROWS + layer->experts) *
                             ((layer->hidden + MOE_TILE_COLUMNS - 1LL) / MOE_TILE_COLUMNS);
    const long long wanted =
        tile_rows_of(layer, tokens) < TILE_M128 ? MOE_MAX_SPLITS : ENOUGH_BLOCKS / blocks;

    if (layer->product || most < 1 || wanted < 1)
        return 1;
    return wanted < most ? (int)wanted : most;
}

#define prepare_moe_combine_given_f32 prepare_moe_combine_f32 /* the same: both are of float */
#define STEPS                         "pass_steps.h"
#include "each_type.h"

/* Null for a type that the library was built without. */
static const struct {
    void (*pass)(moe_plan *plan, const moe_kernels *kernels, custub_error *error);
    void (*products)(moe_products *products, const moe_layer *layer, const moe_kernels *kernels,
                     custub_error *error);
} prepare[MOE_BF16 + 1] = {
#define PREPARE(name, element) [element] = {prepare_##name, prepare_products_##name},
    MOE_ELEMENTS(PREPARE)};

bool moe_is_built(moe_element element)
{
    return prepare[element].pass != NULL;
}

void moe_products_prepare(moe_products *products, const moe_layer *layer,
                          const moe_kernels *kernels, custub_error *error)
{
    prepare[layer->element].products(products, layer, kernels, error);
}

void moe_products_launch(const moe_products *products, custub_error *error)
{
    custub_prepared_launch(products->gated, error);
    custub_prepared_launch(products->down, error);
}

void moe_products_destroy(moe_products *products)
{
    custub_prepared_destroy(products->gated);
    custub_prepared_destroy(products->down);
}

/* --- The workspace --- */

CUdeviceptr moe_take(CUdeviceptr base, uint64_t *used, uint64_t count, uint64_t size)
{
    const CUdeviceptr at = base + *used;

    *used += (count * size + MOE_ALIGNMENT - 1) / MOE_ALIGNMENT * MOE_ALIGNMENT;
    return at;
}

/* The bytes that are used. */
static uint64_t lay_out(const moe_layer *layer, int tokens, CUdeviceptr base, workspace *parts)
{
    const uint64_t rows = (uint64_t)tokens * (uint64_t)layer->top;
    const uint64_t size = moe_element_size(layer->element);
    const uint64_t experts = (uint64_t)layer->experts;
    const uint64_t inner = rows * (uint64_t)layer->inner, hidden = rows * (uint64_t)layer->hidden;
    uint64_t used = 0;

    memset(parts, 0, sizeof(*parts));
    parts->scores = moe_take(base, &used, (uint64_t)tokens * experts, sizeof(float));
    parts->choice = moe_take(base, &used, rows, sizeof(int));
    parts->weight = moe_take(base, &used, rows, sizeof(float));
    parts->first = moe_take(base, &used, experts + 1, sizeof(int));
    parts->entry_of = moe_take(base, &used, rows, sizeof(int));
    parts->row_of = moe_take(base, &used, rows, sizeof(int));
    parts->dropped = custub_i32_view_of(moe_take(base, &used, experts, sizeof(int)), experts);
    parts->h = moe_take(base, &used, inner, size);
    if (!layer->product)
        parts->y =
            moe_take(base, &used, hidden * (uint64_t)moe_splits(layer, tokens), sizeof(float));
    if (layer->product) {
        parts->y = moe_take(base, &used, hidden, size);
        parts->gathered = moe_take(base, &used, hidden, size);
        parts->up = moe_take(base, &used, inner, size);
    }
    return used;
}

uint64_t moe_workspace_size(const moe_layer *layer, int tokens, custub_error *error)
{
    workspace parts;

    if (custub_failed(error) || moe_check_layer(layer, tokens, error))
        return 0;
    return lay_out(layer, tokens, 0, &parts);
}

/* --- Plans --- */

void moe_plan_destroy(moe_plan *plan)
{
    if (!plan)
        return;
    custub_prepared_destroy(plan->scores);
    custub_prepared_destroy(plan->route);
    custub_prepared_destroy(plan->place);
    custub_prepared_destroy(plan->gather);
    custub_prepared_destroy(plan->activate);
    custub_prepared_destroy(plan->combine);
    moe_products_destroy(&plan->products);
    free(plan->first);
    free(plan);
}

static custub_status check(const moe_kernels *kernels, const moe_layer *layer, const moe_pass *pass,
                           custub_error *error)
{
    const custub_status status = moe_check_given(kernels, layer, pass, error);
    workspace parts;

    return status ? status
                  : moe_check_pass(layer, layer->experts, pass,
                                   lay_out(layer, pass->tokens, 0, &parts), error);
}

static moe_products products_of(const moe_plan *plan)
{
    const moe_layer *l = &plan->layer;
    const uint64_t elements = (uint64_t)plan->pass.tokens * (uint64_t)l->top * (uint64_t)l->hidden;

    if (plan->by_wgmma) /* results of 16 bits leave room for the rows of x */
        return (moe_products){.tokens = plan->pass.tokens,
                              .rows = plan->pass.tokens * l->top,
                              .experts = l->experts,
                              .top = 1,
                              .x = custub_memory_of(plan->parts.y + 2 * elements, elements, 2),
                              .first = plan->parts.first,
                              .h = plan->parts.h,
                              .y = plan->parts.y,
                              .stream = plan->pass.stream};
    return (moe_products){.tokens = plan->pass.tokens,
                          .rows = plan->pass.tokens * l->top,
                          .experts = l->experts,
                          .top = l->top,
                          .x = plan->pass.x,
                          .first = plan->parts.first,
                          .entry_of = plan->parts.entry_of,
                          .h = plan->parts.h,
                          .y = plan->parts.y,
                          .stream = plan->pass.stream};
}

moe_plan *moe_plan_create(const moe_kernels *kernels, const moe_layer *layer, const moe_pass *pass,
                          custub_error *error)
{
    custub_error own = custub_error_none();
    moe_plan *plan;

    error = error ? error : &own;
    if (custub_failed(error) || check(kernels, layer, pass, error))
        return NULL;
    plan = calloc(1, sizeof(*plan));
    if (plan && layer->product)
        plan->first = calloc((size_t)layer->experts + 1, sizeof(*plan->first));
    if (!plan || (layer->product && !plan->first)) {
        free(plan);
        moe_fail(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "no memory for a plan");
        return NULL;
    }
    plan->layer = *layer;
    plan->pass = *pass;
    lay_out(layer, pass->tokens, pass->workspace.ptr, &plan->parts);
    if (pass->dropped.ptr)
        plan->parts.dropped = pass->dropped;
    if (moe_is_chosen(pass)) {
        plan->parts.choice = pass->choice.ptr;
        plan->parts.weight = pass->weight.ptr;
    }
    plan->by_wgmma = pass->tokens > 0 && moe_suits_wgmma(kernels, layer);
    plan->products = products_of(plan);
    if (pass->tokens > 0)
        prepare[layer->element].pass(plan, kernels, error);
    if (!custub_failed(error))
        return plan;
    moe_name_workspace(pass, error);
    moe_plan_destroy(plan);
    return NULL;
}

/* b is experts * n * k, and c gets n columns. */
static custub_status multiply(const moe_plan *plan, int n, int k, CUdeviceptr a, custub_memory b,
                              CUdeviceptr c, custub_error *error)
{
    const moe_product product = {.element = plan->layer.element,
                                 .experts = plan->layer.experts,
                                 .first = plan->first,
                                 .n = n,
                                 .k = k,
                                 .a = a,
                                 .b = b.ptr,
                                 .c = c,
                                 .stream = plan->pass.stream};
    custub_status status;

    if (custub_failed(error))
        return error->status;
    status = plan->layer.product(&product, plan->layer.user, error);
    return status ? moe_fail(error, status, "the caller's product failed") : CUSTUB_OK;
}

custub_status moe_clear_dropped(const moe_layer *layer, const moe_pass *pass, custub_error *error)
{
    const CUdeviceptr dropped = pass->dropped.ptr;

    return custub_i32_zero(custub_i32_view_of(dropped, dropped ? (uint64_t)layer->experts : 0),
                           pass->stream, error);
}

static void run_with_product(const moe_plan *plan, custub_error *error)
{
    const moe_layer *l = &plan->layer;
    const workspace *parts = &plan->parts;
    const uint64_t count = (uint64_t)l->experts + 1;

    if (custub_prepared_launch(plan->gather, error))
        return;
    if (custub_i32_download(custub_i32_view_of(parts->first, count), plan->first, count,
                            plan->pass.stream, error)) {
        moe_add_place(error, "the rows of each expert, for the caller's product");
        return;
    }
    multiply(plan, l->inner, l->hidden, parts->gathered, l->gate, parts->h, error);
    multiply(plan, l->inner, l->hidden, parts->gathered, l->up, parts->up, error);
    custub_prepared_launch(plan->activate, error);
    multiply(plan, l->hidden, l->inner, parts->h, l->down, parts->y, error);
}

custub_status moe_plan_run(moe_plan *plan, custub_error *error)
{
    custub_error own = custub_error_none();

    error = error ? error : &own;
    if (custub_failed(error))
        return error->status;
    if (!plan)
        return moe_refuse_null(error, "the plan");
    if (plan->pass.tokens == 0)
        return moe_clear_dropped(&plan->layer, &plan->pass, error);
    if (plan->scores)
        custub_prepared_launch(plan->scores, error);
    if (plan->route)
        custub_prepared_launch(plan->route, error);
    custub_prepared_launch(plan->place, error);
    if (plan->by_wgmma)
        custub_prepared_launch(plan->gather, error);
    if (plan->layer.product)
        run_with_product(plan, error);
    else
        moe_products_launch(&plan->products, error);
    custub_prepared_launch(plan->combine, error);
    return error->status;
}

custub_status moe_forward(const moe_kernels *kernels, const moe_layer *layer, const moe_pass *pass,
                          custub_error *error)
{
    custub_error own = custub_error_none();
    moe_plan *plan;

    error = error ? error : &own;
    plan = moe_plan_create(kernels, layer, pass, error);
    moe_plan_run(plan, error);
    moe_plan_destroy(plan);
    return error->status;
}

/* The products of the experts on Hopper. */
#include "passes.h"

#include "expert_tiles.h"
#include "hopper/hopper.h"

#if KERNELS_HOPPER
#define ROWS(name, rows, ...)                   rows,
#define PART(name, rows, columns, p, part, ...) part,
static const int gated_rows[] = {GATED_TILES(ROWS)};
static const int gated_part[] = {GATED_TILES(PART)};
static const int down_rows[] = {DOWN_TILES(ROWS)};
static const int down_part[] = {DOWN_TILES(PART)};
enum {
    GATED = sizeof(gated_rows) / sizeof(gated_rows[0]),
    DOWN = sizeof(down_rows) / sizeof(down_rows[0])
};
/* by the names of the tiles */
enum { GATED_16, GATED_32, GATED_64, GATED_128 };
enum { DOWN_16_SPLIT, DOWN_16, DOWN_64, DOWN_128, DOWN_128_WIDE };

static const int score_rows[] = {SCORE_TILES(ROWS)};
static const int score_part[] = {SCORE_TILES(PART)};
enum { SCORES = sizeof(score_rows) / sizeof(score_rows[0]) };
enum { SCORES_16, SCORES_128 };

typedef struct family {
    const custub_kernel *gated[GATED], *down[DOWN], *scores[SCORES];
} family;

#define GATED_F16(tile, ...)   &kernels->moe_gated_wgmma_##tile##_f16,
#define DOWN_F16(tile, ...)    &kernels->moe_down_wgmma_##tile##_f16,
#define SCORES_F16(tile, ...)  &kernels->moe_scores_wgmma_##tile##_f16,
#define GATED_BF16(tile, ...)  &kernels->moe_gated_wgmma_##tile##_bf16,
#define DOWN_BF16(tile, ...)   &kernels->moe_down_wgmma_##tile##_bf16,
#define SCORES_BF16(tile, ...) &kernels->moe_scores_wgmma_##tile##_bf16,

/* All null for an element type without such kernels. */
static family family_of(const moe_kernels *kernels, moe_element element)
{
    family of = {{0}, {0}, {0}};

    (void)kernels;
#if KERNELS_f16
    if (element == MOE_F16)
        of = (family){{GATED_TILES(GATED_F16)}, {DOWN_TILES(DOWN_F16)}, {SCORE_TILES(SCORES_F16)}};
#endif
#if KERNELS_bf16
    if (element == MOE_BF16)
        of = (family){
            {GATED_TILES(GATED_BF16)}, {DOWN_TILES(DOWN_BF16)}, {SCORE_TILES(SCORES_BF16)}};
#endif
    return of;
}

bool moe_suits_wgmma(const moe_kernels *kernels, const moe_layer *layer)
{
    const family of = family_of(kernels, layer->element);

    return !layer->product && of.gated[0] && layer->hidden % 8 == 0 && layer->inner % 8 == 0 &&
           (layer->gate.ptr | layer->up.ptr | layer->down.ptr) % 16 == 0 &&
           hopper_runs(of.gated[0]);
}

/* Experts that have rows, at most. Numbers of the whole pass decide, so that the layer over several
 * GPUs adds in the same order. */
static long long experts_used(const moe_layer *l, int tokens)
{
    const long long rows = (long long)tokens * l->top;

    return rows < l->experts ? rows : l->experts;
}

/* Half more rows than an expert has on average: with few, they are spread unevenly. */
static long long rows_expected(const moe_layer *l, int tokens)
{
    return (long long)tokens * l->top * 3 / 2 / experts_used(l, tokens);
}

/* The limits are where the tiles are equally fast on an H200. */
static int choose_gated(const moe_layer *l, int tokens)
{
    const long long rows = rows_expected(l, tokens);

    return rows <= 16 ? GATED_16 : rows <= 32 ? GATED_32 : rows <= 64 ? GATED_64 : GATED_128;
}

static int choose_down(const moe_layer *l, int tokens, uint64_t multiprocessors)
{
    const long long rows = rows_expected(l, tokens);
    const long long tiles = experts_used(l, tokens) * ((l->hidden + 63) / 64);

    if (rows <= 16)
        return (uint64_t)tiles * 2 <= multiprocessors ? DOWN_16_SPLIT : DOWN_16;
    return rows <= 64 ? DOWN_64 : rows <= 288 ? DOWN_128 : DOWN_128_WIDE;
}

static custub_scalar scalar_of(moe_element element)
{
    return element == MOE_F16 ? CUSTUB_SCALAR_F16 : CUSTUB_SCALAR_BF16;
}

static void prepare_gated(moe_products *p, const moe_layer *l, const family *of,
                          const custub_launch *launch, custub_error *error)
{
    const int chosen = choose_gated(l, p->tokens);
    const uint64_t experts = (uint64_t)p->experts, rows = (uint64_t)p->rows;
    const uint64_t hidden = (uint64_t)l->hidden, inner = (uint64_t)l->inner;
    const uint64_t box = (uint64_t)gated_rows[chosen], part = (uint64_t)gated_part[chosen];
    const custub_scalar type = scalar_of(l->element);
    const custub_tensor_map x = hopper_map(p->x, type, 0, rows, hidden, box, error);
    const custub_tensor_map gate = hopper_map(l->gate, type, experts, inner, hidden, part, error);
    const custub_tensor_map up = hopper_map(l->up, type, experts, inner, hidden, part, error);
    const custub_argument arguments[] = {
        custub_argument_i32(p->rows),
        custub_argument_i32(l->hidden),
        custub_argument_i32(l->inner),
        custub_argument_i32(p->experts),
        custub_argument_bytes(&x, sizeof(x)),
        custub_argument_bytes(&gate, sizeof(gate)),
        custub_argument_bytes(&up, sizeof(up)),
        custub_argument_buffer(CUSTUB_SCALAR_I32, p->first, experts + 1),
        custub_argument_buffer(type, p->h, rows * inner)};

    p->gated = custub_kernel_prepare(of->gated[chosen], launch, 9, arguments, error);
}

static void prepare_down(moe_products *p, const moe_layer *l, const family *of,
                         const custub_launch *launch, custub_error *error)
{
    const custub_occupancy occupancy =
        custub_occupancy_get(of->down[0], custub_block(384, 1, 1), CUSTUB_SHARED_NONE, error);
    const int chosen = choose_down(l, p->tokens, occupancy.multiprocessors);
    const uint64_t experts = (uint64_t)p->experts, rows = (uint64_t)p->rows;
    const uint64_t hidden = (uint64_t)l->hidden, inner = (uint64_t)l->inner;
    const uint64_t box = (uint64_t)down_rows[chosen], part = (uint64_t)down_part[chosen];
    const custub_scalar type = scalar_of(l->element);
    const custub_memory between = custub_memory_of(p->h, rows * inner, 2);
    const custub_tensor_map h = hopper_map(between, type, 0, rows, inner, box, error);
    const custub_tensor_map down = hopper_map(l->down, type, experts, hidden, inner, part, error);
    const custub_argument arguments[] = {
        custub_argument_i32(p->rows),
        custub_argument_i32(l->hidden),
        custub_argument_i32(l->inner),
        custub_argument_i32(p->experts),
        custub_argument_bytes(&h, sizeof(h)),
        custub_argument_bytes(&down, sizeof(down)),
        custub_argument_buffer(CUSTUB_SCALAR_I32, p->first, experts + 1),
        custub_argument_buffer(type, p->y, rows * hidden)};

    p->down = custub_kernel_prepare(of->down[chosen], launch, 8, arguments, error);
}

/* Few products of one block each are made in one kernel, with the choice. */
bool moe_suits_scores(const moe_layer *layer, const moe_pass *pass, int all_tokens)
{
    const long long router = (long long)layer->experts * layer->hidden;

    return (layer->router.ptr | pass->x.ptr) % 16 == 0 &&
           (router > 1 << 17 || router * all_tokens > 1 << 21);
}

custub_prepared *moe_scores_prepare(const moe_kernels *kernels, const moe_layer *layer,
                                    const moe_pass *pass, int all_tokens, CUdeviceptr scores,
                                    const custub_launch *launch, custub_error *error)
{
    const family of = family_of(kernels, layer->element);
    const int chosen = all_tokens <= 64 ? SCORES_16 : SCORES_128;
    const uint64_t experts = (uint64_t)layer->experts, hidden = (uint64_t)layer->hidden;
    const uint64_t tokens = (uint64_t)pass->tokens;
    const custub_scalar type = scalar_of(layer->element);
    const custub_tensor_map x =
        hopper_map(pass->x, type, 0, tokens, hidden, (uint64_t)score_rows[chosen], error);
    const custub_tensor_map router =
        hopper_map(layer->router, type, 1, experts, hidden, (uint64_t)score_part[chosen], error);
    const custub_argument arguments[] = {
        custub_argument_i32(pass->tokens),
        custub_argument_i32(layer->hidden),
        custub_argument_i32(layer->experts),
        custub_argument_bytes(&x, sizeof(x)),
        custub_argument_bytes(&router, sizeof(router)),
        custub_argument_buffer(CUSTUB_SCALAR_F32, scores, tokens * experts)};

    return custub_kernel_prepare(of.scores[chosen], launch, 6, arguments, error);
}

void moe_products_prepare_wgmma(moe_products *products, const moe_layer *layer,
                                const moe_kernels *kernels, custub_error *error)
{
    const family of = family_of(kernels, layer->element);
    const custub_launch_attribute programmatic = custub_launch_attribute_programmatic();
    const custub_launch in_stream = custub_launch_in(products->stream);
    const custub_launch launch = hopper_launch(&in_stream, &programmatic);

    prepare_gated(products, layer, &of, &launch, error);
    prepare_down(products, layer, &of, &launch, error);
}

#else

bool moe_suits_wgmma(const moe_kernels *kernels, const moe_layer *layer)
{
    (void)kernels;
    (void)layer;
    return false;
}

/* Never called. */
bool moe_suits_scores(const moe_layer *layer, const moe_pass *pass, int all_tokens)
{
    (void)all_tokens;
    (void)layer;
    (void)pass;
    return false;
}

custub_prepared *moe_scores_prepare(const moe_kernels *kernels, const moe_layer *layer,
                                    const moe_pass *pass, int all_tokens, CUdeviceptr scores,
                                    const custub_launch *launch, custub_error *error)
{
    (void)all_tokens;
    (void)kernels;
    (void)layer;
    (void)pass;
    (void)scores;
    (void)launch;
    (void)error;
    return NULL;
}

void moe_products_prepare_wgmma(moe_products *products, const moe_layer *layer,
                                const moe_kernels *kernels, custub_error *error)
{
    moe_products_prepare(products, layer, kernels, error);
}

#endif

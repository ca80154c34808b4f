/* The kernels of a mixture-of-experts layer (moe_forward.h), in the order in which they run.
 *
 * A token's `top` choices of experts are its entries: entry e belongs to token e / top. The entries
 * of an expert become consecutive rows, in the order of the tokens: expert e has the rows first[e]
 * to first[e + 1] - 1. */
#include <custub/kernel.h>

#include "routing.cuh"
#include "experts.cuh"
#include "caller_product.cuh"
#include "combination.cuh"

#define BY_TILE(tile) tile, tile::THREADS, tile::ROWS, tile::COLUMNS, tile::SHARED_BYTES
#define INSTANCES(name, T, ...)                                                                    \
    CUSTUB_STUB(moe_route_##name, moe::route<T>);                                                  \
    CUSTUB_STUB(moe_gated_m128_##name, moe::gated<T, BY_TILE(moe::m128)>);                         \
    CUSTUB_STUB(moe_gated_m64_##name, moe::gated<T, BY_TILE(moe::m64)>);                           \
    CUSTUB_STUB(moe_gated_m32_##name, moe::gated<T, BY_TILE(moe::m32_gated)>);                     \
    CUSTUB_STUB(moe_gated_m16_##name, moe::gated<T, BY_TILE(moe::m16)>);                           \
    CUSTUB_STUB(moe_down_m128_##name, moe::down<T, BY_TILE(moe::m128)>);                           \
    CUSTUB_STUB(moe_down_m64_##name, moe::down<T, BY_TILE(moe::m64)>);                             \
    CUSTUB_STUB(moe_down_m32_##name, moe::down<T, BY_TILE(moe::m32)>);                             \
    CUSTUB_STUB(moe_gather_##name, moe::gather<T>);                                                \
    CUSTUB_STUB(moe_activate_##name, moe::activate<T>);                                            \
    CUSTUB_STUB(moe_combine_##name, moe::combine<T, float>);

/* The caller's product has results in the element type. */
#define GIVEN(name, T, ...) CUSTUB_STUB(moe_combine_given_##name, moe::combine<T, T>);

#if KERNELS_HOPPER
#include "hopper_experts.cuh"

#define GATED_F16(tile, ...)                                                                       \
    CUSTUB_STUB(moe_gated_wgmma_##tile##_f16, moe::gated_wgmma<__half, moe::gated_##tile>);
#define DOWN_F16(tile, ...)                                                                        \
    CUSTUB_STUB(moe_down_wgmma_##tile##_f16, moe::down_wgmma<__half, moe::down_##tile>);
#define SCORES_F16(tile, ...)                                                                      \
    CUSTUB_STUB(moe_scores_wgmma_##tile##_f16, moe::scores_wgmma<__half, moe::score_##tile>);
#define SCORES_BF16(tile, ...)                                                                     \
    CUSTUB_STUB(moe_scores_wgmma_##tile##_bf16,                                                    \
                moe::scores_wgmma<__nv_bfloat16, moe::score_##tile>);
#define GATED_BF16(tile, ...)                                                                      \
    CUSTUB_STUB(moe_gated_wgmma_##tile##_bf16,                                                     \
                moe::gated_wgmma<__nv_bfloat16, moe::gated_##tile>);
#define DOWN_BF16(tile, ...)                                                                       \
    CUSTUB_STUB(moe_down_wgmma_##tile##_bf16, moe::down_wgmma<__nv_bfloat16, moe::down_##tile>);
#if KERNELS_f16
GATED_TILES(GATED_F16)
DOWN_TILES(DOWN_F16)
SCORE_TILES(SCORES_F16)
#endif
#if KERNELS_bf16
GATED_TILES(GATED_BF16)
DOWN_TILES(DOWN_BF16)
SCORE_TILES(SCORES_BF16)
#endif
#endif

CUSTUB_STUB(moe_choose, moe::choose_scored);
CUSTUB_STUB(moe_place, moe::place);
LIST_F32(INSTANCES)
HALVES(INSTANCES)
HALVES(GIVEN)

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

CUSTUB_STUB(moe_place, moe::place);
LIST_F32(INSTANCES)
HALVES(INSTANCES)
HALVES(GIVEN)

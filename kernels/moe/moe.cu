/* The kernels of a mixture-of-experts layer (moe_forward.h), in the order in which they run.
 *
 * A token's `top` choices of experts are its entries: entry e belongs to token e / top. The entries
 * of an expert become consecutive rows, in the order of the tokens: expert e has the rows first[e]
 * to first[e + 1] - 1. */
#include <custub/kernel.h>

#include "routing.cuh"
#include "experts.cuh"
#include "given.cuh"
#include "combination.cuh"

#define BY_TILE(tile) tile, tile::THREADS, tile::ROWS, tile::COLUMNS, tile::SHARED_BYTES
#define INSTANCES(name, T, ...)                                                                    \
    CUSTUB_STUB(moe_route_##name, moe::route<T>);                                                  \
    CUSTUB_STUB(moe_gated_##name, moe::gated<T, BY_TILE(moe::many)>);                              \
    CUSTUB_STUB(moe_gated_some_##name, moe::gated<T, BY_TILE(moe::some)>);                         \
    CUSTUB_STUB(moe_gated_few_##name, moe::gated<T, BY_TILE(moe::few_gated)>);                     \
    CUSTUB_STUB(moe_gated_single_##name, moe::gated<T, BY_TILE(moe::single)>);                     \
    CUSTUB_STUB(moe_down_##name, moe::down<T, BY_TILE(moe::many)>);                                \
    CUSTUB_STUB(moe_down_some_##name, moe::down<T, BY_TILE(moe::some)>);                           \
    CUSTUB_STUB(moe_down_few_##name, moe::down<T, BY_TILE(moe::few)>);                             \
    CUSTUB_STUB(moe_gather_##name, moe::gather<T>);                                                \
    CUSTUB_STUB(moe_activate_##name, moe::activate<T>);                                            \
    CUSTUB_STUB(moe_combine_##name, moe::combine<T, float>);

/* Of what the caller's product gave, which is in the element type. */
#define GIVEN(name, T, ...) CUSTUB_STUB(moe_combine_given_##name, moe::combine<T, T>);

CUSTUB_STUB(moe_place, moe::place);
LIST_F32(INSTANCES)
HALVES(INSTANCES)
HALVES(GIVEN)

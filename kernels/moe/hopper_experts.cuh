/* The products of all experts on Hopper (hopper/product.cuh), each over its own rows. Only the
 * device knows how many rows an expert has. */
#ifndef MOE_HOPPER_EXPERTS_CUH
#define MOE_HOPPER_EXPERTS_CUH

#include "../hopper/product.cuh"
#include "expert_tiles.h"
#include "layer_limits.h"

namespace moe
{
extern __shared__ __align__(128) unsigned char boxes[];

/* Contracts can name a struct's own members, but not those of a template's instance. */
#define EXPERT_TILE(name, rows, columns, ...)                                                      \
    struct name : hopper::tile<__VA_ARGS__> {                                                      \
        static constexpr int ROWS = tile::ROWS, COLUMNS = tile::COLUMNS, PART = tile::PART;        \
        static constexpr int CLUSTER = tile::CLUSTER, SHARED_BYTES = tile::SHARED_BYTES;           \
        static_assert(ROWS == rows && COLUMNS == columns, "as in the table");                      \
    };
#define GATED_TILE(name, ...) EXPERT_TILE(gated_##name, __VA_ARGS__)
#define DOWN_TILE(name, ...)  EXPERT_TILE(down_##name, __VA_ARGS__)
#define SCORE_TILE(name, ...) EXPERT_TILE(score_##name, __VA_ARGS__)
GATED_TILES(GATED_TILE)
DOWN_TILES(DOWN_TILE)
SCORE_TILES(SCORE_TILE)

/* out = silu(x * transpose(gate)) * (x * transpose(up)) */
template <class T, class TILE>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(hopper::THREADS)
CUSTUB_THREADS(min(rows, rows / TILE::ROWS + experts) * ceil_div(inner, TILE::COLUMNS) *
               TILE::CLUSTER * hopper::THREADS)
CUSTUB_SHARED(TILE::SHARED_BYTES)
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && inner > 0 && hidden % 8 == 0 && inner % 8 == 0)
CUSTUB_REQUIRES(experts > 0 && experts <= MOE_MAX_EXPERTS)
CUSTUB_REQUIRES(x.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
CUSTUB_REQUIRES(gate.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
CUSTUB_REQUIRES(up.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
__global__ void __cluster_dims__(TILE::CLUSTER, 1, 1) __launch_bounds__(hopper::THREADS, 1)
    gated_wgmma(int rows, int hidden, int inner, int experts,
                const __grid_constant__ CUtensorMap x CUSTUB_MAPS(rows, hidden)
                    CUSTUB_BOX(TILE::ROWS, hopper::DEPTH) CUSTUB_ELEMENT(T),
                const __grid_constant__ CUtensorMap gate CUSTUB_MAPS(experts, inner, hidden)
                    CUSTUB_BOX(1, TILE::PART, hopper::DEPTH) CUSTUB_ELEMENT(T),
                const __grid_constant__ CUtensorMap up CUSTUB_MAPS(experts, inner, hidden)
                    CUSTUB_BOX(1, TILE::PART, hopper::DEPTH) CUSTUB_ELEMENT(T),
                const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, rows + 1),
                T *out CUSTUB_COUNTED_BY(rows * inner) CUSTUB_ALIGNED(16))
{
#if HOPPER_CODE
    hopper::multiply_groups<T, TILE, MOE_MAX_EXPERTS>(boxes, experts, inner, hidden, first, &x,
                                                      &gate, &up, out);
#else
    __trap();
#endif
}

/* out = h * transpose(down) */
template <class T, class TILE>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(hopper::THREADS)
CUSTUB_THREADS(min(rows, rows / TILE::ROWS + experts) * ceil_div(hidden, TILE::COLUMNS) *
               TILE::CLUSTER * hopper::THREADS)
CUSTUB_SHARED(TILE::SHARED_BYTES)
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && inner > 0 && hidden % 8 == 0 && inner % 8 == 0)
CUSTUB_REQUIRES(experts > 0 && experts <= MOE_MAX_EXPERTS)
CUSTUB_REQUIRES(h.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
CUSTUB_REQUIRES(down.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
__global__ void __cluster_dims__(TILE::CLUSTER, 1, 1) __launch_bounds__(hopper::THREADS, 1)
    down_wgmma(int rows, int hidden, int inner, int experts,
               const __grid_constant__ CUtensorMap h CUSTUB_MAPS(rows, inner)
                   CUSTUB_BOX(TILE::ROWS, hopper::DEPTH) CUSTUB_ELEMENT(T),
               const __grid_constant__ CUtensorMap down CUSTUB_MAPS(experts, hidden, inner)
                   CUSTUB_BOX(1, TILE::PART, hopper::DEPTH) CUSTUB_ELEMENT(T),
               const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, rows + 1),
               T *out CUSTUB_COUNTED_BY(rows * hidden) CUSTUB_ALIGNED(16))
{
#if HOPPER_CODE
    hopper::multiply_groups<T, TILE, MOE_MAX_EXPERTS>(boxes, experts, hidden, inner, first, &h,
                                                      &down, &down, out);
#else
    __trap();
#endif
}
/* scores = x * transpose(router), in float. `router` is one matrix of a batch of one. */
template <class T, class TILE>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(hopper::THREADS)
CUSTUB_THREADS(ceil_div(tokens, TILE::ROWS) * ceil_div(experts, TILE::COLUMNS) * TILE::CLUSTER *
               hopper::THREADS)
CUSTUB_SHARED(TILE::SHARED_BYTES)
CUSTUB_REQUIRES(tokens > 0 && hidden > 0 && experts > 0 && hidden % 8 == 0)
CUSTUB_REQUIRES(x.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
CUSTUB_REQUIRES(router.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
__global__ void __cluster_dims__(TILE::CLUSTER, 1, 1) __launch_bounds__(hopper::THREADS, 1)
    scores_wgmma(int tokens, int hidden, int experts,
                 const __grid_constant__ CUtensorMap x CUSTUB_MAPS(tokens, hidden)
                     CUSTUB_BOX(TILE::ROWS, hopper::DEPTH) CUSTUB_ELEMENT(T),
                 const __grid_constant__ CUtensorMap router CUSTUB_MAPS(1, experts, hidden)
                     CUSTUB_BOX(1, TILE::PART, hopper::DEPTH) CUSTUB_ELEMENT(T),
                 float *scores CUSTUB_COUNTED_BY(tokens * experts))
{
#if HOPPER_CODE
    hopper::multiply_batch<T, TILE, false>(boxes, 1, tokens, experts, hidden, &x, &router, scores);
#else
    __trap();
#endif
}
} // namespace moe

#endif

#include "matmul.h"

#include "hopper/hopper.h"
#include "product_tiles.h"

#include <stdio.h>

/* --- The kernels of one element type and layout --- */

typedef struct tile {
    uint64_t rows, columns, part; /* elements */
    uint64_t blocks;              /* that share a tile, each with a part of k */
    uint64_t resident;            /* blocks on a multiprocessor */
    uint64_t step, rest;          /* nanoseconds: for 64 elements of k, and besides */
} tile;

#define TILE(name, rows, columns, part, stages, cluster, resident, step, rest)                     \
    {rows, columns, part, cluster, resident, step, rest},
static const tile tiles[] = {PRODUCT_TILES(TILE)};
enum { TILES = sizeof(tiles) / sizeof(tiles[0]) };

typedef struct family {
    const custub_kernel *large, *small; /* for every GPU */
    const custub_kernel *wgmma[TILES];  /* for Hopper; null: not built */
} family;

#if KERNELS_HOPPER
#define WGMMA_F16(tile, ...)             &kernels->product_wgmma_##tile##_f16,
#define WGMMA_TRANSPOSED_F16(tile, ...)  &kernels->product_transposed_wgmma_##tile##_f16,
#define WGMMA_BF16(tile, ...)            &kernels->product_wgmma_##tile##_bf16,
#define WGMMA_TRANSPOSED_BF16(tile, ...) &kernels->product_transposed_wgmma_##tile##_bf16,
#define WGMMA(X)                                                                                   \
    {                                                                                              \
        PRODUCT_TILES(X)                                                                           \
    }
#else
#define WGMMA(X)                                                                                   \
    {                                                                                              \
        0                                                                                          \
    }
#endif

static family family_of(const product_kernels *kernels, const matmul *product)
{
#if KERNELS_f16
    const family f16 = {&kernels->product_f16, &kernels->product_small_f16, WGMMA(WGMMA_F16)};
    const family f16_transposed = {&kernels->product_transposed_f16,
                                   &kernels->product_small_transposed_f16,
                                   WGMMA(WGMMA_TRANSPOSED_F16)};
    if (product->element == CUSTUB_SCALAR_F16)
        return product->transposed ? f16_transposed : f16;
#endif
#if KERNELS_bf16
    const family bf16 = {&kernels->product_bf16, &kernels->product_small_bf16, WGMMA(WGMMA_BF16)};
    const family bf16_transposed = {&kernels->product_transposed_bf16,
                                    &kernels->product_small_transposed_bf16,
                                    WGMMA(WGMMA_TRANSPOSED_BF16)};
    if (product->element == CUSTUB_SCALAR_BF16)
        return product->transposed ? bf16_transposed : bf16;
#endif
    (void)kernels;
    return (family){0};
}

/* --- On Hopper --- */

static bool is_long_enough(custub_memory memory, uint64_t count)
{
    return memory.ptr && memory.ptr % 16 == 0 && memory.element_size == 2 && memory.count >= count;
}

static bool is_apart(custub_memory x, uint64_t x_count, custub_memory y, uint64_t y_count)
{
    return x.ptr + 2 * x_count <= y.ptr || y.ptr + 2 * y_count <= x.ptr;
}

/* What the kernels of tensor maps can do. All else, also what is wrong, is left to the others. */
static bool suits_maps(const matmul *p)
{
    uint64_t a, b, c;

    if (p->n % 8 || p->k % 8 || !hopper_counts(p->batch, p->m, p->n, p->k))
        return false;
    a = p->batch * p->m; /* rows */
    if (p->k > UINT64_MAX / 4 / a || p->n > UINT64_MAX / 4 / a ||
        p->n * p->k > UINT64_MAX / 4 / p->batch)
        return false;
    c = a * p->n;
    a *= p->k;
    b = p->batch * p->k * p->n;
    return is_long_enough(p->a, a) && is_long_enough(p->b, b) && is_long_enough(p->c, c) &&
           is_apart(p->c, c, p->a, a) && is_apart(p->c, c, p->b, b);
}

static uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return a / b + (a % b > 0);
}

typedef struct choice {
    size_t tile;
    uint64_t blocks; /* that it needs */
} choice;

/* The rows of the smallest tile that covers m; larger ones would waste more. */
static uint64_t most_rows(uint64_t m)
{
    uint64_t most = UINT64_MAX;

    for (size_t i = 0; i < TILES; i++) {
        if (tiles[i].rows >= m && tiles[i].rows < most)
            most = tiles[i].rows;
    }
    return most;
}

/* The tile of the shortest time: the blocks of a GPU take turns. */
static choice choose(const matmul *p, uint64_t multiprocessors)
{
    choice best = {0, 0};
    const uint64_t most = most_rows(p->m);
    uint64_t shortest = UINT64_MAX;

    for (size_t i = 0; i < TILES; i++) {
        const tile *t = &tiles[i];
        const uint64_t blocks =
            p->batch * ceil_div(p->m, t->rows) * ceil_div(p->n, t->columns) * t->blocks;
        const uint64_t turns = ceil_div(blocks, multiprocessors);
        const uint64_t time = turns * (ceil_div(ceil_div(p->k, 64), t->blocks) * t->step + t->rest);
        if (t->rows <= most && time < shortest) {
            shortest = time;
            best = (choice){i, blocks};
        }
    }
    return best;
}

static custub_prepared *prepare_wgmma(const family *kernels, const custub_launch *launch,
                                      const matmul *p, custub_error *error)
{
    const custub_occupancy occupancy =
        custub_occupancy_get(kernels->wgmma[0], custub_block(384, 1, 1), CUSTUB_SHARED_NONE, error);
    const uint64_t all = occupancy.multiprocessors ? occupancy.multiprocessors : 1;
    const choice chosen = choose(p, all);
    const tile *t = &tiles[chosen.tile];
    const uint64_t places = all * t->resident;
    /* Blocks that begin early, beside those of the kernel before, would take its bandwidth: 15 %
     * slower on an H200. Without idle multiprocessors, or with many, it is up to 10 % faster. */
    const bool begins_early = chosen.blocks * 2 <= places || chosen.blocks * 8 > places * 7;
    const custub_tensor_map a =
        hopper_map(p->a, p->element, 0, p->batch * p->m, p->k, t->rows, error);
    const custub_tensor_map b =
        p->transposed ? hopper_map(p->b, p->element, p->batch, p->n, p->k, t->part, error)
                      : hopper_map(p->b, p->element, p->batch, p->k, p->n, 64, error);
    const custub_launch_attribute programmatic = custub_launch_attribute_programmatic();
    const custub_launch own = hopper_launch(launch, begins_early ? &programmatic : NULL);
    const custub_argument arguments[] = {custub_argument_u64(p->batch),
                                         custub_argument_u64(p->m),
                                         custub_argument_u64(p->n),
                                         custub_argument_u64(p->k),
                                         custub_argument_bytes(&a, sizeof(a)),
                                         custub_argument_bytes(&b, sizeof(b)),
                                         custub_argument_buffer(p->element, p->c.ptr, p->c.count)};

    return custub_kernel_prepare(kernels->wgmma[chosen.tile], &own, 7, arguments, error);
}

/* --- Elsewhere --- */

static custub_prepared *prepare_other(const family *kernels, const custub_launch *launch,
                                      const matmul *p, custub_error *error)
{
    const bool is_small = p->m <= 64 || p->batch * p->m * p->n <= 1 << 21;
    const custub_argument arguments[] = {
        custub_argument_u64(p->batch),
        custub_argument_u64(p->m),
        custub_argument_u64(p->n),
        custub_argument_u64(p->k),
        custub_argument_elements(p->a.ptr, p->a.count, p->a.element_size),
        custub_argument_elements(p->b.ptr, p->b.count, p->b.element_size),
        custub_argument_elements(p->c.ptr, p->c.count, p->c.element_size)};

    return custub_kernel_prepare(is_small ? kernels->small : kernels->large, launch, 7, arguments,
                                 error);
}

static custub_prepared *fail(custub_error *error, custub_status status, const char *message)
{
    if (error && !error->status) {
        *error = custub_error_none();
        error->status = status;
        error->parameter_index = -1;
        snprintf(error->message, sizeof(error->message), "matmul: %s", message);
    }
    return NULL;
}

custub_prepared *matmul_prepare(const product_kernels *kernels, const custub_launch *launch,
                                const matmul *product, custub_error *error)
{
    char found[96];
    family own;

    if (custub_failed(error))
        return NULL;
    if (!kernels || !product)
        return fail(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                    kernels ? "the product is null" : "the product_kernels are null");
    if (product->element != CUSTUB_SCALAR_F16 && product->element != CUSTUB_SCALAR_BF16) {
        snprintf(found, sizeof(found),
                 "the element type is %d, needed: CUSTUB_SCALAR_F16 or CUSTUB_SCALAR_BF16 (%d, %d)",
                 (int)product->element, CUSTUB_SCALAR_F16, CUSTUB_SCALAR_BF16);
        return fail(error, CUSTUB_ERROR_INVALID_ARGUMENT, found);
    }
    own = family_of(kernels, product);
    if (!own.large)
        return fail(error, CUSTUB_ERROR_KERNEL_ABSENT,
                    "the kernels of this element type were not built (CUSTUB_KERNEL_TYPES)");
    if (own.wgmma[0] && suits_maps(product) && hopper_runs(own.wgmma[0]))
        return prepare_wgmma(&own, launch, product, error);
    return prepare_other(&own, launch, product, error);
}

custub_status matmul_launch(const product_kernels *kernels, const custub_launch *launch,
                            const matmul *product, custub_error *error)
{
    custub_error own = custub_error_none();
    custub_prepared *prepared;

    error = error ? error : &own;
    prepared = matmul_prepare(kernels, launch, product, error);
    custub_prepared_launch(prepared, error);
    custub_prepared_destroy(prepared);
    return error->status;
}

/* A mixture-of-experts layer:
 *
 * 1. scores = x * transpose(router) for each token, in float.
 * 2. The `top` experts with the highest scores are chosen; of equal scores the lower number. The
 *    weight of each is its share of the softmax over all experts; with `normalize` that is divided
 *    by the sum of the chosen ones' weights. A score that is NaN counts as minus infinity: the
 *    expert comes last, with weight 0. If all of a token's are, its results are NaN.
 * 3. out = sum of weight * ((silu(x * transpose(gate)) * (x * transpose(up))) * transpose(down))
 *
 * A shared expert, which all tokens use, is a layer of one expert: experts = 1, top = 1.
 *
 * Products are summed in float; what is between them has the element type. The same input gives the
 * same result, bit for bit, however the tokens are spread.
 *
 * Matrices are stored by rows, without gaps, in elements of one type:
 *     x, out          tokens * hidden
 *     router          experts * hidden
 *     gate, up        experts * inner * hidden
 *     down            experts * hidden * inner
 *
 * On a GPU of compute capability 9.0 (Hopper), layers of 16 bits whose hidden and inner are
 * multiples of 8, and whose gate, up and down are aligned to 16 bytes, use tensor maps and wgmma.
 *
 * `out` may overlap `x`, which is read before the first result is written. All other overlaps with
 * `out`, `dropped` or the workspace are refused.
 *
 * Errors are those of launches (custub/status.h), and CUSTUB_ERROR_INVALID_ARGUMENT for impossible
 * sizes and for a null `kernels`, `layer`, `pass` or `plan`. All is checked before the first kernel
 * starts, so a refused call changes nothing. Calls do not wait for the kernels, whose errors the
 * stream's synchronization reports.
 *
 * All memory belongs to the caller, and is borrowed until the work in the stream is done; by a plan
 * and by graphs of it until these are destroyed, too. `kernels` are those of moe_load(), and stay
 * loaded as long. The context of the memory, the stream and the kernels is current in each call.
 *
 * Threads: a workspace holds intermediate results, so each running pass needs its own. Passes one
 * after the other in a stream may share one. With workspaces of their own, any number of threads
 * may run passes; one plan is run by one thread at a time.
 */
#ifndef MOE_FORWARD_H
#define MOE_FORWARD_H

#include <custub/custub.h>

#include "moe.custub.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum moe_element { MOE_F32, MOE_F16, MOE_BF16 } moe_element;

/* One of the three products of all experts, for a function of the caller's (cuBLAS): for each
 * expert e, rows first[e] to first[e + 1] - 1 of c become those of a times the transposed n * k
 * matrix b + e * n * k. */
typedef struct moe_product {
    moe_element element;
    int experts;
    const int *first; /* [experts + 1], in the host's memory, until the function returns */
    int n, k;
    CUdeviceptr a; /* first[experts] * k elements */
    CUdeviceptr b; /* experts * n * k */
    CUdeviceptr c; /* first[experts] * n */
    CUstream stream;
} moe_product;

/* Enqueues a product in its stream. `error` is not null. If the function fails, the pass ends; the
 * layer writes the record if the function did not. */
typedef custub_status (*moe_product_function)(const moe_product *product, void *user,
                                              custub_error *error);

typedef struct moe_layer {
    moe_element element;
    int hidden, inner; /* 1 to 2097152 each */
    int experts;       /* 1 to 512 */
    int top;           /* 1 to 16, at most `experts` */
    int capacity;   /* the most rows that an expert takes, those of the first tokens; 0: no limit */
    bool normalize; /* the weights of a token's experts add up to 1 */
    custub_memory router, gate, up, down;
    /* Null: the layer's own kernels. Otherwise called for the three products. The layer then waits
     * for the stream, to know how many rows each expert has, so the stream cannot be captured. The
     * driver is not asked about the addresses of gate, up and down. */
    moe_product_function product;
    void *user;
} moe_layer;

/* The input and the results of one pass. */
typedef struct moe_pass {
    int tokens;           /* 0 to 1073741824 / top; with 0, x and out may be null */
    custub_memory x, out; /* a token all of whose entries are dropped gets zeros */
    /* Null: the layer chooses (1 and 2 above). Otherwise the caller has chosen, by other rules
     * (sigmoid, bias, groups), and `router` and `normalize` do not count: entry t * top + i is the
     * i-th expert of token t, 0 to experts - 1, and its weight. A token may have an expert more
     * than once. Nobody checks the numbers, which are in the device's memory. */
    custub_i32_view choice; /* [tokens * top] */
    custub_f32_view weight; /* [tokens * top] */
    custub_i32_view
        dropped; /* [experts], overwritten: entries beyond the capacity; null: not wanted */
    custub_bytes_view workspace; /* moe_workspace_size() bytes of any contents, aligned to 256 */
    CUstream stream;             /* 0: the legacy default stream */
} moe_pass;

/* The bytes of workspace for `tokens` tokens. They depend on whether the layer has a `product`, but
 * not on its memory. Fails with 0 and CUSTUB_ERROR_INVALID_ARGUMENT for an impossible layer or
 * number of tokens, with CUSTUB_ERROR_KERNEL_ABSENT for an element type that was not built. */
uint64_t moe_workspace_size(const moe_layer *layer, int tokens, custub_error *error);

/* A pass that is checked once and run many times; also as a graph, by capturing moe_plan_run()
 * (CUDA Driver API, "Stream Management", cuStreamBeginCapture()). The graph does not need the plan.
 * The layer and the pass are copied. A plan may be destroyed before its work is done, and so may
 * null. */
typedef struct moe_plan moe_plan;
moe_plan *moe_plan_create(const moe_kernels *kernels, const moe_layer *layer, const moe_pass *pass,
                          custub_error *error);
custub_status moe_plan_run(moe_plan *plan, custub_error *error);
void moe_plan_destroy(moe_plan *plan);

/* Makes a plan, runs it once and destroys it. */
custub_status moe_forward(const moe_kernels *kernels, const moe_layer *layer, const moe_pass *pass,
                          custub_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* passes.h: functions and structs that passes on one GPU share with passes over several. It is not
 * for programs. */
#ifndef PASSES_H
#define PASSES_H

#include "moe_forward.h"
#include "layer_limits.h"

enum {
    MOE_ALIGNMENT = 256,   /* bytes, of each part of a workspace */
    MOE_MAX_ROWS = 1 << 30 /* of all experts: no size of a workspace exceeds 64 bits */
};

/* Write the record unless it holds a failure already, and return its status. */
custub_status moe_fail(custub_error *error, custub_status status, const char *message);
custub_status moe_refuse(custub_error *error, const char *what, uint64_t found, const char *needed);
custub_status moe_refuse_null(custub_error *error, const char *what);

/* Puts a place, of at most 100 characters, before the message of another function's failure. */
void moe_add_place(custub_error *error, const char *where);

uint64_t moe_element_size(moe_element element);

/* False for a type that the library was built without. */
bool moe_is_built(moe_element element);

/* Refuse null arguments and impossible sizes. */
custub_status moe_check_layer(const moe_layer *layer, int tokens, custub_error *error);
custub_status moe_check_given(const moe_kernels *kernels, const moe_layer *layer,
                              const moe_pass *pass, custub_error *error);

/* Refuses matrices that are short, null, misaligned or of other elements, a workspace of less than
 * so many bytes, and forbidden overlaps with results. gate, up and down have so many experts. */
custub_status moe_check_pass(const moe_layer *layer, int experts, const moe_pass *pass,
                             uint64_t workspace, custub_error *error);

/* If a launch was refused for a part of the workspace, which has another name there, says so. */
void moe_name_workspace(const moe_pass *pass, custub_error *error);

/* Sets the counts of dropped entries to 0: all that a pass without tokens does. */
custub_status moe_clear_dropped(const moe_layer *layer, const moe_pass *pass, custub_error *error);

/* True if the caller has chosen the experts. */
static inline bool moe_is_chosen(const moe_pass *pass)
{
    return pass->choice.ptr || pass->weight.ptr;
}

/* Takes `count` elements of `size` bytes from a workspace; *used is in bytes. */
CUdeviceptr moe_take(CUdeviceptr base, uint64_t *used, uint64_t count, uint64_t size);

/* The number of parts into which the k of the last product is split, for so many tokens. */
int moe_splits(const moe_layer *layer, int tokens);

/* The grouped products of some experts, over rows of `x`. */
typedef struct moe_products {
    int tokens;           /* of the whole pass: decides how the products are made */
    int rows;             /* the most that there can be */
    int experts;          /* of the layer's weights */
    int top;              /* row r is of row entry_of[r] / top of x */
    custub_memory x;      /* (rows / top) * hidden elements at least */
    CUdeviceptr first;    /* [experts + 1] */
    CUdeviceptr entry_of; /* [rows] */
    CUdeviceptr h;        /* [rows * inner], between the products */
    CUdeviceptr y;        /* [moe_splits() * rows * hidden], in float: the results */
    CUstream stream;
    custub_prepared *gated, *down; /* set by moe_products_prepare() */
} moe_products;

void moe_products_prepare(moe_products *products, const moe_layer *layer,
                          const moe_kernels *kernels, custub_error *error);
/* The same on Hopper, if moe_suits_wgmma(). `x` has the rows of all experts, brought together, and
 * `y` gets [rows * hidden] elements of the layer's type. */
bool moe_suits_wgmma(const moe_kernels *kernels, const moe_layer *layer);
void moe_products_prepare_wgmma(moe_products *products, const moe_layer *layer,
                                const moe_kernels *kernels, custub_error *error);

/* The scores of all experts as a product, [tokens * experts] in float, if moe_suits_wgmma(), too.
 * The tokens of all passes of the layer decide how. */
bool moe_suits_scores(const moe_layer *layer, const moe_pass *pass, int all_tokens);
custub_prepared *moe_scores_prepare(const moe_kernels *kernels, const moe_layer *layer,
                                    const moe_pass *pass, int all_tokens, CUdeviceptr scores,
                                    const custub_launch *launch, custub_error *error);

void moe_products_launch(const moe_products *products, custub_error *error);
void moe_products_destroy(moe_products *products);

#endif

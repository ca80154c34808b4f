/* layer_fixture.h: a layer and a pass over it, on the device and in moe_reference.h. A failure ends
 * the test. */
#ifndef LAYER_FIXTURE_H
#define LAYER_FIXTURE_H

#include "device_fixture.h"
#include "moe_reference.h"

extern moe_kernels fixture_kernels;
extern size_t fixture_guard; /* elements past the result that no kernel may write */

typedef struct fixture {
    reference want;
    moe_layer layer;
    moe_pass pass;
    custub_i32_buffer dropped;
    custub_bytes_buffer memory[7]; /* router, gate, up, down, x, out, workspace */
} fixture;

/* Opens a layer with random matrices. `shape` has tokens, hidden, inner, experts, top, capacity and
 * normalize. */
void fixture_open_layer(fixture *f, reference shape, moe_element element);

/* Opens a pass over the layer, with random tokens. */
void fixture_open_pass(fixture *f);
void fixture_close(fixture *f);

/* Opens a small layer of f32 and a pass over it, and poisons the result. */
fixture fixture_open_small(moe_product_function product);

void fixture_skip_unless_built(moe_element element);

/* Random numbers from -size to size. With size 0 they are quarters from -1 to 1, so that scores are
 * exact and often equal. */
double *fixture_random(moe_element element, size_t count, double size);

/* Creates memory[at] with these elements. */
custub_memory fixture_upload(fixture *f, int at, const double *values, size_t count);

/* Sets all bits of the results and the workspace. Does nothing without a guard: then a tool looks
 * for reads of uninitialized memory. */
void fixture_poison(fixture *f);

/* Compares the results on the device with those in `want`. */
void fixture_compare(fixture *f);

#endif

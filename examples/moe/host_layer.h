/* host_layer.h: the layer of moe_forward.h on the host, one token at a time, in double. */
#ifndef HOST_LAYER_H
#define HOST_LAYER_H

#include <custub/custub.h>

/* Matrices as moe_forward.h has them, in the host's memory. */
typedef struct host_layer {
    int hidden, inner, experts, top;
    const custub_half *router, *gate, *up, *down;
} host_layer;

/* Both x and out have `hidden` elements. False if there is no memory. */
bool host_layer_run(const host_layer *layer, const custub_half *x, double *out);

#endif

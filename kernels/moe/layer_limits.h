/* layer_limits.h: constants of both the kernels of the layer and the functions that launch them. It
 * is not for programs. */
#ifndef LAYER_LIMITS_H
#define LAYER_LIMITS_H

enum {
    MOE_MAX_EXPERTS = 512,
    MOE_MAX_TOP = 16,
    MOE_MAX_WIDTH = 1 << 21, /* of hidden and inner */
    MOE_MAX_SPLITS = 8,      /* split-K of the last product */
    MOE_TILE_ROWS = 128,     /* of tiles::large */
    MOE_TILE_COLUMNS = 256
};

#endif

/* expert_tiles.h: the tiles of the products of experts on Hopper, for their kernels and for the
 * function that chooses one. It is not for programs.
 *
 * X(name, rows, columns, ...): the name is the rows by the columns; then come the numbers of
 * hopper::tile. */
#ifndef EXPERT_TILES_H
#define EXPERT_TILES_H

/* For silu(x gate) * (x up): a part of each. */
#define GATED_TILES(X)                                                                             \
    X(16x128, 16, 128, 2, 128, 16, 6, 1, true)                                                     \
    X(32x128, 32, 128, 2, 128, 32, 5, 1, true)                                                     \
    X(64x128, 64, 128, 2, 128, 64, 5, 1, true)                                                     \
    X(128x128, 128, 128, 2, 128, 128, 4, 1, true)

/* For the last product. */
#define DOWN_TILES(X)                                                                              \
    X(16x64_split4, 16, 64, 1, 64, 16, 16, 2, false)                                               \
    X(16x128, 16, 128, 1, 128, 16, 10, 1, false)                                                   \
    X(64x128, 64, 128, 1, 128, 64, 8, 1, false)                                                    \
    X(128x128, 128, 128, 1, 128, 128, 6, 1, false)                                                 \
    X(128x256, 128, 256, 2, 128, 128, 4, 1, false)

/* For the scores, which have few columns. */
#define SCORE_TILES(X)                                                                             \
    X(16x64_split16, 16, 64, 1, 64, 16, 16, 8, false)                                              \
    X(128x64_split4, 128, 64, 1, 64, 128, 8, 2, false)

#endif
